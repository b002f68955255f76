/* rensa-python-private.h: writing Python.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* PEP 8. */
#define RENSA_PYTHON_WIDTH 79

gboolean rensa_python_is_keyword (const char *name);
/* In single quotes. */
char *rensa_python_quote (const char *text);
/* Appends a logical line. Where it is too long for one line it goes on inside its brackets. */
void rensa_python_append (GString *out, int indent, const char *line);
/* The same of what @format makes; an empty line has no spaces. */
void rensa_python_append_printf (GString *out, int indent, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Appends @text as a docstring of paragraphs, filled; paragraphs are separated by an empty line, and one that is
 * indented stays as it is. */
void rensa_python_append_docstring (GString *out, const char *text);
/* The end of the bracket that opens at @text, which is its closing counterpart, or the end of the text. */
const char *rensa_python_skip_bracket (const char *text);
/* The bracket of a call that is all of @text; NULL for "{a} + {b}". */
const char *rensa_python_find_arguments (const char *text);
/* Of a list "a, b(c, d)", at its outermost commas, and of a comprehension before "for"; without the spaces between. */
GPtrArray *rensa_python_split (const char *list, gsize length);

G_END_DECLS
