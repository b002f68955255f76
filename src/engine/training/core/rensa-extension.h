/* rensa-extension.h: tasks of a run in addition to updates.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-iterator.h"
#include "rensa-link.h"
#include "rensa-picture.h"
#include "rensa-trigger.h"

G_BEGIN_DECLS

typedef struct _RensaExtension RensaExtension;
typedef struct _RensaPreviewed RensaPreviewed;
typedef struct _RensaPreviewSubject RensaPreviewSubject;

/* Chainer's priorities: higher ones run first. */
#define RENSA_PRIORITY_WRITER 300
#define RENSA_PRIORITY_EDITOR 200
#define RENSA_PRIORITY_READER 100
#define RENSA_PRIORITY_SNAPSHOT (-100)

/**
 * RensaExtensionClass:
 * @priority: priority of its instances
 * @trigger_period: period of the default trigger; 0 for one that never fires by itself
 * @trigger_unit: "iteration" or "epoch"
 * @default_name: Chainer's name of an instance ("validation" for Evaluator)
 * @inputs: (nullable) (NULL-terminated): required inputs, "iterator:NAME", "optimizer:NAME",
 *   "target:NAME". The caller that adds it provides the iterators that the updater lacks; a run
 *   does not start if one is missing
 * @is_evaluation: reports, under its name, the results of models for examples not used in training
 * @reports: (nullable) (NULL-terminated): names of the values that it reports, besides those in its
 *   attributes
 * @reports_more: also reports values whose names become known only during a run
 * @preview: (nullable): makes a preview of the model that the updater calls, in a call of
 *   rensa_preview_make (); a class with a preview needs no trainer
 * @suggest: (nullable): returns TRUE if the extension suits a model; sets the necessary attributes
 *   in @found. Does not call the model
 * @foresee: (nullable): for a class that changes the setting "attr" of the main optimizer: its
 *   value after @t calls; requires initialization
 * @is_general: suits many kinds of models, so it is suggested after more specific ones
 * @goes_ahead: uses only reported values and numbers of the optimizers, not arrays, so it may be
 *   called while devices are still computing
 * @observes: observes the outputs of the nodes of a model (rensa_chain_observe ()), so it is
 *   useless for models called by code
 * @observes_step: the same for a model that is a training step
 * @setup: (nullable): creates the state from the attributes, which are complete
 * @initialize: (nullable): called before the first iteration (and after a resume)
 * @call: called when its trigger fires
 * @on_error: (nullable): called when an iteration has failed, before the error is returned
 * @finalize: (nullable): called after the last iteration, or when training stops early
 * @clear: frees the state
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  int priority;
  double trigger_period;
  const char *trigger_unit;
  const char *default_name;
  const char *const *inputs;
  gboolean is_evaluation;
  const char *const *reports;
  gboolean reports_more;
  gboolean (*preview) (RensaExtension *extension, RensaLink *target, RensaPreviewed *previewed, GError **error);
  gboolean (*suggest) (const RensaPreviewSubject *subject, RensaAttrs *found);
  double (*foresee) (RensaExtension *extension, gint64 t);
  gboolean is_general;
  gboolean goes_ahead;
  gboolean observes;
  gboolean observes_step;
  gsize state_size;
  gboolean (*setup) (RensaExtension *extension, RensaTrainer *trainer, GError **error);
  gboolean (*initialize) (RensaExtension *extension, RensaTrainer *trainer, GError **error);
  gboolean (*call) (RensaExtension *extension, RensaTrainer *trainer, GError **error);
  void (*on_error) (RensaExtension *extension, RensaTrainer *trainer);
  gboolean (*finalize) (RensaExtension *extension, RensaTrainer *trainer, GError **error);
  gboolean (*serialize) (RensaExtension *extension, RensaSerializer *serializer, GError **error);
  void (*clear) (RensaExtension *extension);
} RensaExtensionClass;

/* Splits "main/loss, epoch" into names; NULL for NULL, which means None. */
GStrv rensa_split_names (const char *text);

/* @name NULL means the default of its class. @trigger NULL means the default; takes ownership of
 *   it, also on an error. */
RensaExtension *rensa_extension_new (RensaAttrs *attrs, const char *name, RensaTrigger *trigger, GError **error);
void rensa_extension_free (RensaExtension *extension);

/* Overrides the priority of its class; must be called before it is added to a trainer. */
void rensa_extension_set_priority (RensaExtension *extension, int priority);
/* Requests an additional call before the first iteration of a run, regardless of its trigger: an
 * Evaluator then reports the quality of the untrained model, and a LogReport records it. */
void rensa_extension_set_call_before_training (RensaExtension *extension, gboolean call_before_training);

/* Returns TRUE if @input is among the inputs of its class. */
gboolean rensa_extension_takes (RensaExtension *extension, const char *input);
/* Sets the iterator of the input "iterator:@name"; takes ownership. */
void rensa_extension_take_iterator (RensaExtension *extension, const char *name, RensaIterator *iterator);
/* Sets the names of the label numbers (NULL-terminated), or the tokens of a text; NULL if labels
 * are numbers. Copied. */
void rensa_extension_set_label_names (RensaExtension *extension, const char *const *names);
const char *const *rensa_extension_get_label_names (RensaExtension *extension);
/* Sets the tokens of the input, if that is text. */
void rensa_extension_set_tokens (RensaExtension *extension, const char *const *tokens);
const char *const *rensa_extension_get_tokens (RensaExtension *extension);
/* Sets how to display examples that are pictures; without channels if they are not, or if it is unknown. */
void rensa_extension_set_picture (RensaExtension *extension, const RensaPicture *picture);
const RensaPicture *rensa_extension_get_picture (RensaExtension *extension);
/* Returns its trigger; NULL if it never fires by itself. */
RensaTrigger *rensa_extension_get_trigger (RensaExtension *extension);
/* Returns NULL if it was not set. */
RensaIterator *rensa_extension_get_iterator (RensaExtension *extension, const char *name);

gpointer rensa_extension_get_state (RensaExtension *extension);
gconstpointer rensa_extension_get_values (RensaExtension *extension);
RensaAttrs *rensa_extension_get_attrs (RensaExtension *extension);
const RensaExtensionClass *rensa_extension_get_class (RensaExtension *extension);
const char *rensa_extension_get_name (RensaExtension *extension);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaExtension, rensa_extension_free)

G_END_DECLS
