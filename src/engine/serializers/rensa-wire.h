/* rensa-wire.h: reads protocol buffer messages in place.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A message: a sequence of fields, each with a number and of one of four kinds. Its memory is
 * borrowed. The readers of fields expect a message that was checked, and skip fields of another
 * kind, as protocol buffers do. */
typedef struct
{
  const guint8 *data;
  gsize size;
} RensaWire;

/* Checks that fields follow one another without gaps up to the end; does not check inside fields.
 * RENSA_ERROR_FORMAT with a sentence that contains @what, "layer 3", and the position of the byte. */
gboolean rensa_wire_check (const RensaWire *message, const char *what, GError **error);

/* Return the last value of field @number, or @fallback. */
gint64 rensa_wire_get_int (const RensaWire *message, guint number, gint64 fallback);
double rensa_wire_get_float (const RensaWire *message, guint number, double fallback);
/* Returns the number of integers in field @number; stores at most @max of them in @values. */
guint rensa_wire_get_ints (const RensaWire *message, guint number, gint64 *values, guint max);
/* Returns the number of four-byte numbers in field @number; @values NULL only counts them. */
gsize rensa_wire_get_floats (const RensaWire *message, guint number, float *values, gsize max);
/* Finds the @i-th value of field @number, text or message; FALSE after the last. */
gboolean rensa_wire_get_bytes (const RensaWire *message, guint number, guint i, RensaWire *bytes);
/* Returns it as text; "" if there is none, NULL if it is not UTF-8. */
char *rensa_wire_dup_text (const RensaWire *message, guint number, guint i);

/* Iterates over the fields of @message that are texts or messages: FALSE at the end. Initially,
 * @rest is @message. */
gboolean rensa_wire_next_bytes (RensaWire *rest, guint *number, RensaWire *bytes);

G_END_DECLS
