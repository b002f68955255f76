/* rensa-language-private.h: texts in the user's language.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

/* The program says which language that is; without it texts are English. */
#define _(String) g_dgettext ("rensa", String)
