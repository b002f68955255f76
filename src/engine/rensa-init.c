/* rensa-init.c: initialization of the engine.
 * SPDX-License-Identifier: MIT */

#include "rensa-init.h"

#include <omp.h>

#include "rensa-datasets.h"
#include "rensa-distributions.h"
#include "rensa-extensions.h"
#include "rensa-functions.h"
#include "rensa-initializers.h"
#include "rensa-iterators.h"
#include "rensa-links.h"
#include "rensa-node-types.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizers.h"
#include "rensa-order-samplers.h"
#include "rensa-transforms.h"
#include "rensa-triggers.h"
#include "rensa-updaters.h"

#define ADD(KIND, name)                                                                               \
  rensa_registry_add (RENSA_COMPONENT_##KIND, (const RensaComponent *const *) rensa_##name##_classes, \
                      rensa_n_##name##_classes)

void
rensa_init (void)
{
  static const RensaComponent *const inputs[] = { &rensa_input_component, &rensa_field_component,
                                                  &rensa_model_call_component };
  static gsize is_done;

  if (!g_once_init_enter (&is_done))
    return;

  ADD (FUNCTION, functions);
  ADD (DISTRIBUTION, distributions);
  rensa_distributions_add_functions ();
  ADD (LINK, links);
  ADD (INITIALIZER, initializers);
  ADD (OPTIMIZER, optimizers);
  ADD (OPTIMIZER_HOOK, optimizer_hooks);
  ADD (DATASET, datasets);
  ADD (TRANSFORM, transforms);
  ADD (ITERATOR, iterators);
  ADD (ORDER_SAMPLER, order_samplers);
  ADD (UPDATER, updaters);
  ADD (TRIGGER, triggers);
  ADD (EXTENSION, extensions);
  rensa_registry_add (RENSA_COMPONENT_INPUT, inputs, G_N_ELEMENTS (inputs));
  g_once_init_leave (&is_done, 1);
}

void
rensa_init_side_thread (void)
{
  omp_set_num_threads (1);
}
