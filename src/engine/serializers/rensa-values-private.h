/* rensa-values-private.h: named values in memory, which all file formats are read into and written
 * from.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-archive.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_VALUE_NONE,
  RENSA_VALUE_ARRAY,
  RENSA_VALUE_TEXT,
  RENSA_VALUE_UNREAD, /* not yet read from the file */
} RensaValueKind;

/* @type: type of an array that was not read, because another was wanted; @array is NULL then.
 *   The same applies to @text. */
typedef struct
{
  RensaValueKind kind;
  RensaType type;
  RensaArray *array;
  char *text;
} RensaValue;

void rensa_value_clear (RensaValue *value);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaValue, rensa_value_clear)

/* Acceptable values; @shape NULL: an array of any shape. */
typedef struct
{
  RensaValueKind kind;
  const RensaShape *shape;
} RensaWant;

/* Reads the value of @key, or only its kind and type if it is not acceptable: a file may claim more
 * data than anything needs. */
typedef gboolean (*RensaValueReader) (gpointer file, const char *key, const RensaWant *want, RensaValue *value,
                                      GError **error);

/* Values by key, in the order of insertion. */
typedef struct _RensaValues RensaValues;

/* @place, such as a file's name, is the start of messages. */
RensaValues *rensa_values_new (const char *place);
void rensa_values_free (RensaValues *values);

const char *rensa_values_get_place (RensaValues *values);
guint rensa_values_get_n (RensaValues *values);
const char *rensa_values_get_key (RensaValues *values, guint i);
RensaValue *rensa_values_get_value (RensaValues *values, guint i);
/* Returns NULL if there is none. */
RensaValue *rensa_values_find (RensaValues *values, const char *key);
/* Returns the value of @key; adds a new one, None, if there is none. */
RensaValue *rensa_values_add (RensaValues *values, const char *key);

/* Sets the function that reads RENSA_VALUE_UNREAD values on request; @file must exist as long as
 * @values. */
void rensa_values_set_reader (RensaValues *values, RensaValueReader reader, gpointer file);
/* The same as rensa_values_find (), but reads the value if @want accepts it; NULL with an error. */
RensaValue *rensa_values_fetch (RensaValues *values, const char *key, const RensaWant *want, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaValues, rensa_values_free)

/* Fills @values from @object. */
gboolean rensa_values_save (RensaValues *values, RensaSerializeFunc serialize, gpointer object, GError **error);

/* Fills @object; @options may be NULL. On failure, @object is restored to its previous state. */
gboolean rensa_values_load (RensaValues *values, const RensaLoadOptions *options, RensaSerializeFunc serialize,
                            gpointer object, GError **error);

G_END_DECLS
