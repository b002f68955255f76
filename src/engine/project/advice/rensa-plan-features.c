/* rensa-plan-features.c: features of pictures that were learned from others, for few pictures.
 * SPDX-License-Identifier: MIT */

#include "rensa-plan-private.h"

#include "rensa-edit.h"
#include "rensa-language.h"
#include "rensa-shipped.h"

/* With more pictures of each class, features were not measured against a network that learns from these alone: see doc/defaults.md. */
#define MOST_PER_CLASS 50
/* The features halve pictures three times. */
#define SMALLEST_PICTURE 16
#define N_UPDATES 500
#define FEATURES "features"

static gboolean
has_size (const RensaPicture *picture)
{
  return (picture->n_channels == 1 || picture->n_channels == 3)
         && MIN (picture->height, picture->width) >= SMALLEST_PICTURE;
}

gboolean
rensa_planning_suits_features (RensaPlanning *self)
{
  const RensaPreview *preview = self->preview;
  g_autofree char *path = NULL;

  if (!has_size (&preview->picture) || preview->n_classes <= 1 || preview->train.n > MOST_PER_CLASS * preview->n_classes
      || preview->low < 0 || preview->high > 1)
    return FALSE;
  path = rensa_shipped_find (RENSA_SHIPPED_FEATURES_DOCUMENT);
  return path != NULL && rensa_shipped_check (RENSA_SHIPPED RENSA_SHIPPED_FEATURES, NULL);
}

/* Pastes the network of features behind the last node. */
static gboolean
add_network (RensaPlanning *self, GError **error)
{
  static const char *const names[] = { FEATURES, NULL };
  g_autofree char *path = rensa_shipped_find (RENSA_SHIPPED_FEATURES_DOCUMENT);
  g_autoptr (RensaDocument) shipped = rensa_document_load (path, error);
  g_autofree char *text = shipped != NULL ? rensa_document_copy_nodes (shipped, "", names, error) : NULL;
  g_auto (GStrv) pasted = text != NULL ? rensa_document_paste_nodes (self->document, "", text, 0, 0, error) : NULL;

  if (pasted == NULL || !rensa_document_connect (self->document, "", self->last, FEATURES, error)
      || !rensa_document_set_output (self->document, "", FEATURES, error))
    return FALSE;
  g_free (self->last);
  self->last = g_strdup (FEATURES);
  return rensa_planning_set (self, error, "model." FEATURES ".frozen=True")
         && rensa_planning_set (self, error, "weights=" RENSA_SHIPPED RENSA_SHIPPED_FEATURES);
}

gboolean
rensa_planning_add_features (RensaPlanning *self, GError **error)
{
  const RensaPreview *preview = self->preview;

  self->n_updates = N_UPDATES;
  rensa_planning_tell (
      self, g_strdup_printf (_ ("Features pretrained on drawn images and one trainable layer, because %lld images of "
                                "%lld classes are too few to train a network from scratch."),
                             (long long) preview->train.n, (long long) preview->n_classes));
  return (preview->picture.n_channels == 3 || rensa_planning_add (self, "tile", "reps=(1, 3, 1, 1)", error))
         && add_network (self, error);
}
