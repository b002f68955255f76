/* studio-format.h: formats numbers, times and sizes for display.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All of these return newly allocated text, in the language and with the separators of the locale. */

/* "89,610" */
char *studio_format_count (gint64 n);
/* Formats a measured value with four significant digits: "0.3124", "2.5", "12,346", "1.5e-06",
 * "NaN", "∞"; never "-0". */
char *studio_format_number (double value);
/* Returns "0,05" for "0.05" if the locale has a decimal comma; writes 5, not 5.0. */
char *studio_format_decimal (const char *text);
/* Formats with at most one decimal: "2.5", "50". */
char *studio_format_tenths (double value);
/* Same as studio_format_decimal () for a number with commas as thousands separators, such as "12.345,5" for "12,345.5"; takes
 * ownership of @number. */
char *studio_format_local (char *number);
/* Inverse, for text typed by the user. Always accepts a decimal point, and also a decimal comma
 * unless it may be a thousands separator in this locale. */
char *studio_read_decimal (const char *text);
/* Formats a setting with all its digits: "2,000", "0.001", "1e-08". */
char *studio_format_setting (double value);
/* Returns the name of a value, translated if its class has marked it for translation; borrowed. */
const char *studio_format_metric (const char *name);
/* "0 s", "0.42 s", "1.42 s", "13 s", "2 min 13 s", "3 h 5 min", "2 d 4 h". */
char *studio_format_duration (double seconds);
/* "512 B", "1.1 MiB"; "?" if @bytes is negative, which means unknown. */
char *studio_format_bytes (gint64 bytes);
/* "today 14:02", "yesterday 14:02", "12 Mar 14:02", "12 Mar 2023"; @seconds since 1970. */
char *studio_format_time (gint64 seconds);
/* "today 14:02:31" and so on, to distinguish times within a minute. */
char *studio_format_time_exactly (gint64 seconds);
/* Same, relative to @now. */
char *studio_format_time_at (GDateTime *time, GDateTime *now, gboolean is_exact);

/* "3 links", "1 link". */
char *studio_format_links (gint64 n);
char *studio_format_nodes (gint64 n);
char *studio_format_parameters (gint64 n);
/* "no problems" for 0. */
char *studio_format_problems (gint64 n);
/* "2 problems"; "not ready yet" if there are no mistakes but something is missing */
char *studio_format_state (gint64 n_mistakes, gint64 n_missing);
char *studio_format_hints (gint64 n);
char *studio_format_examples (gint64 n);
char *studio_format_epochs (gint64 n);
char *studio_format_iterations (gint64 n);
char *studio_format_runs (gint64 n);

/* Appends a field, quoted if necessary as in RFC 4180. */
void studio_csv_append (GString *csv, const char *text);

G_END_DECLS
