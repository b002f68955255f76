/* record.h: an object with a value of every kind, for tests of serializers.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "arrays.h"
#include "folder.h"
#include "rensa-npz.h"

typedef struct
{
  RensaArray *W;
  RensaArray *b;
  gint64 count;
  double rate;
  gboolean done;
  char *log;
} Record;

/* W (2, 3) float32 of 0 … 5 plus @shift, b None, and scalars that depend on @shift. */
void record_init (Record *record, double shift);
void record_clear (Record *record);
void record_assert_equal (const Record *a, const Record *b);

/* Keys layer/W, layer/b, count, rate, done, log. */
gboolean record_serialize (gpointer object, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Record, record_clear)
