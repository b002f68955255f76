/* rensa-ctext-private.h: words of C that targets share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* @text as a string of C that is read back as the same bytes, whatever they are. */
char *rensa_ctext_quote (const char *text);
/* Whether C99 promises no literal for it, so that rensa_ctext_quote () gives a compound literal, which initializes nothing static. */
gboolean rensa_ctext_is_long (const char *text);
/* @text as what initializes an array of char: "{ 'a', 'b', 0 }". */
char *rensa_ctext_write_array (const char *text);
/* @text for a comment of one line: nothing that ends it, and nothing that is read otherwise than it looks. */
char *rensa_ctext_write_comment (const char *text);
/* Whether @name is a keyword of C, up to C23 and with those of GNU, or what compilers and the C library define beside them in small
 * letters. */
gboolean rensa_ctext_is_keyword (const char *name);

G_END_DECLS
