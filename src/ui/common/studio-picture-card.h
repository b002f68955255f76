/* studio-picture-card.h: a card with a picture, for one of several starting points.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A drawing, a name and a sentence. */
#define STUDIO_TYPE_PICTURE_CARD (studio_picture_card_get_type ())
G_DECLARE_FINAL_TYPE (StudioPictureCard, studio_picture_card, STUDIO, PICTURE_CARD, GtkFlowBoxChild)

/* @picture: file in data/recipes, without the extension; @key: identifies what the card represents.
 *   All are static; @name and @sentence are translated. */
GtkWidget *studio_picture_card_new (const char *picture, const char *name, const char *sentence, const char *key);
const char *studio_picture_card_get_key (StudioPictureCard *self);
/* Returns only the drawing, @width pixels wide. */
GtkWidget *studio_picture_card_new_drawing (const char *picture, int width);

G_END_DECLS
