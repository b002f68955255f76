/* rensa-text-private.h: pieces of text that several extensions read or write.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "main/loss, epoch" as its names; NULL for NULL, which stands for None. */
GStrv rensa_split_names (const char *text);
/* "41,200". */
char *rensa_format_count (gint64 count);
/* "8 s", "2 min 13 s", "3 h 5 min", "2 d 4 h". */
char *rensa_format_duration (double seconds);
/* printf ("%.*g") with a point in every locale. */
char *rensa_format_digits (double value, int digits);

G_END_DECLS
