/* rensa-trainer-reports.c: meaning of the values that a training run reports.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-links.h"
#include "rensa-trainer.h"

/* Returns the length in bytes of "validation/" in "validation/main/loss", if an extension of this
 * name is an evaluation. */
static gsize
measure_prefix (RensaTrainer *trainer, const char *key)
{
  const gsize length = strcspn (key, "/");
  g_autofree char *name = g_strndup (key, length);
  RensaExtension *extension = key[length] == '/' ? rensa_trainer_get_extension (trainer, name) : NULL;

  return extension != NULL && rensa_extension_get_class (extension)->is_evaluation ? length + 1 : 0;
}

static RensaMeasure
find_measure (RensaLink *link, const char *name)
{
  const RensaReportSpec *spec = link != NULL ? rensa_link_get_class (link)->reports : NULL;

  for (; spec != NULL && spec->name != NULL; spec++)
    if (strcmp (spec->name, name) == 0)
      return spec->measure;
  return RENSA_MEASURE_NONE;
}

gboolean
rensa_trainer_awaits_report (RensaTrainer *trainer, const char *key)
{
  const gsize prefix = measure_prefix (trainer, key);
  RensaObservation *observation = rensa_trainer_get_observation (trainer);

  for (guint i = 0; i < rensa_observation_get_n (observation); i++)
    if (strncmp (rensa_observation_get_key (observation, i), key, prefix) == 0)
      return FALSE;
  return prefix > 0;
}

RensaReportKey *
rensa_trainer_describe_report (RensaTrainer *trainer, const char *key)
{
  const gsize prefix = measure_prefix (trainer, key);
  const char *slash = strrchr (key + prefix, '/');
  const char *name = slash != NULL ? slash + 1 : key + prefix;
  g_autofree char *observer = slash != NULL ? g_strndup (key + prefix, slash - key - prefix) : g_strdup ("");
  RensaUpdater *updater = rensa_trainer_get_updater (trainer);
  RensaLink *link = rensa_updater_find_link (updater, observer);
  RensaLink *step = rensa_updater_get_target (updater, RENSA_MAIN);

  /* A step reports on behalf of its models. */
  if (step != NULL && rensa_step_names_are_whole (step))
    link = step;
  return rensa_report_key_new (key, (gint64) prefix, name - key - (gint64) prefix, find_measure (link, name));
}
