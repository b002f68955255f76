/* rensa-project.h: the parsed fields of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document-values.h"
#include "rensa-facts.h"

G_BEGIN_DECLS

/* @name and @trigger may be NULL; @priority is %RENSA_INT_NONE for the default one. */
typedef struct
{
  RensaAttrs *attrs;
  RensaAttrs *trigger;
  char *name;
  gint64 priority;
  gboolean before_training;
} RensaExtensionPlan;

/* A loss of a step and its learners. @source: its node, -1 if there is none. @models: names of
 * models and links of the step; @learners: the same as a set; @optimizer: NULL if it is invalid. */
typedef struct
{
  char *place;
  char *name;
  RensaModelSource source;
  GStrv models;
  GHashTable *learners;
  RensaAttrs *optimizer;
  GPtrArray *hooks; /* RensaAttrs */
  gint64 every;
  gboolean is_fresh;
} RensaLossPlan;

/* A value that a step reports in addition to its losses. */
typedef struct
{
  char *name;
  RensaModelSource source;
} RensaReportPlan;

/* Missing or invalid fields are NULL, and among the mistakes; @accuracy may be NULL without a
 * mistake; with
 * @has_usual_extensions the document does not specify extensions. A document with a step has
 *   @losses and
 * @reports instead of @loss, @accuracy, @optimizer and @hooks. */
typedef struct
{
  GPtrArray *mistakes; /* RensaMistake */
  RensaAttrs *settings;
  RensaAttrs *split;
  RensaAttrs *dataset;
  RensaAttrs *iterator;
  RensaAttrs *loss;
  RensaAttrs *accuracy;
  RensaAttrs *optimizer;
  RensaAttrs *updater;
  RensaAttrs *stop;
  GPtrArray *transforms; /* RensaAttrs */
  GPtrArray *hooks;      /* RensaAttrs */
  GPtrArray *extensions; /* RensaExtensionPlan */
  gboolean has_usual_extensions;
  GPtrArray *losses;  /* RensaLossPlan */
  GPtrArray *reports; /* RensaReportPlan */
  RensaNetwork *network;
  RensaModel *model; /* its outermost */
  RensaFacts *facts; /* NULL until inferred */
} RensaProject;

/* Collects mistakes instead of failing. The places of mistakes are fields: "model.nodes.l2". */
RensaProject *rensa_project_new (RensaDocument *document);
void rensa_project_free (RensaProject *project);
/* Returns TRUE if the document has a training step. */
gboolean rensa_project_has_step (const RensaProject *project);
/* Returns TRUE if the step is trained like the model of a Classifier: one loss trains everything. */
gboolean rensa_project_learns_whole (const RensaProject *project);
/* Returns TRUE if the model or link @name of the step learns from @loss. */
gboolean rensa_loss_teaches (const RensaLossPlan *loss, const char *name);
/* Returns TRUE if the model or link @name of the step learns from a loss. */
gboolean rensa_project_is_learnt (const RensaProject *project, const char *name);
/* Lists the names of the step's outputs, its losses first: "loss" and "accuracy" if it is trained
 * as a whole, which are observed as "main/loss"; else "gen/loss". */
GStrv rensa_project_list_values (const RensaProject *project);
/* Returns default settings if they are invalid. */
const RensaSettings *rensa_project_get_settings (RensaProject *project);
/* Raises the first mistake that is not a hint as an error, "place: message"; TRUE if there is none. */
gboolean rensa_project_check (RensaProject *project, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaProject, rensa_project_free)

G_END_DECLS
