/* rensa-preview-maker.c: what a model makes, to be looked at.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-maker.h"

#include <math.h>
#include <string.h>

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-late-check.h"
#include "rensa-memory.h"
#include "rensa-modes.h"
#include "rensa-pixels.h"
#include "rensa-primitives.h"
#include "rensa-snapshot.h"

/* What previews draw from, which nothing else does. */
#define STREAM 0x70726576
/* Between tiles. */
#define GAP 2
#define GROUND 0xc8c8c8
/* Small pictures are shown larger. */
#define SMALL 64

void
rensa_previewed_clear (RensaPreviewed *previewed)
{
  g_clear_pointer (&previewed->pixels, g_free);
  g_clear_pointer (&previewed->text, g_free);
}

gboolean
rensa_previewed_save (const RensaPreviewed *previewed, const char *path, GError **error)
{
  if (previewed->text != NULL)
    return rensa_draft_save (path, previewed->text, strlen (previewed->text), error);
  return rensa_pixels_save_png (previewed->pixels, previewed->width, previewed->height, path, error);
}

void
rensa_preview_seed (gint64 seed)
{
  *rensa_random_get_default () = rensa_random_init ((guint64) seed, STREAM);
}

gboolean
rensa_preview_make (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error)
{
  g_auto (RensaModesScope) modes = rensa_modes_enter ();
  g_auto (RensaDeviceScope) device = rensa_device_enter (rensa_link_get_device (target));
  RensaRandom *random = rensa_random_get_default ();
  const RensaRandom kept = *random;
  GPtrArray *state = rensa_link_take_state (target);
  gboolean ok;

  rensa_modes_get ()->train = FALSE;
  rensa_modes_get ()->enable_backprop = FALSE;
  rensa_preview_seed (0);
  ok = rensa_extension_get_class (extension)->preview (extension, target, previewed, error);
  ok = rensa_late_checks_read (error) && ok;
  *random = kept;
  rensa_link_restore_state (target, state);
  return ok;
}

gboolean
rensa_preview_call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const RensaAttrSpec *spec =
      rensa_component_find_attr (RENSA_COMPONENT (rensa_extension_get_class (extension)), "filename");
  const char *filename = *(char *const *) G_STRUCT_MEMBER_P (rensa_extension_get_values (extension), spec->offset);
  RensaLink *target = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  g_autofree char *path = rensa_snapshot_make_path (trainer, filename);
  g_auto (RensaPreviewed) previewed = { 0 };

  if (!rensa_preview_make (extension, target, &previewed, error) || !rensa_previewed_save (&previewed, path, error))
    return FALSE;
  rensa_trainer_tell_file (trainer, "preview", path);
  return TRUE;
}

/* Tiles */

typedef struct
{
  gint64 n;
  gint64 n_channels;
  gint64 height;
  gint64 width;
} Form;

