/* rensa-init.c: making the engine ready.
 * SPDX-License-Identifier: MIT */

#include "rensa-init.h"

#include <unistd.h>

#include "rensa-datasets.h"
#include "rensa-extensions.h"
#include "rensa-functions.h"
#include "rensa-initializers.h"
#include "rensa-iterators.h"
#include "rensa-links.h"
#include "rensa-optimizer-hooks.h"
#include "rensa-optimizers.h"
#include "rensa-triggers.h"
#include "rensa-updaters.h"

#define ADD(KIND, name)                                                                               \
  rensa_registry_add (RENSA_COMPONENT_##KIND, (const RensaComponent *const *) rensa_##name##_classes, \
                      rensa_n_##name##_classes)

void
rensa_init (void)
{
  static gsize is_done;

  if (!g_once_init_enter (&is_done))
    return;

  ADD (FUNCTION, functions);
  ADD (LINK, links);
  ADD (INITIALIZER, initializers);
  ADD (OPTIMIZER, optimizers);
  ADD (OPTIMIZER_HOOK, optimizer_hooks);
  ADD (DATASET, datasets);
  ADD (ITERATOR, iterators);
  ADD (UPDATER, updaters);
  ADD (TRIGGER, triggers);
  ADD (EXTENSION, extensions);
  g_once_init_leave (&is_done, 1);
}

void
rensa_limit_spinning (char **argv)
{
  if (g_getenv ("GOMP_SPINCOUNT") != NULL || g_getenv ("OMP_WAIT_POLICY") != NULL)
    return;

  g_setenv ("GOMP_SPINCOUNT", "1000", TRUE);
  execv ("/proc/self/exe", argv);
}
