/* rensa-training-private.h: the trainer's view of an extension.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-trainer.h"

G_BEGIN_DECLS

struct _RensaExtension
{
  const RensaExtensionClass *class;
  RensaAttrs *attrs;
  char *name;
  RensaTrigger *trigger;
  int priority;
  gboolean before_training; /* also called before training */
  gboolean is_off;          /* a preview that has failed is off */
  GStrv label_names;        /* nullable */
  GStrv tokens;             /* nullable */
  RensaPicture picture;
  GHashTable *iterators; /* the iterators passed to it, by name */
  gpointer state;
};

/* Checks that all inputs its class requires exist. */
gboolean rensa_extension_check (RensaExtension *extension, RensaUpdater *updater, GError **error);

G_END_DECLS
