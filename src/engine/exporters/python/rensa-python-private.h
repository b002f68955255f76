/* rensa-python-private.h: formatting of Python code.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* PEP 8. */
#define RENSA_PYTHON_WIDTH 79

gboolean rensa_python_is_keyword (const char *name);
/* Returns @text in single quotes. */
char *rensa_python_quote (const char *text);
/* Appends a logical line, wrapped inside its brackets if it is too long. */
void rensa_python_append (GString *out, int indent, const char *line);
/* The same for a formatted line; an empty line is not indented. */
void rensa_python_append_printf (GString *out, int indent, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Appends @text as a docstring of wrapped paragraphs; paragraphs are separated by an empty line,
 * and indented ones are left unchanged. */
void rensa_python_append_docstring (GString *out, const char *text);
/* Returns the closing counterpart of the bracket at @text, or the end of the text. */
const char *rensa_python_skip_bracket (const char *text);
/* Returns the opening bracket of a call that makes up the whole @text; NULL for "{a} + {b}". */
const char *rensa_python_find_arguments (const char *text);
/* Splits a list "a, b(c, d)" at its outermost commas, and a comprehension before "for", removing
 * the spaces between the parts. */
GPtrArray *rensa_python_split (const char *list, gsize length);

G_END_DECLS
