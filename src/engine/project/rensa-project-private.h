/* rensa-project-private.h: a document whose fields have been read.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-model-private.h"

G_BEGIN_DECLS

/* @name and @trigger may be NULL. */
typedef struct
{
  RensaAttrs *attrs;
  RensaAttrs *trigger;
  char *name;
} RensaExtensionPlan;

/* @accuracy may be NULL. */
typedef struct
{
  RensaAttrs *settings;
  RensaAttrs *split;
  RensaAttrs *dataset;
  RensaAttrs *iterator;
  RensaAttrs *loss;
  RensaAttrs *accuracy;
  RensaAttrs *optimizer;
  RensaAttrs *updater;
  RensaAttrs *stop;
  GPtrArray *hooks;      /* RensaAttrs */
  GPtrArray *extensions; /* RensaExtensionPlan */
  RensaModel *model;
} RensaProject;

/* Errors begin with the place: "demo.rensa: model.nodes.l2: Linear has no attribute out_sise; did you mean
 * out_size?" */
RensaProject *rensa_project_new (RensaDocument *document, GError **error);
void rensa_project_free (RensaProject *project);
const RensaSettings *rensa_project_get_settings (RensaProject *project);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaProject, rensa_project_free)

G_END_DECLS
