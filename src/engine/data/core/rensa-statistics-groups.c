/* rensa-statistics-groups.c: groups of numbers of an example that share statistics.
 * SPDX-License-Identifier: MIT */

#include "rensa-statistics-groups-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-primitives.h"

const char *const rensa_per_choices[] = { "auto", "feature", "channel", "all", NULL };

RensaGroups
rensa_groups_of (RensaPer per, const RensaExampleForm *form)
{
  const RensaShape *shape = &form->type.shape;
  const gint64 size = rensa_shape_count (shape);
  const gboolean is_picture = form->picture.n_channels > 0;

  if (per == RENSA_PER_AUTO)
    per = is_picture || shape->ndim > 1 ? RENSA_PER_CHANNEL : RENSA_PER_FEATURE;
  if (per == RENSA_PER_CHANNEL && is_picture)
    return (RensaGroups){ form->picture.n_channels, form->picture.height * form->picture.width };
  if (per == RENSA_PER_CHANNEL && shape->ndim > 1)
    return (RensaGroups){ shape->dims[0], size / shape->dims[0] };
  return per == RENSA_PER_ALL ? (RensaGroups){ 1, size } : (RensaGroups){ size, 1 };
}

RensaArray *
rensa_groups_divide (RensaGroups groups, RensaArray *x, GError **error)
{
  return rensa_array_reshape (x, &RENSA_SHAPE (rensa_array_get_dim (x, 0), groups.n, groups.size), error);
}

RensaArray *
rensa_groups_make_figure (RensaGroups groups, const double *values, GError **error)
{
  return rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (groups.n), values, error);
}

RensaArray *
rensa_groups_spread (RensaGroups groups, const double *values, RensaArray *x, GError **error)
{
  g_autoptr (RensaArray) column = rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (groups.n, 1), values, error);

  return rensa_array_cast (column, rensa_array_get_dtype (x), error);
}

gboolean
rensa_groups_check (RensaGroups groups, const RensaTransformCall *call, guint n_figures, GError **error)
{
  for (guint i = 0; i < n_figures; i++)
    if (!rensa_shape_equal (rensa_array_get_shape (call->figures[i]), &RENSA_SHAPE (groups.n)))
      {
        g_autofree char *found = rensa_shape_to_string (rensa_array_get_shape (call->figures[i]));

        rensa_set_words (error, RENSA_ERROR_FORMAT,
                         N_ ("expected %d numbers, but the file contains an array of shape %s"), (int) groups.n, found);
        return FALSE;
      }
  return TRUE;
}
