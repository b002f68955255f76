/* studio-pch.h: precompiled header of the studio's libraries.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <glib/gi18n.h>
