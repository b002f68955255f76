/* studio-csv.h: writes CSV fields.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appends a field, quoted if necessary as in RFC 4180. */
void studio_csv_append (GString *csv, const char *text);

G_END_DECLS
