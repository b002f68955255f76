/* rensa-preview-maker.c: visual output of a model.
 * SPDX-License-Identifier: MIT */

#include "rensa-preview-maker.h"

#include <string.h>

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-late-check.h"
#include "rensa-memory.h"
#include "rensa-modes.h"
#include "rensa-png.h"
#include "rensa-primitives.h"
#include "rensa-snapshot.h"

/* Random stream reserved for previews. */
#define STREAM 0x70726576

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
rensa_preview_rehearse (RensaExtension *extension, RensaLink *target, GError **error)
{
  g_auto (RensaPreviewed) previewed = { 0 };
  GError *reason = NULL;

  if (rensa_preview_make (extension, target, &previewed, &reason))
    return TRUE;
  if (g_error_matches (reason, RENSA_ERROR, RENSA_ERROR_CANCELLED))
    {
      g_error_free (reason);
      return TRUE;
    }
  g_propagate_error (error, reason);
  return FALSE;
}

gboolean
rensa_preview_call_target (RensaLink *target, RensaVariable *const *batch, int n, GError **error)
{
  g_autoptr (RensaReporter) reporter = rensa_reporter_new ();
  g_autoptr (RensaObservation) observation = rensa_observation_new ();
  RensaVariable *outputs[RENSA_MAX_OUTPUTS] = { NULL };
  int n_outputs;

  rensa_reporter_push (reporter, observation);
  n_outputs = rensa_link_call_n (target, batch, n, outputs, RENSA_MAX_OUTPUTS, error);
  rensa_reporter_pop (reporter);
  rensa_variables_clear (outputs, MAX (n_outputs, 0));
  return n_outputs >= 0;
}

/* Adds an extension by the type of the result to a name that has none. */
static char *
make_path (RensaTrainer *trainer, const char *filename, const RensaPreviewed *previewed)
{
  g_autofree char *path = rensa_snapshot_make_path (trainer, filename);
  g_autofree char *name = g_path_get_basename (path);

  if (strchr (name, '.') != NULL)
    return g_steal_pointer (&path);
  return g_strconcat (path, previewed->text != NULL ? ".txt" : ".png", NULL);
}

gboolean
rensa_preview_call (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const RensaAttrSpec *spec =
      rensa_component_find_attr (RENSA_COMPONENT (rensa_extension_get_class (extension)), "filename");
  const char *filename = *(char *const *) G_STRUCT_MEMBER_P (rensa_extension_get_values (extension), spec->offset);
  RensaLink *target = rensa_updater_get_target (rensa_trainer_get_updater (trainer), RENSA_MAIN);
  g_auto (RensaPreviewed) previewed = { 0 };
  g_autofree char *path = NULL;

  if (!rensa_preview_make (extension, target, &previewed, error))
    return FALSE;
  path = make_path (trainer, filename, &previewed);
  if (!rensa_previewed_save (&previewed, path, error))
    return FALSE;
  rensa_trainer_tell_file (trainer, "preview", path);
  return TRUE;
}

/* The message is never shown. */
static gboolean
has_values (RensaArray *array, GError **error)
{
  if (!rensa_array_get_device (array)->klass->is_virtual)
    return TRUE;
  g_set_error_literal (error, RENSA_ERROR, RENSA_ERROR_CANCELLED, "");
  return FALSE;
}

double *
rensa_preview_dup_numbers (RensaArray *array, GError **error)
{
  g_autoptr (RensaArray) cast = has_values (array, error) ? rensa_array_cast (array, RENSA_FLOAT64, error) : NULL;
  const gint64 n = rensa_shape_count (rensa_array_get_shape (array));
  g_autofree double *values = cast != NULL ? rensa_memory_try_new (double, n, "preview", error) : NULL;

  return values != NULL && rensa_array_to_host (cast, values, error) ? g_steal_pointer (&values) : NULL;
}

/* Stops at the first parameter. */
static gboolean
take_first (const char *path, RensaVariable *param, gpointer first, GError **error)
{
  *(RensaVariable **) first = param;
  return FALSE;
}

RensaVariable *
rensa_preview_get_first_param (RensaLink *link)
{
  RensaVariable *param = NULL;

  rensa_link_foreach_param (link, take_first, &param, NULL);
  return param != NULL && rensa_variable_get_array (param) != NULL ? param : NULL;
}
