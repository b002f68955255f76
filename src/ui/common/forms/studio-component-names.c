/* studio-component-names.c: names for kinds of components in the user interface.
 * SPDX-License-Identifier: MIT */

#include "studio-component-names.h"

#include <glib/gi18n.h>

static const char *const kinds[RENSA_N_COMPONENT_KINDS] = {
  [RENSA_COMPONENT_FUNCTION] = N_ ("Function"),
  [RENSA_COMPONENT_LINK] = N_ ("Link"),
  [RENSA_COMPONENT_INITIALIZER] = N_ ("Initializer"),
  [RENSA_COMPONENT_OPTIMIZER] = N_ ("Optimizer"),
  [RENSA_COMPONENT_OPTIMIZER_HOOK] = N_ ("Optimizer Hook"),
  [RENSA_COMPONENT_DATASET] = N_ ("Data Set"),
  [RENSA_COMPONENT_TRANSFORM] = N_ ("Transform"),
  [RENSA_COMPONENT_ITERATOR] = N_ ("Iterator"),
  [RENSA_COMPONENT_ORDER_SAMPLER] = N_ ("Order"),
  [RENSA_COMPONENT_UPDATER] = N_ ("Updater"),
  [RENSA_COMPONENT_TRIGGER] = N_ ("Trigger"),
  [RENSA_COMPONENT_EXTENSION] = N_ ("Extension"),
  [RENSA_COMPONENT_DISTRIBUTION] = N_ ("Distribution"),
  [RENSA_COMPONENT_INPUT] = N_ ("Input"),
};

const char *
studio_component_kind_get_title (RensaComponentKind kind)
{
  return _ (kinds[kind]);
}

gboolean
studio_component_is_loss (const RensaComponent *component)
{
  return component->group == &rensa_loss_group;
}

gboolean
studio_component_is_measure (const RensaComponent *component)
{
  return studio_component_is_loss (component) || component->group == &rensa_evaluation_group;
}
