/* studio-pch.h: what most files of the studio include, compiled once for each of its libraries.
 * SPDX-License-Identifier: MIT */

#include <adwaita.h>
#include <glib/gi18n.h>
