/* studio-data-siblings.h: the folder of pictures that a picture belongs to.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* @folder: (nullable): the one to learn from; NULL where the picture is alone; @n_pictures: in it and in its folders; @n_classes: so many of
 * its folders have pictures; 0 where they lie in @folder itself */
typedef struct
{
  GFile *folder;
  guint n_pictures;
  guint n_classes;
} StudioDataSiblings;

/* A picture in a folder beside other folders with pictures belongs to the class of its folder, and to the folder of them all. No more than
 * a few thousand files are looked at. */
void studio_data_siblings_find (GFile *picture, StudioDataSiblings *siblings);
void studio_data_siblings_clear (StudioDataSiblings *siblings);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StudioDataSiblings, studio_data_siblings_clear)

G_END_DECLS
