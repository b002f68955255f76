/* rensa-table-examples-private.h: the rows of a table as examples that a data set knows.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-transform.h"

G_BEGIN_DECLS

/* float32, of the shape of examples behind the rows. NULL with an error that names file and line. */
RensaArray *rensa_table_examples_read (const char *path, const RensaExampleForm *form, GError **error);

G_END_DECLS
