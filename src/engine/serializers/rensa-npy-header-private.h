/* rensa-npy-header-private.h: the header of an "npy" file.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-values-private.h"

G_BEGIN_DECLS

/* @kind: an array, text, or RENSA_VALUE_NONE for a 0-d array of Python objects, which may be None.
 * @type: type of the array after reading; @item_size: size of one element in the file, which is
 *   smaller than that of
 * @type.dtype if @is_unsigned (16, 32 or 64 bits) is widened; @is_swapped: big-endian. For text,
 *   which may be an array of texts, @type contains the shape: @n_chars for each, UTF-32 or, if
 *   @is_bytes, UTF-8.
 * @n_bytes: size of the header, up to the data; @n_data_bytes: size of the data, unknown for
 *   objects. */
typedef struct
{
  RensaValueKind kind;
  RensaType type;
  gboolean fortran_order;
  gboolean is_swapped;
  gboolean is_unsigned;
  gsize item_size;
  gboolean is_bytes;
  gsize n_chars;
  gsize n_bytes;
  gsize n_data_bytes;
} RensaNpyHeader;

/* Upper bound for the size of a header. */
#define RENSA_NPY_MOST_HEADER_BYTES (65536 + 12)

/* Parses a header. RENSA_ERROR_FORMAT, with a sentence that starts in lower case, for anything that
 * NumPy would not have written or that has no counterpart here. */
gboolean rensa_npy_header_parse (const guint8 *bytes, gsize n_bytes, RensaNpyHeader *header, GError **error);

/* Returns the description, a Python dictionary: "{'descr': '<f4', 'fortran_order': False, 'shape':
 * (2, 3), }". */
char *rensa_npy_header_describe_array (const RensaType *type);
char *rensa_npy_header_describe_text (glong n_chars);
#define RENSA_NPY_OBJECT "{'descr': '|O', 'fortran_order': False, 'shape': (), }"

/* Return the size in bytes of a header with this description, and write the header itself. */
gsize rensa_npy_header_get_size (const char *description);
void rensa_npy_header_write (const char *description, guint8 *bytes);

G_END_DECLS
