/* rensa-analysis-private.h: the parts of the analysis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis.h"
#include "rensa-project-private.h"
#include "rensa-rehearsal.h"

G_BEGIN_DECLS

/* The data of @project, whose relative paths start at @folder; borrowed until the next call. The error of a load that
 * failed is kept, too. */
const RensaDataBundle *rensa_data_cache_get (RensaDataCache *cache, RensaProject *project, const char *folder,
                                             GError **error);
/* What was known of the document that was analysed last; NULL before the first. */
const RensaFacts *rensa_data_cache_get_facts (RensaDataCache *cache);
void rensa_data_cache_set_facts (RensaDataCache *cache, RensaFacts *facts);

/* Everything that is known of @document, among it the mistakes. @n_train: examples for training; @n_tokens: of text; @n_fields: of @types, those
 * of a batch; 0 where they are not known; @bundle: (nullable): of the cache, until other data are asked for; @rehearsal: (nullable): while there
 * is one. */
typedef struct
{
  RensaProject *project;
  gint64 batch_size;
  gint64 n_train;
  gint64 n_classes;
  gint64 n_tokens;
  int n_fields;
  RensaType types[RENSA_MAX_FIELDS];
  const RensaDataBundle *bundle;
  RensaRehearsal *rehearsal;
} RensaFindings;

/* @before: (nullable): what was known of a document that this one was made of */
void rensa_findings_init (RensaFindings *findings, RensaDocument *document, RensaDataCache *cache,
                          const RensaFacts *before);
/* With data such as those of @before, except that a batch of the first field has the shape @shape. */
void rensa_findings_init_assuming (RensaFindings *findings, RensaDocument *document, const RensaFindings *before,
                                   const RensaShape *shape);
void rensa_findings_clear (RensaFindings *findings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaFindings, rensa_findings_clear)

/**
 * RensaActionKind: a change of a document, and what of RensaAction it reads.
 * @RENSA_ACTION_SET: the value at @path becomes the text @value
 * @RENSA_ACTION_SET_FIELD: the field @path becomes the JSON @value
 * @RENSA_ACTION_SET_TYPE: the component at @path becomes a @type with the attributes that it has
 * @RENSA_ACTION_SET_ATTR: the attribute @attr of the component at @path becomes the JSON @value, whatever else is wrong with it
 * @RENSA_ACTION_RESET: the member @attr of the component or object at @path is left out
 * @RENSA_ACTION_RENAME_ATTR: the attribute @attr of the component at @path is called @to
 * @RENSA_ACTION_RENAME: the node @name in @scope is called @to
 * @RENSA_ACTION_REMOVE: the node @name in @scope is taken away
 * @RENSA_ACTION_OUTPUT: it is what the model gives
 * @RENSA_ACTION_ADD_INPUT: @scope gets an Input
 * @RENSA_ACTION_CONNECT: a wire from @from to @to in @scope
 * @RENSA_ACTION_SPLICE: the chain from the port @to to the node @name goes behind @from in @scope
 * @RENSA_ACTION_DISCONNECT: the wire of id @wire goes, in the very state of the document that was analysed
 * @RENSA_ACTION_INSERT: between @from and @to in @scope a node of @type, whose @attr, unless NULL, is @value
 * @RENSA_ACTION_FIT: after the node @name, unless NULL, one of @type, whose @attr is @value; the @assignment, unless NULL;
 * another @loss and @accuracy, unless NULL
 * @RENSA_ACTION_LOSS: the step learns from the node @name or, unless @type is NULL, from one of that type that takes it; with @path that is the
 * loss there, else one more
 * @RENSA_ACTION_REPORT: the step reports the node @name
 * @RENSA_ACTION_CALL: the step calls the model @name with what the node @from gives
 * @RENSA_ACTION_REMOVE_MODEL: the model @name of a step goes, with its calls
 * @RENSA_ACTION_REMOVE_ELEMENT: that of a list at @path, "losses.1", goes
 */
typedef enum
{
  RENSA_ACTION_SET,
  RENSA_ACTION_SET_FIELD,
  RENSA_ACTION_SET_TYPE,
  RENSA_ACTION_SET_ATTR,
  RENSA_ACTION_RESET,
  RENSA_ACTION_RENAME_ATTR,
  RENSA_ACTION_RENAME,
  RENSA_ACTION_REMOVE,
  RENSA_ACTION_OUTPUT,
  RENSA_ACTION_ADD_INPUT,
  RENSA_ACTION_CONNECT,
  RENSA_ACTION_SPLICE,
  RENSA_ACTION_DISCONNECT,
  RENSA_ACTION_INSERT,
  RENSA_ACTION_FIT,
  RENSA_ACTION_LOSS,
  RENSA_ACTION_REPORT,
  RENSA_ACTION_CALL,
  RENSA_ACTION_REMOVE_MODEL,
  RENSA_ACTION_REMOVE_ELEMENT,
} RensaActionKind;

typedef struct
{
  RensaActionKind kind;
  const char *path;
  const char *scope;
  const char *name;
  const char *from;
  const char *to;
  const char *type;
  const char *attr;
  const char *value;
  const char *assignment;
  const char *loss;
  const char *accuracy;
  int wire;
} RensaAction;

/* The copy owns its texts. */
RensaAction rensa_action_copy (const RensaAction *action);
void rensa_action_clear (RensaAction *action);
gboolean rensa_action_apply (const RensaAction *action, RensaDocument *document, GError **error);

/**
 * RensaRepair: a change that helps.
 * @label: "Insert flatten"
 * @assumes_shape: it makes the data give batches of the shape @shape, and loading them would take too long for a trial
 */
typedef struct
{
  char *label;
  RensaAction action;
  gboolean assumes_shape;
  RensaShape shape;
} RensaRepair;

void rensa_repair_free (RensaRepair *repair);
/* Changes that might mend @mistake, the best first: RensaRepair. */
GPtrArray *rensa_repairs_for (const RensaFindings *findings, RensaDocument *document, const RensaMistake *mistake);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaRepair, rensa_repair_free)

G_END_DECLS
