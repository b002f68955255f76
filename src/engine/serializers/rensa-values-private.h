/* rensa-values-private.h: named values in memory, which every file format is read into and written from.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-archive.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_VALUE_NONE,
  RENSA_VALUE_ARRAY,
  RENSA_VALUE_TEXT,
  RENSA_VALUE_UNREAD, /* it still lies in the file */
} RensaValueKind;

/* @type: of an array that was not read, because another was wanted; @array is NULL then. Likewise @text. */
typedef struct
{
  RensaValueKind kind;
  RensaType type;
  RensaArray *array;
  char *text;
} RensaValue;

void rensa_value_clear (RensaValue *value);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaValue, rensa_value_clear)

/* What somebody can use; @shape NULL: an array of any shape. */
typedef struct
{
  RensaValueKind kind;
  const RensaShape *shape;
} RensaWant;

/* Reads the value of @key, or no more than its kind and type where it is not what is wanted: a file may claim more than
 * anybody asks for. */
typedef gboolean (*RensaValueReader) (gpointer file, const char *key, const RensaWant *want, RensaValue *value,
                                      GError **error);

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

/* What reads those that are RENSA_VALUE_UNREAD when they are asked for; @file has to live as long as @values. */
void rensa_values_set_reader (RensaValues *values, RensaValueReader reader, gpointer file);
/* rensa_values_find (), read where @want allows it; NULL with an error. */
RensaValue *rensa_values_fetch (RensaValues *values, const char *key, const RensaWant *want, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaValues, rensa_values_free)

/* Fills @values from @object. */
gboolean rensa_values_save (RensaValues *values, RensaSerializeFunc serialize, gpointer object, GError **error);

/* Fills @object; @options may be NULL.  When that fails @object is put back to what it was. */
gboolean rensa_values_load (RensaValues *values, const RensaLoadOptions *options, RensaSerializeFunc serialize,
                            gpointer object, GError **error);

G_END_DECLS
