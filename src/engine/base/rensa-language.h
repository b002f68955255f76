/* rensa-language.h: translation of texts to the user's language.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/* The program sets the language; otherwise texts are English. */
#define _(String) g_dgettext ("rensa", String)
#define N_(String) (String)
/* Marks a text and its plural. */
#define NN_(One, Many) One, Many
#define ngettext(One, Many, N) g_dngettext ("rensa", One, Many, N)
