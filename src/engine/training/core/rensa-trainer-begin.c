/* rensa-trainer-begin.c: checks and preparations before a run, and their rehearsal.
 * SPDX-License-Identifier: MIT */

#include <errno.h>

#include "rensa-draft.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-preview-maker.h"
#include "rensa-snapshot.h"
#include "rensa-trainer-private.h"

gboolean
rensa_trainer_check_file (const char *path, GError **error)
{
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_IO, N_ ("“%s” could not be written: %s"), path, g_strerror (EISDIR));
  return FALSE;
}

/* Checks the files now, so that an obstacle is not reported only after an hour of training. */
static gboolean
check_files (RensaTrainer *trainer, RensaExtension *extension, GError **error)
{
  const RensaComponent *component = rensa_attrs_get_component (extension->attrs);

  for (guint i = 0; i < component->n_attrs; i++)
    {
      const RensaAttrSpec *spec = &component->attrs[i];
      const char *name;
      g_autofree char *path = NULL;

      if (spec->role != RENSA_STRING_FILE_NAME && spec->role != RENSA_STRING_FILE_PATTERN)
        continue;
      name = *(char *const *) G_STRUCT_MEMBER_P (rensa_attrs_get_values (extension->attrs), spec->offset);
      path = name != NULL ? rensa_snapshot_make_path (trainer, name) : NULL;
      if (path != NULL && !rensa_trainer_check_file (path, error))
        return FALSE;
    }
  return TRUE;
}

/* An extension that will not be called again needs no initialization. */
static gboolean
initialize_extension (RensaTrainer *trainer, RensaExtension *extension, GError **error)
{
  if (extension->class->initialize == NULL
      || (extension->trigger != NULL && rensa_trigger_is_finished (extension->trigger)))
    return TRUE;
  return extension->class->initialize (extension, trainer, error);
}

static gboolean
begin_extension (RensaTrainer *trainer, RensaExtension *extension, GError **error)
{
  GError *reason = NULL;

  extension->is_off = FALSE;
  if (!check_files (trainer, extension, error))
    return FALSE;
  if (rensa_extension_check (extension, trainer->updater, &reason)
      && initialize_extension (trainer, extension, &reason))
    return TRUE;
  if (extension->class->preview != NULL)
    return rensa_trainer_forgive (trainer, extension, reason, error);
  g_propagate_error (error, reason);
  return FALSE;
}

gboolean
rensa_trainer_rehearse (RensaTrainer *trainer, RensaExtension *extension, GError **error)
{
  if (!rensa_extension_check (extension, trainer->updater, error) || !initialize_extension (trainer, extension, error))
    return FALSE;
  return extension->class->preview == NULL
         || rensa_preview_rehearse (extension, rensa_updater_get_target (trainer->updater, RENSA_MAIN), error);
}

gboolean
rensa_trainer_begin (RensaTrainer *trainer, GError **error)
{
  if (!rensa_updater_check (trainer->updater, error))
    return FALSE;
  if (g_mkdir_with_parents (trainer->out, 0777) != 0)
    {
      rensa_set_words (error, RENSA_ERROR_IO, N_ ("The output folder %s cannot be created: %s"), trainer->out,
                       g_strerror (errno));
      return FALSE;
    }
  /* Removes temporary files of a run that was killed while writing; each may be as large as a snapshot. */
  rensa_draft_clear_folder (trainer->out);
  for (guint i = 0; i < trainer->extensions->len; i++)
    if (!begin_extension (trainer, g_ptr_array_index (trainer->extensions, i), error))
      return FALSE;
  return TRUE;
}
