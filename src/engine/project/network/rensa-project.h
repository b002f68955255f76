/* rensa-project.h: a document whose fields have been read.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document-values.h"
#include "rensa-facts.h"

G_BEGIN_DECLS

/* @name and @trigger may be NULL; @priority is %RENSA_INT_NONE for the usual one. */
typedef struct
{
  RensaAttrs *attrs;
  RensaAttrs *trigger;
  char *name;
  gint64 priority;
  gboolean before_training;
} RensaExtensionPlan;

/* What learns from a loss of a step. @source: its node, -1 where there is none. @models: names of models and links of the step; @learners: the
 * same as a set; @optimizer: NULL
 * where it is wrong. */
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

/* What a step reports beside its losses. */
typedef struct
{
  char *name;
  RensaModelSource source;
} RensaReportPlan;

/* What is missing or wrong is NULL, and among the mistakes; @accuracy may be NULL without; with
 * @has_usual_extensions it says nothing of extensions. A document with a step has @losses and
 * @reports in place of @loss, @accuracy, @optimizer and @hooks. */
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
  RensaFacts *facts; /* NULL until they have been found out */
} RensaProject;

/* Gathers what is wrong instead of failing. The places of mistakes are fields: "model.nodes.l2". */
RensaProject *rensa_project_new (RensaDocument *document);
void rensa_project_free (RensaProject *project);
/* Whether the document has a training step. */
gboolean rensa_project_has_step (const RensaProject *project);
/* Whether that is learned from as from the model of a Classifier: one loss, by all there is. */
gboolean rensa_project_learns_whole (const RensaProject *project);
/* Whether the model or link @name of the step learns from @loss. */
gboolean rensa_loss_teaches (const RensaLossPlan *loss, const char *name);
/* Whether the model or link @name of the step learns from a loss. */
gboolean rensa_project_is_learnt (const RensaProject *project, const char *name);
/* The names of what the step gives, its losses first: "loss" and "accuracy" where it is learned from as a whole, which are observed as
 * "main/loss"; else "gen/loss". */
GStrv rensa_project_list_values (const RensaProject *project);
/* The usual ones where they are wrong. */
const RensaSettings *rensa_project_get_settings (RensaProject *project);
/* Raises the first mistake that is no hint as an error, "place: message"; TRUE where there is none. */
gboolean rensa_project_check (RensaProject *project, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaProject, rensa_project_free)

G_END_DECLS
