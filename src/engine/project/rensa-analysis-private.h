/* rensa-analysis-private.h: the parts of the analysis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis.h"
#include "rensa-project-private.h"

G_BEGIN_DECLS

/* The data of @project, whose relative paths start at @folder; borrowed until the next call. The error of a load that
 * failed is kept, too. */
const RensaDataBundle *rensa_data_cache_get (RensaDataCache *cache, RensaProject *project, const char *folder,
                                             GError **error);

/* Everything that is known of @document, among it the mistakes. @n_train: examples for training; @n_fields: of @types, those of a batch; 0 where they are
 * not known. */
typedef struct
{
  RensaProject *project;
  gint64 batch_size;
  gint64 n_train;
  gint64 n_classes;
  int n_fields;
  RensaType types[RENSA_MAX_FIELDS];
} RensaFindings;

void rensa_findings_init (RensaFindings *findings, RensaDocument *document, RensaDataCache *cache);
/* With data such as those of @before, except that a batch of the first field has the shape @shape. */
void rensa_findings_init_assuming (RensaFindings *findings, RensaDocument *document, const RensaFindings *before,
                                   const RensaShape *shape);
void rensa_findings_clear (RensaFindings *findings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaFindings, rensa_findings_clear)

/**
 * RensaRepair: a change that helps.
 * @label: "Insert flatten"
 * @apply: makes it
 * @args: what @apply takes, NULL-terminated
 * @assumes_shape: it makes the data give batches of the shape @shape, and loading them would take too long for a trial
 */
typedef gboolean (*RensaRepairFunc) (RensaDocument *document, char **args, GError **error);

typedef struct
{
  char *label;
  RensaRepairFunc apply;
  char **args;
  gboolean assumes_shape;
  RensaShape shape;
} RensaRepair;

void rensa_repair_free (RensaRepair *repair);
/* Changes that might mend @mistake, the best first: RensaRepair. */
GPtrArray *rensa_repairs_for (const RensaFindings *findings, RensaDocument *document, const RensaMistake *mistake);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaRepair, rensa_repair_free)

G_END_DECLS
