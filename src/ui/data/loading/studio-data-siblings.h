/* studio-data-siblings.h: finds the folder of images that an image belongs to.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* @picture: the image in question; @folder: (nullable): the folder to learn from; NULL if the image
 *   is the only one; @n_pictures: number of images in it and in its folders; @n_classes: number of
 *   its folders with images; 0 if they are in @folder itself */
typedef struct
{
  GFile *picture;
  GFile *folder;
  guint n_pictures;
  guint n_classes;
} StudioDataSiblings;

/* An image in a folder next to other folders with images belongs to the class of its folder, and to
 * their common parent folder. Reads at most a few thousand files, in a separate thread: the folder
 * may be on a network. @source: (type GObject): source object of the result */
void studio_data_siblings_find (gpointer source, GFile *picture, GAsyncReadyCallback callback);
StudioDataSiblings *studio_data_siblings_find_finish (GAsyncResult *result);
void studio_data_siblings_free (StudioDataSiblings *siblings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioDataSiblings, studio_data_siblings_free)

G_END_DECLS