static gboolean
find_square (gint64 n, Form *form)
{
  for (gint64 n_channels = 1; n_channels <= 3; n_channels += 2)
    {
      const gint64 side = llround (sqrt ((double) n / (double) n_channels));

      if (side > 0 && n_channels * side * side == n)
        {
          *form = (Form){ form->n, n_channels, side, side };
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_form (RensaArray *array, Form *form)
{
  const RensaShape *shape = rensa_array_get_shape (array);

  if (shape->ndim < 2 || shape->ndim > 4)
    return FALSE;
  form->n = shape->dims[0];
  if (shape->ndim == 2)
    return find_square (shape->dims[1], form);
  form->n_channels = shape->ndim == 4 ? shape->dims[1] : 1;
  form->height = shape->dims[shape->ndim - 2];
  form->width = shape->dims[shape->ndim - 1];
  return (form->n_channels == 1 || form->n_channels == 3) && form->height > 0 && form->width > 0;
}

/* NaN is black. */
static guint32
to_byte (const RensaTiles *tiles, double value)
{
  const double share = (value - tiles->low) / (tiles->high - tiles->low);

  return share > 0 ? (guint32) (255 * MIN (share, 1) + 0.5) : 0;
}

static guint32
get_point (const RensaTiles *tiles, const Form *form, const double *picture, gint64 place)
{
  const gint64 n = form->height * form->width;
  const guint32 red = to_byte (tiles, picture[place]);

  if (form->n_channels == 1)
    return red << 16 | red << 8 | red;
  return red << 16 | to_byte (tiles, picture[n + place]) << 8 | to_byte (tiles, picture[2 * n + place]);
}

/* @left, @top: of the tile; @zoom: points of the whole for one of its own. */
static void
draw_tile (RensaPreviewed *previewed, const RensaTiles *tiles, const Form *form, const double *picture, gint64 left,
           gint64 top, gint64 zoom)
{
  for (gint64 y = 0; y < form->height * zoom; y++)
    for (gint64 x = 0; x < form->width * zoom; x++)
      previewed->pixels[(top + y) * previewed->width + left + x] =
          get_point (tiles, form, picture, y / zoom * form->width + x / zoom);
}

double *
rensa_preview_dup_numbers (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) cast = rensa_array_cast (array, RENSA_FLOAT64, error);
  const gint64 n = rensa_shape_count (rensa_array_get_shape (array));
  g_autofree double *values = cast != NULL ? rensa_memory_try_new (double, n, "preview", error) : NULL;

  return values != NULL && rensa_array_to_host (cast, values, error) ? g_steal_pointer (&values) : NULL;
}

static gboolean
refuse_form (RensaArray *array, GError **error)
{
  g_autofree char *shape = rensa_shape_to_string (rensa_array_get_shape (array));

  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("pictures of 1 or 3 channels were expected, with an axis for examples, but the shape is %s"),
                   shape);
  return FALSE;
}

/* @n_columns: of tiles; @n_rows: of those of one array, below each of which stand those of the others */
typedef struct
{
  Form form;
  gint64 n_columns;
  gint64 n_rows;
  int n_arrays;
  gint64 zoom;
} Plan;

static gboolean
make_plan (const RensaTiles *tiles, RensaArray *const *arrays, int n_arrays, Plan *plan, GError **error)
{
  *plan = (Plan){ .n_arrays = n_arrays };
  for (int i = 0; i < n_arrays; i++)
    {
      Form form;

      if (!find_form (arrays[i], &form) || (i > 0 && memcmp (&form, &plan->form, sizeof form) != 0))
        return refuse_form (arrays[i], error);
      plan->form = form;
    }
  plan->n_columns = MIN (tiles->n_columns, MAX (plan->form.n, 1));
  plan->n_rows = (plan->form.n + plan->n_columns - 1) / plan->n_columns;
  plan->zoom = MAX (1, SMALL / MAX (plan->form.height, plan->form.width));
  return TRUE;
}

static gboolean
lay_ground (RensaPreviewed *previewed, const Plan *plan, GError **error)
{
  const gint64 width = plan->n_columns * (plan->form.width * plan->zoom + GAP) + GAP;
  const gint64 height = plan->n_rows * plan->n_arrays * (plan->form.height * plan->zoom + GAP) + GAP;

  if (width > G_MAXINT16 || height > G_MAXINT16)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("the picture is too large: %lld × %lld points"),
                       (long long) width, (long long) height);
      return FALSE;
    }
  previewed->pixels = rensa_memory_try_new (guint32, (guint64) (width * height), "preview", error);
  if (previewed->pixels == NULL)
    return FALSE;
  previewed->width = (int) width;
  previewed->height = (int) height;
  for (gint64 i = 0; i < width * height; i++)
    previewed->pixels[i] = GROUND;
  return TRUE;
}

static gboolean
draw_array (RensaPreviewed *previewed, const RensaTiles *tiles, const Plan *plan, RensaArray *array, int number,
            GError **error)
{
  const Form *form = &plan->form;
  const gint64 size = form->n_channels * form->height * form->width;
  g_autofree double *values = rensa_preview_dup_numbers (array, error);

  for (gint64 i = 0; values != NULL && i < form->n; i++)
    draw_tile (previewed, tiles, form, values + i * size, GAP + i % plan->n_columns * (form->width * plan->zoom + GAP),
               GAP + (i / plan->n_columns * plan->n_arrays + number) * (form->height * plan->zoom + GAP), plan->zoom);
  return values != NULL;
}

gboolean
rensa_previewed_tile (RensaPreviewed *previewed, const RensaTiles *tiles, RensaArray *const *arrays, int n_arrays,
                      GError **error)
{
  Plan plan;

  if (!make_plan (tiles, arrays, n_arrays, &plan, error) || !lay_ground (previewed, &plan, error))
    return FALSE;
  for (int i = 0; i < n_arrays; i++)
    if (!draw_array (previewed, tiles, &plan, arrays[i], i, error))
      return FALSE;
  return TRUE;
}
