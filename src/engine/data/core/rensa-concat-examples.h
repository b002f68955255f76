/* rensa-concat-examples.h: single examples become a batch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"

G_BEGIN_DECLS

/* An example: a tuple of @n arrays or, where there are @names, a dictionary. Everything is borrowed. */
typedef struct
{
  RensaArray *const *arrays;
  int n;
  const char *const *names;
} RensaExample;

/**
 * RensaConcatOptions:
 * @padding: (nullable): for each field what fills up shorter arrays, NaN where all must have the same shape; NULL is NaN for all
 * @device: (nullable): where the batch goes; NULL leaves it where the examples are
 */
typedef struct
{
  const double *padding;
  const RensaDevice *device;
} RensaConcatOptions;

/* Stacks each field of the examples along a new first axis, as Chainer's concat_examples. The fields are those of the first example:
 * of a dictionary others are found by their names, and what others have besides is left out. Without padding the dtype is that which
 * holds all of a field, with padding that of the first; plain integers are 0-d int64 arrays here. @options: (nullable). @fields has room
 * for RENSA_MAX_FIELDS.
 *
 * Returns how many fields there are; -1 with RENSA_ERROR_INVALID, and no arrays, where there are no examples, where one lacks a field, and
 * where shapes differ. */
int rensa_concat_examples (const RensaExample *examples, gint64 n, const RensaConcatOptions *options,
                           RensaArray **fields, GError **error);

/* Of examples that are single arrays, @arrays of RensaArray. */
RensaArray *rensa_concat_arrays (GPtrArray *arrays, GError **error);

/* The same as a RensaConverter's convert, whose data are RensaConcatOptions with a padding for each field: for data sets in which the
 * arrays of examples differ in length. */
int rensa_concat_convert (const RensaBatch *batch, gpointer options, RensaArray **fields, GError **error);

G_END_DECLS
