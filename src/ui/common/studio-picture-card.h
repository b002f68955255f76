/* studio-picture-card.h: something to begin with, among others.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A drawing, a name and a sentence. */
#define STUDIO_TYPE_PICTURE_CARD (studio_picture_card_get_type ())
G_DECLARE_FINAL_TYPE (StudioPictureCard, studio_picture_card, STUDIO, PICTURE_CARD, GtkFlowBoxChild)

/* @picture: of data/recipes, without the ending; @key: what the card stands for. All are static; @name and @sentence are translated. */
GtkWidget *studio_picture_card_new (const char *picture, const char *name, const char *sentence, const char *key);
const char *studio_picture_card_get_key (StudioPictureCard *self);
/* The drawing alone, @width pixels wide. */
GtkWidget *studio_picture_card_new_drawing (const char *picture, int width);

G_END_DECLS
