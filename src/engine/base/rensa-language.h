/* rensa-language.h: texts in the user's language.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/* The program says which language that is; without it texts are English. */
#define _(String) g_dgettext ("rensa", String)
#define N_(String) (String)
#define ngettext(One, Many, N) g_dngettext ("rensa", One, Many, N)
