/* rensa-values-private.h: named values in memory, which every file format is read into and written from.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-serializer.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_VALUE_NONE,
  RENSA_VALUE_ARRAY,
  RENSA_VALUE_TEXT,
  RENSA_VALUE_UNREADABLE, /* what stands in the file cannot be read; the error is told to who asks for it */
} RensaValueKind;

typedef struct
{
  RensaValueKind kind;
  RensaArray *array;
  char *text;
  GError *error;
} RensaValue;

void rensa_value_clear (RensaValue *value);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaValue, rensa_value_clear)

/* Values by key, in the order in which they came. */
typedef struct _RensaValues RensaValues;

/* @place, such as a file's name, stands at the start of messages. */
RensaValues *rensa_values_new (const char *place);
void rensa_values_free (RensaValues *values);

const char *rensa_values_get_place (RensaValues *values);
guint rensa_values_get_n (RensaValues *values);
const char *rensa_values_get_key (RensaValues *values, guint i);
RensaValue *rensa_values_get_value (RensaValues *values, guint i);
/* NULL where there is none. */
RensaValue *rensa_values_find (RensaValues *values, const char *key);
/* The value of @key, a new one of None where there is none. */
RensaValue *rensa_values_add (RensaValues *values, const char *key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaValues, rensa_values_free)

/* Fills @values from @object. */
gboolean rensa_values_save (RensaValues *values, RensaSerializeFunc serialize, gpointer object, GError **error);

/* Fills @object from the values below @prefix (may be NULL).  With @exact each of them must have been asked for.
 * When that fails @object is put back to what it was. */
gboolean rensa_values_load (RensaValues *values, const char *prefix, gboolean exact, RensaSerializeFunc serialize,
                            gpointer object, GError **error);

G_END_DECLS
