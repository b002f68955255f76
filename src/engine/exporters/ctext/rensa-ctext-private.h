/* rensa-ctext-private.h: C code generation shared by export targets.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns @text, which may contain any bytes, as a C string literal that represents the same
 * bytes. */
char *rensa_ctext_quote (const char *text);
/* Returns TRUE if the string exceeds the length of literals guaranteed by C99; rensa_ctext_quote ()
 * then returns a compound literal, which cannot initialize static data. */
gboolean rensa_ctext_is_long (const char *text);
/* Returns @text as an initializer for an array of char: "{ 'a', 'b', 0 }". */
char *rensa_ctext_write_array (const char *text);
/* Returns @text for a one-line comment: nothing in it ends the comment, or has a meaning other than
 * it appears to have. */
char *rensa_ctext_write_comment (const char *text);
/* Returns TRUE if @name is a keyword of C, up to C23 and including GNU extensions, or a lowercase
 * macro of compilers or the C library. */
gboolean rensa_ctext_is_keyword (const char *name);

G_END_DECLS
