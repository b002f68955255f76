/* rensa-report-file.c: files of accumulated reports that are rewritten as they grow.
 * SPDX-License-Identifier: MIT */

#include "rensa-report-file-private.h"

#define WRITE_INTERVAL G_USEC_PER_SEC

gboolean
rensa_report_file_step (RensaExtension *extension, RensaTrainer *trainer, gboolean *fires, GError **error)
{
  RensaReportFile *self = rensa_extension_get_state (extension);

  if (!rensa_trainer_is_before_training (trainer))
    return rensa_accumulator_step (&self->accumulator, trainer, fires, error);
  rensa_accumulator_add (&self->accumulator, trainer);
  rensa_accumulator_take (&self->accumulator);
  *fires = TRUE;
  return TRUE;
}

gboolean
rensa_report_file_initialize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  RensaReportFile *self = rensa_extension_get_state (extension);

  self->written_at = g_get_monotonic_time ();
  return TRUE;
}

static gboolean
write_now (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  RensaReportFile *self = rensa_extension_get_state (extension);
  g_autofree char *path = g_build_filename (rensa_trainer_get_out (trainer), self->name, NULL);

  /* A failed attempt also counts: on a full disk the next attempt is not made earlier. */
  self->written_at = g_get_monotonic_time ();
  if (!self->write (extension, trainer, path, error))
    {
      g_prefix_error (error, "%s: ", rensa_extension_get_name (extension));
      return FALSE;
    }
  self->is_stale = FALSE;
  rensa_trainer_tell_file (trainer, self->kind, path);
  return TRUE;
}

gboolean
rensa_report_file_update (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const RensaReportFile *self = rensa_extension_get_state (extension);

  if (!self->is_stale || g_get_monotonic_time () - self->written_at < WRITE_INTERVAL)
    return TRUE;
  return write_now (extension, trainer, error);
}

gboolean
rensa_report_file_finalize (RensaExtension *extension, RensaTrainer *trainer, GError **error)
{
  const RensaReportFile *self = rensa_extension_get_state (extension);

  return !self->is_stale || write_now (extension, trainer, error);
}
