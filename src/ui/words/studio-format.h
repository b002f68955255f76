/* studio-format.h: numbers, times and sizes as people read them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All of these return new text, in the language and with the separators of the locale. */

/* "89,610" */
char *studio_format_count (gint64 n);
/* A measured value with four significant digits: "0.3124", "2.5", "12,346", "1.5e-06", "NaN", "∞"; never "-0". */
char *studio_format_number (double value);
/* "0,05" of "0.05" where the locale has a comma; people write 5, not 5.0. */
char *studio_format_decimal (const char *text);
/* The same of a number that has commas between its thousands, which it takes over: "12.345,5" of "12,345.5". */
char *studio_format_local (char *number);
/* The other way round, for what a person has typed. A point is taken everywhere, and so is a comma unless it may part
 * thousands there. */
char *studio_read_decimal (const char *text);
/* What a person has set, with as many digits as it has: "2,000", "0.001", "1e-08". */
char *studio_format_setting (double value);
/* The name of a value, in the language of the person where its class has marked it for translation; a borrowed text. */
const char *studio_format_metric (const char *name);
/* "0 s", "0.42 s", "1.42 s", "13 s", "2 min 13 s", "3 h 5 min", "2 d 4 h". */
char *studio_format_duration (double seconds);
/* "512 B", "1.1 MiB"; "?" where @bytes is negative, which stands for what is not known. */
char *studio_format_bytes (gint64 bytes);
/* "today 14:02", "yesterday 14:02", "12 Mar 14:02", "12 Mar 2023"; @seconds since 1970. */
char *studio_format_time (gint64 seconds);
/* "today 14:02:31" and so on, for what began within a minute. */
char *studio_format_time_exactly (gint64 seconds);
/* The same as of another moment. */
char *studio_format_time_at (GDateTime *time, GDateTime *now, gboolean is_exact);

/* "3 links", "1 link". */
char *studio_format_links (gint64 n);
char *studio_format_nodes (gint64 n);
char *studio_format_parameters (gint64 n);
/* "no problems" for 0. */
char *studio_format_problems (gint64 n);
/* "2 problems"; "not ready yet" where nothing is wrong but something is missing */
char *studio_format_state (gint64 n_mistakes, gint64 n_missing);
char *studio_format_hints (gint64 n);
char *studio_format_examples (gint64 n);
char *studio_format_epochs (gint64 n);
char *studio_format_iterations (gint64 n);
char *studio_format_runs (gint64 n);

G_END_DECLS
