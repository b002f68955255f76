/* studio-component-names.c: kinds and groups of components in the words of the interface.
 * SPDX-License-Identifier: MIT */

#include "studio-component-names.h"
#include "rensa-function.h"

#include <glib/gi18n.h>

static const char *const kinds[RENSA_N_COMPONENT_KINDS] = {
  [RENSA_COMPONENT_FUNCTION] = N_ ("Function"),
  [RENSA_COMPONENT_LINK] = N_ ("Link"),
  [RENSA_COMPONENT_INITIALIZER] = N_ ("Initializer"),
  [RENSA_COMPONENT_OPTIMIZER] = N_ ("Optimizer"),
  [RENSA_COMPONENT_OPTIMIZER_HOOK] = N_ ("Optimizer Hook"),
  [RENSA_COMPONENT_DATASET] = N_ ("Data Set"),
  [RENSA_COMPONENT_ITERATOR] = N_ ("Iterator"),
  [RENSA_COMPONENT_UPDATER] = N_ ("Updater"),
  [RENSA_COMPONENT_TRIGGER] = N_ ("Trigger"),
  [RENSA_COMPONENT_EXTENSION] = N_ ("Extension"),
};

static const struct
{
  const char *group;
  const char *title;
} groups[] = {
  { RENSA_GROUP_ACTIVATION, N_ ("Activation") },
  { RENSA_GROUP_ARRAY, N_ ("Array") },
  { RENSA_GROUP_CONNECTION, N_ ("Connection") },
  { RENSA_GROUP_EVALUATION, N_ ("Evaluation") },
  { RENSA_GROUP_LOSS, N_ ("Loss") },
  { RENSA_GROUP_MATH, N_ ("Math") },
  { RENSA_GROUP_NOISE, N_ ("Noise") },
  { RENSA_GROUP_NORMALIZATION, N_ ("Normalization") },
  { RENSA_GROUP_OPERATOR, N_ ("Operators") },
  { RENSA_GROUP_POOLING, N_ ("Pooling") },
  { RENSA_GROUP_RNN, N_ ("Recurrent") },
  { RENSA_GROUP_UTIL, N_ ("Utilities") },
};

const char *
studio_component_kind_get_title (RensaComponentKind kind)
{
  return _ (kinds[kind]);
}

const char *
studio_component_group_get_title (const char *group)
{
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (strcmp (groups[i].group, group) == 0)
      return _ (groups[i].title);
  return group;
}

gboolean
studio_component_is_loss (const RensaComponent *component)
{
  return g_strcmp0 (component->group, RENSA_GROUP_LOSS) == 0;
}

gboolean
studio_component_is_measure (const RensaComponent *component)
{
  return studio_component_is_loss (component) || g_strcmp0 (component->group, RENSA_GROUP_EVALUATION) == 0;
}
