/* rensa-export-private.h: what the ways of saving a program share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"

G_BEGIN_DECLS

/* @reason, which speaks of @part, as @error, which speaks of @path, whose place it is to take. */
void rensa_export_propagate_error (GError **error, const GError *reason, const char *part, const char *path);

G_END_DECLS
