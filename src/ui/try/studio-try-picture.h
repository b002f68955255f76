/* studio-try-picture.h: a generated picture, scaled with sharp pixels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

#include "rensa-preview-maker.h"

G_BEGIN_DECLS

/* Shows the whole picture, enlarged by the largest integer factor that fits, or reduced if there is
 * not enough space. */
#define STUDIO_TYPE_TRY_PICTURE (studio_try_picture_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryPicture, studio_try_picture, STUDIO, TRY_PICTURE, GtkWidget)

/* @previewed: a picture; copied. */
void studio_try_picture_show (StudioTryPicture *picture, const RensaPreviewed *previewed);
/* Returns the scale factor from picture pixels to screen pixels; 0 if there is no picture. */
double studio_try_picture_get_zoom (StudioTryPicture *picture);

G_END_DECLS
