/* rensa-table-examples-private.h: table rows as examples in the form of a data set.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-transform.h"

G_BEGIN_DECLS

/* Returns a float32 array of the rows, each of the shape of an example. NULL with an error that
 * names file and line. */
RensaArray *rensa_table_examples_read (const char *path, const RensaExampleForm *form, GError **error);

G_END_DECLS
