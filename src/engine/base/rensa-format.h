/* rensa-format.h: numbers and foreign text as people read them.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "41,200". */
char *rensa_format_count (gint64 count);
/* The same with the separator of the locale; of a locale without one, a comma or, where that is the decimal point, a narrow space. */
char *rensa_format_local_count (gint64 count);
/* At most three significant digits below 1,000, else a whole number, as the locale writes them; "∞", "−∞", "NaN". */
char *rensa_format_local_number (double value);
/* "8 s", "2 min 13 s", "3 h 5 min", "2 d 4 h". */
char *rensa_format_duration (double seconds);
/* printf ("%.*g") with a point in every locale. */
char *rensa_format_digits (double value, int digits);
/* Lines of @n_columns of the @n cells each, which are aligned to the right and two spaces apart. */
char *rensa_format_columns (const char *const *cells, guint n, guint n_columns);

/* Shortens long quotations in a sentence, and then the sentence, in the middle. The caller frees the result. */
char *rensa_shorten_sentence (const char *text);
/* @text without what nobody can read and a terminal obeys: as valid UTF-8 without control characters. */
char *rensa_make_harmless (const char *text, gssize length);

G_END_DECLS
