/* rensa-wire.h: messages of protocol buffers, read where they lie.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A message: fields one after the other, each with a number and of one of four kinds.  It lies in the memory of somebody else.  What reads
 * fields expects one that was checked, and passes over those of another kind, as protocol buffers do. */
typedef struct
{
  const guint8 *data;
  gsize size;
} RensaWire;

/* Whether fields follow each other without a gap up to the end; those inside of fields are not looked at.  RENSA_ERROR_FORMAT with a
 * sentence that has @what, "layer 3", and the place of the byte. */
gboolean rensa_wire_check (const RensaWire *message, const char *what, GError **error);

/* The last of field @number, or @fallback. */
gint64 rensa_wire_get_int (const RensaWire *message, guint number, gint64 fallback);
double rensa_wire_get_float (const RensaWire *message, guint number, double fallback);
/* As many as there are of the whole numbers of field @number; at most @max are put into @values. */
guint rensa_wire_get_ints (const RensaWire *message, guint number, gint64 *values, guint max);
/* How many numbers of four bytes field @number has; @values NULL only counts them. */
gsize rensa_wire_get_floats (const RensaWire *message, guint number, float *values, gsize max);
/* The @i-th of field @number, text or message; FALSE beyond the last. */
gboolean rensa_wire_get_bytes (const RensaWire *message, guint number, guint i, RensaWire *bytes);
/* Text of it; "" where there is none, NULL where it is no UTF-8. */
char *rensa_wire_dup_text (const RensaWire *message, guint number, guint i);

/* The fields of @message that are texts or messages, in order: FALSE at the end.  @rest is @message at first. */
gboolean rensa_wire_next_bytes (RensaWire *rest, guint *number, RensaWire *bytes);

G_END_DECLS
