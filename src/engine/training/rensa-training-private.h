/* rensa-training-private.h: the structs of the training loop.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

struct _RensaUpdater
{
  const RensaUpdaterClass *class;
  RensaAttrs *attrs;
  RensaSerialIterator *iterator;
  RensaOptimizer *optimizer;
  RensaLink *loss_link;
  gint64 iteration;
};

struct _RensaTrigger
{
  const RensaTriggerClass *class;
  RensaAttrs *attrs;
  gpointer state;
};

struct _RensaExtension
{
  const RensaExtensionClass *class;
  RensaAttrs *attrs;
  char *name;
  RensaTrigger *trigger;
  gpointer state;
};

RensaExtension *rensa_extension_new (RensaAttrs *attrs, const char *name, RensaTrigger *trigger, GError **error);
void rensa_extension_free (RensaExtension *extension);

G_END_DECLS
