/* filters.c: Filters, patterns that the first layer detects.
 * SPDX-License-Identifier: MIT */

#include "rensa-extensions.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-preview-tiles.h"
#include "rensa-primitives.h"

static const char *const ranges[] = { "own", "common", NULL };
static const RensaTilesRange tile_ranges[] = { RENSA_TILES_OWN, RENSA_TILES_COMMON };

typedef struct
{
  char *link;
  gint64 range;
  gint64 n;
  gint64 columns;
  char *filename;
} Filters;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_STRING (Filters, link, .names = RENSA_NAMES_LINK, .none = TRUE, .allow_none = TRUE, .title = N_ ("Link"),
                     .hint = N_ ("Link whose first parameter contains the filters, such as “predictor/conv1”; None "
                                 "uses the first link with image filters")),
  RENSA_ATTR_CHOICE (Filters, range, .choices = ranges, .title = N_ ("Range"),
                     .hint = N_ ("Scales black and white to the minimum and maximum of each filter or of all filters")),
  RENSA_ATTR_INT (Filters, n, .initial = 64, .min = 1, .max = 1024, .title = N_ ("Filters"),
                  .hint = N_ ("Maximum number of filters shown")),
  RENSA_ATTR_INT (Filters, columns, .initial = 8, .min = 1, .max = 64, .title = N_ ("Columns")),
  RENSA_ATTR_FILE_PATTERN (Filters, filename, .initial_text = "filters_iter_{.updater.iteration}.png",
                           .title = N_ ("File Name"),
                           .hint = N_ ("{.updater.iteration} and {.updater.epoch} are replaced by their values")),
};

/* Filters can have the same gray as the gap between them. */
#define GAP 6

static gboolean
are_colours (gint64 n_channels)
{
  return n_channels == 1 || n_channels == 3;
}

/* Returns TRUE if filters of this shape apply to examples like @picture, either to a whole image or
 * to a window. */
static gboolean
fit_pictures (const RensaShape *shape, const RensaPicture *picture)
{
  if (shape->ndim == 2)
    return are_colours (picture->n_channels) && shape->dims[1] == (gint64) rensa_picture_get_size (picture);
  return shape->ndim == 4 && are_colours (shape->dims[1]);
}

/* Returns the first link below @link, in the order in which they were added, that has such filters,
 * or NULL if there is none. If a row of the class's table has several links, images go into the
 * first. */
static RensaLink *
find_first (RensaLink *link, const RensaPicture *picture)
{
  const guint n_rows = rensa_link_get_class (link)->n_children;
  const guint n = n_rows > 0 ? n_rows : rensa_link_get_n_children (link);
  RensaVariable *param = n == 0 ? rensa_preview_get_first_param (link) : NULL;

  if (param != NULL && fit_pictures (rensa_array_get_shape (rensa_variable_get_array (param)), picture))
    return link;
  for (guint i = 0; i < n; i++)
    {
      RensaLink *child = rensa_link_get_child (link, i);
      RensaLink *found = child != NULL ? find_first (child, picture) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Returns the first @most filters; channels that are not colors are separate tiles. */
static RensaArray *
take_tiles (RensaArray *array, gint64 most, GError **error)
{
  const RensaShape *shape = rensa_array_get_shape (array);
  g_autoptr (RensaArray) tiles = NULL;

  if (shape->ndim < 4 || (shape->ndim == 4 && are_colours (shape->dims[1])))
    tiles = rensa_array_ref (array);
  else
    tiles = rensa_array_reshape (array, &RENSA_SHAPE (-1, shape->dims[shape->ndim - 2], shape->dims[shape->ndim - 1]),
                                 error);
  return tiles != NULL ? rensa_array_view_range (tiles, 0, 0, MIN (most, rensa_array_get_shape (tiles)->dims[0]))
                       : NULL;
}

/* Returns the first parameter of the link that the attribute names, or of the first link with image
 * filters. */
static RensaArray *
find_filters (const Filters *self, RensaExtension *extension, RensaLink *target, GError **error)
{
  const RensaPicture *picture = rensa_extension_get_picture (extension);
  RensaLink *link = self->link != NULL ? rensa_preview_find_link (extension, target, self->link, error)
                                       : find_first (target, picture);
  RensaVariable *param = link != NULL ? rensa_preview_get_first_param (link) : NULL;
  RensaArray *array = param != NULL ? rensa_variable_get_array (param) : NULL;

  if (self->link != NULL && link == NULL)
    return NULL;
  if (link == NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: no link of the model has image filters"), "Filters");
  else if (array == NULL || rensa_array_get_ndim (array) < 2 || rensa_array_get_count (array) == 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the first parameter of “%s” does not contain filters"),
                     "Filters", self->link);
  else
    return take_tiles (array, self->n, error);
  return NULL;
}

static gboolean
preview (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  const Filters *self = rensa_extension_get_values (extension);
  const RensaTiles tiles = { .n_columns = (int) self->columns,
                             .gap = GAP,
                             .range = tile_ranges[self->range],
                             .picture = rensa_extension_get_picture (extension) };
  g_autoptr (RensaArray) filters = find_filters (self, extension, target, error);

  if (filters == NULL)
    return FALSE;
  if (rensa_previewed_tile (previewed, &tiles, &filters, 1, error))
    return TRUE;
  g_prefix_error (error, "%s: ", "Filters");
  return FALSE;
}

static gboolean
suggest (const RensaPreviewSubject *subject, RensaAttrs *found)
{
  return subject->target != NULL && subject->picture.n_channels > 0
         && find_first (subject->target, &subject->picture) != NULL;
}

const RensaExtensionClass rensa_filters_class = {
  .name = "Filters",
  .title = N_ ("Filters"),
  .summary = N_ ("Shows the filters of a layer as images"),
  .words = N_ ("preview;weights;kernels;features;convolution"),
  RENSA_ATTRS (Filters, attrs),
  .priority = RENSA_PRIORITY_READER,
  .trigger_period = 1,
  .trigger_unit = "epoch",
  .inputs = RENSA_INPUTS ("target:" RENSA_MAIN),
  .preview = preview,
  .suggest = suggest,
  .is_general = TRUE,
  .call = rensa_preview_call,
};
