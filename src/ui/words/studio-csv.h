/* studio-csv.h: fields of tables in CSV.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In quotes where it has to be, as in RFC 4180. */
void studio_csv_append (GString *csv, const char *text);

G_END_DECLS
