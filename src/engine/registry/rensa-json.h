/* rensa-json.h: what json-c lacks.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <json-c/json.h>

G_BEGIN_DECLS

/* A value of json-c under a name that g_autoptr () takes; it drops its reference.  NULL is JSON's null. */
typedef struct json_object RensaJson;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaJson, json_object_put)

/* An integer, or a real that is one, within gint64 and not RENSA_INT_NONE; else FALSE. */
gboolean rensa_json_get_integer (RensaJson *json, gint64 *value);
/* A number that is written with the fewest digits that give @value again; a string, "inf", where JSON has no number for
 * it.  The caller owns it. */
RensaJson *rensa_json_new_double (double value);
/* Whether arrays and objects are nested deeper than attributes can be, 32 levels. */
gboolean rensa_json_is_too_deep (RensaJson *json);

G_END_DECLS
