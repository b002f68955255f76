/* rensa-training-private.h: what the trainer knows of an extension.
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
  gboolean before_training; /* it is called then, too */
  gboolean is_off;          /* a preview that has failed */
  GStrv label_names;        /* nullable */
  GStrv tokens;             /* nullable */
  RensaPicture picture;
  GHashTable *iterators; /* those that it was given, by name */
  gpointer state;
};

/* Whether there is all that its class works with. */
gboolean rensa_extension_check (RensaExtension *extension, RensaUpdater *updater, GError **error);

G_END_DECLS
