/* rensa-analysis-private.h: internals of the analysis.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-analysis.h"
#include "rensa-project-parts.h"
#include "rensa-rehearsal.h"

G_BEGIN_DECLS

/* Returns the data of @project, whose relative paths start at @folder; borrowed until the next
 * call. Errors of failed loads are cached, too. */
const RensaDataBundle *rensa_data_cache_get (RensaDataCache *cache, RensaProject *project, const char *folder,
                                             GError **error);
/* Facts about the last document analyzed; NULL before the first. */
const RensaFacts *rensa_data_cache_get_facts (RensaDataCache *cache);
void rensa_data_cache_set_facts (RensaDataCache *cache, RensaFacts *facts);

/* All that is known of @document, including its mistakes. @n_train: number of training examples;
 * @n_tokens: number of tokens of a text; @n_fields: number of @types, the types of a batch; 0 if
 * unknown; @bundle: (nullable): from the cache, valid until other data are requested; @rehearsal:
 * (nullable): set during a rehearsal. */
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

/* @before: (nullable): facts about a document that this one was derived from */
void rensa_findings_init (RensaFindings *findings, RensaDocument *document, RensaDataCache *cache,
                          const RensaFacts *before);
/* Assumes data like those of @before, except that a batch of the first field has the shape @shape. */
void rensa_findings_init_assuming (RensaFindings *findings, RensaDocument *document, const RensaFindings *before,
                                   const RensaShape *shape);
void rensa_findings_clear (RensaFindings *findings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaFindings, rensa_findings_clear)

/**
 * RensaActionKind: a change of a document, and the members of RensaAction that it uses.
 * @RENSA_ACTION_SET: sets the value at @path to the text @value
 * @RENSA_ACTION_SET_FIELD: sets the field @path to the JSON @value
 * @RENSA_ACTION_SET_TYPE: changes the component at @path to a @type, keeping its attributes
 * @RENSA_ACTION_SET_ATTR: sets the attribute @attr of the component at @path to the JSON @value,
 *   whatever else is wrong with the component
 * @RENSA_ACTION_RESET: removes the member @attr of the component or object at @path
 * @RENSA_ACTION_RENAME_ATTR: renames the attribute @attr of the component at @path to @to
 * @RENSA_ACTION_RENAME: renames the node @name in @scope to @to
 * @RENSA_ACTION_REMOVE: removes the node @name in @scope
 * @RENSA_ACTION_OUTPUT: makes it the output of the model
 * @RENSA_ACTION_ADD_INPUT: adds an Input to @scope
 * @RENSA_ACTION_CONNECT: adds a connection from @from to @to in @scope
 * @RENSA_ACTION_SPLICE: inserts the chain from the port @to to the node @name after @from in @scope
 * @RENSA_ACTION_DISCONNECT: removes the connection with id @wire; requires the document to be
 *   unchanged since the analysis
 * @RENSA_ACTION_INSERT: inserts a node of @type between @from and @to in @scope, with @attr, unless
 *   NULL, set to @value
 * @RENSA_ACTION_FIT: adds a node of @type after the node @name, unless NULL, with @attr set to
 *   @value; applies the @assignment, unless NULL; sets @loss and @accuracy, unless NULL
 * @RENSA_ACTION_LOSS: makes the node @name a loss of the step or, unless @type is NULL, a new node
 *   of that type that it is connected to; replaces the loss at @path, or adds one if it is NULL
 * @RENSA_ACTION_REPORT: makes the step report the node @name
 * @RENSA_ACTION_CALL: makes the step call the model @name with the output of the node @from
 * @RENSA_ACTION_REMOVE_MODEL: removes the model @name of a step, with its calls
 * @RENSA_ACTION_REMOVE_ELEMENT: removes the list element at @path, "losses.1"
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
 * RensaRepair: a change that fixes a problem.
 * @label: "Insert flatten"
 * @assumes_shape: TRUE if it changes the shape of data batches to @shape, and loading the data
 *   would take too long for a trial
 */
typedef struct
{
  char *label;
  RensaAction action;
  gboolean assumes_shape;
  RensaShape shape;
} RensaRepair;

void rensa_repair_free (RensaRepair *repair);
/* Lists changes that might fix @mistake, best first: RensaRepair. */
GPtrArray *rensa_repairs_for (const RensaFindings *findings, RensaDocument *document, const RensaMistake *mistake);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaRepair, rensa_repair_free)

G_END_DECLS
