/* rensa-phrase-private.h: a marked text with its arguments, which can be translated again.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>
#include <stdarg.h>

G_BEGIN_DECLS

/* Returns @format, untranslated, followed by its arguments as texts, NULL-terminated; NULL if it has
 * conversions other than of plain strings, integers and floating-point numbers. */
char **rensa_phrase_new (const char *format, va_list args);
/* Returns the phrase in the user's language; NULL if its translation refers to an argument that it does
 * not have. The phrase may come from an untrusted file. */
char *rensa_phrase_word (const char *const *phrase);

G_END_DECLS
