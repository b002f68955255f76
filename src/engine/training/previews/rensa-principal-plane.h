/* rensa-principal-plane.h: points of many dimensions on a plane.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * rensa_principal_plane:
 * @rows: @n of @size finite values each
 * @points: gets for each row its place along the first two principal components
 * @share: how much of the variance the plane shows, from 0 to 1; 1 where there is none
 *
 * Of each component that place is positive which is farthest from the mean; of several, the first. The work grows with n³.
 */
void rensa_principal_plane (const double *rows, gint64 n, gint64 size, double (*points)[2], double *share);

G_END_DECLS
