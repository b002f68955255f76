/* rensa-format.h: numbers and untrusted text in readable form.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <stdarg.h>

G_BEGIN_DECLS

/* "41,200". */
char *rensa_format_count (gint64 count);
/* The same with the separator of the locale; if it has none, a comma, or a narrow space if the
 * comma is the decimal point. */
char *rensa_format_local_count (gint64 count);
/* Formats at most three significant digits below 1,000, otherwise an integer, in the format of
 * the locale; "∞", "−∞", "NaN". */
char *rensa_format_local_number (double value);
/* "8 s", "2 min 13 s", "3 h 5 min", "2 d 4 h". */
char *rensa_format_duration (double seconds);
/* printf ("%.*g") with a decimal point in every locale. */
char *rensa_format_digits (double value, int digits);
/* vprintf () with a decimal point in every locale, for text that programs read. */
char *rensa_format_plain (const char *format, va_list arguments) G_GNUC_PRINTF (1, 0);
/* Returns the @n cells in lines of @n_columns, aligned to the right and two spaces apart. */
char *rensa_format_columns (const char *const *cells, guint n, guint n_columns);

/* Shortens long quotations in a sentence, and then the sentence, in the middle. The caller frees the result. */
char *rensa_shorten_sentence (const char *text);
/* Returns @text as valid UTF-8 without control characters, which are unreadable and are interpreted
 * by terminals. */
char *rensa_make_harmless (const char *text, gssize length);

G_END_DECLS
