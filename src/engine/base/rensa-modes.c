/* rensa-modes.c: settings for every call on this thread.
 * SPDX-License-Identifier: MIT */

#include "rensa-modes.h"

#include "rensa-thread-private.h"

static RENSA_THREAD_LOCAL RensaModes modes = {
  .train = TRUE,
  .enable_backprop = TRUE,
  .debug = FALSE,
  .keep_graph_on_report = FALSE,
  .own_batches = FALSE,
  .allow_tf32 = FALSE,
  .dtype = RENSA_FLOAT32,
};

RensaModes *
rensa_modes_get (void)
{
  return &modes;
}

RensaModesScope
rensa_modes_enter (void)
{
  return (RensaModesScope){ .saved = modes };
}

void
rensa_modes_leave (RensaModesScope *scope)
{
  modes = scope->saved;
}
