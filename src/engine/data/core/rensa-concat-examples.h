/* rensa-concat-examples.h: concatenation of examples to a batch.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"

G_BEGIN_DECLS

/* An example: a tuple of @n arrays or, with @names, a dictionary. Everything is borrowed. */
typedef struct
{
  RensaArray *const *arrays;
  int n;
  const char *const *names;
} RensaExample;

/**
 * RensaConcatOptions:
 * @padding: (nullable): for each field the value that pads shorter arrays, NaN if all must have the
 *   same shape; NULL is NaN for all
 * @device: (nullable): destination of the batch; NULL keeps it on the device of the examples
 */
typedef struct
{
  const double *padding;
  const RensaDevice *device;
} RensaConcatOptions;

/* Stacks each field of the examples along a new first axis, like Chainer's concat_examples. The
 * fields are those of the first example: for a dictionary the others are looked up by name, and
 * additional ones are ignored. Without padding the dtype is the one that holds all values of a
 * field, with padding that of the first; plain integers are 0-d int64 arrays here. @options:
 * (nullable). @fields has room for RENSA_MAX_FIELDS.
 *
 * Returns the number of fields; -1 with RENSA_ERROR_INVALID, and no arrays, if there are no
 * examples, if one lacks a field, or if shapes differ. */
int rensa_concat_examples (const RensaExample *examples, gint64 n, const RensaConcatOptions *options,
                           RensaArray **fields, GError **error);

/* Stacks examples that are single arrays; @arrays contains RensaArray. */
RensaArray *rensa_concat_arrays (GPtrArray *arrays, GError **error);

/* The same as a RensaConverter's convert, whose data are RensaConcatOptions with a padding for each field: for data sets in which the
 * arrays of examples differ in length. */
int rensa_concat_convert (const RensaBatch *batch, gpointer options, RensaArray **fields, GError **error);

G_END_DECLS
