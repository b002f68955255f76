/* rensa-extension.h: what happens besides updating.
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
 * @priority: of its instances
 * @trigger_period: of the default trigger; 0 for one that never fires by itself
 * @trigger_unit: "iteration" or "epoch"
 * @default_name: Chainer's name of an instance ("validation" for Evaluator)
 * @inputs: (nullable) (NULL-terminated): what it works with, "iterator:NAME", "optimizer:NAME", "target:NAME". Whoever adds
 *   it gives the iterators that the updater does not have; a run without one of them does not begin
 * @is_evaluation: it reports, under its name, how models do on examples that they do not learn from
 * @reports: (nullable) (NULL-terminated): the names of values that it reports, beside those that its attributes name
 * @reports_more: it also reports values whose names only a run tells
 * @preview: (nullable): makes something to look at of the model that the updater calls, in a call of rensa_preview_make (); a class that
 *   has it needs no trainer
 * @suggest: (nullable): whether it fits a model; sets in @found what it needs for it. It calls nothing
 * @foresee: (nullable): of a class that changes the setting "attr" of the main optimizer: its value after @t calls; when it is initialized
 * @is_general: it fits models of many kinds, so it is suggested behind those that are made for one
 * @goes_ahead: it looks at what was reported and at the optimizers' numbers, at no array, so it is called while devices may still be behind
 * @observes: it looks at what the nodes of a model make (rensa_chain_observe ()), so a model whose call is code has nothing for it
 * @observes_step: likewise, where the model is a training step
 * @setup: (nullable): makes the state from the attributes, which are complete
 * @initialize: (nullable): before the first iteration (and after a resume)
 * @call: when its trigger fires
 * @on_error: (nullable): when an iteration has failed, before the error is given back
 * @finalize: (nullable): after the last iteration, or when training stops early
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

/* "main/loss, epoch" as its names; NULL for NULL, which stands for None. */
GStrv rensa_split_names (const char *text);

/* @name NULL means its class's. @trigger NULL means the default; it is taken over, also on an error. */
RensaExtension *rensa_extension_new (RensaAttrs *attrs, const char *name, RensaTrigger *trigger, GError **error);
void rensa_extension_free (RensaExtension *extension);

/* In place of its class's; before it is added to a trainer. */
void rensa_extension_set_priority (RensaExtension *extension, int priority);
/* Whether it is called once more, before the first iteration of a run, whatever its trigger says: an Evaluator then tells
 * how good the model is before it has learned, and a LogReport writes that down. */
void rensa_extension_set_call_before_training (RensaExtension *extension, gboolean call_before_training);

/* Whether its class names @input among its inputs. */
gboolean rensa_extension_takes (RensaExtension *extension, const char *input);
/* Gives it the iterator of the input "iterator:@name"; taken over. */
void rensa_extension_take_iterator (RensaExtension *extension, const char *name, RensaIterator *iterator);
/* What the numbers of labels stand for (NULL-terminated), or the tokens of a text; NULL where they are numbers.  Copied. */
void rensa_extension_set_label_names (RensaExtension *extension, const char *const *names);
const char *const *rensa_extension_get_label_names (RensaExtension *extension);
/* … and the tokens of what goes in, where that is text. */
void rensa_extension_set_tokens (RensaExtension *extension, const char *const *tokens);
const char *const *rensa_extension_get_tokens (RensaExtension *extension);
/* How examples are shown that are pictures; without channels where they are none, or nobody has said so. */
void rensa_extension_set_picture (RensaExtension *extension, const RensaPicture *picture);
const RensaPicture *rensa_extension_get_picture (RensaExtension *extension);
/* When it is called; NULL where it never is by itself. */
RensaTrigger *rensa_extension_get_trigger (RensaExtension *extension);
/* NULL where it was not given. */
RensaIterator *rensa_extension_get_iterator (RensaExtension *extension, const char *name);

gpointer rensa_extension_get_state (RensaExtension *extension);
gconstpointer rensa_extension_get_values (RensaExtension *extension);
RensaAttrs *rensa_extension_get_attrs (RensaExtension *extension);
const RensaExtensionClass *rensa_extension_get_class (RensaExtension *extension);
const char *rensa_extension_get_name (RensaExtension *extension);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaExtension, rensa_extension_free)

G_END_DECLS
