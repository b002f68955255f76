/* rensa-principal-plane.h: projection of high-dimensional points onto a plane.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * rensa_principal_plane:
 * @rows: @n of @size finite values each
 * @points: filled with the coordinates of each row along the first two principal components
 * @share: fraction of the variance that the plane shows, from 0 to 1; 1 if there is none
 *
 * The sign of each component makes the coordinate farthest from the mean positive, or the first of
 * several. The work grows with n³.
 */
void rensa_principal_plane (const double *rows, gint64 n, gint64 size, double (*points)[2], double *share);

G_END_DECLS
