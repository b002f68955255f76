/* rensa-json.h: additions to json-c.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <json-c/json.h>

G_BEGIN_DECLS

/* A json-c value under a name for g_autoptr (), which drops its reference. NULL is JSON's null. */
typedef struct json_object RensaJson;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaJson, json_object_put)

/* Returns an integer, or an integral real, within gint64 and not RENSA_INT_NONE; else FALSE. */
gboolean rensa_json_get_integer (RensaJson *json, gint64 *value);
/* Returns a number that is written with the fewest digits that read back as @value; a string,
 * "inf", if JSON has no number for it. Owned by the caller. */
RensaJson *rensa_json_new_double (double value);
/* Returns TRUE if arrays and objects are nested deeper than the limit for attributes, 32 levels. */
gboolean rensa_json_is_too_deep (RensaJson *json);

G_END_DECLS
