/* studio-data-siblings.h: the folder of pictures that a picture belongs to.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* @picture: the one that was asked about; @folder: (nullable): the one to learn from; NULL where the picture is alone; @n_pictures: in it and in its folders; @n_classes: so many of
 * its folders have pictures; 0 where they lie in @folder itself */
typedef struct
{
  GFile *picture;
  GFile *folder;
  guint n_pictures;
  guint n_classes;
} StudioDataSiblings;

/* A picture in a folder beside other folders with pictures belongs to the class of its folder, and to the folder of them all. No more than
 * a few thousand files are looked at, in a thread of its own: the folder may be in a network. @source: (type GObject): of the result */
void studio_data_siblings_find (gpointer source, GFile *picture, GAsyncReadyCallback callback);
StudioDataSiblings *studio_data_siblings_find_finish (GAsyncResult *result);
void studio_data_siblings_free (StudioDataSiblings *siblings);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioDataSiblings, studio_data_siblings_free)

G_END_DECLS
