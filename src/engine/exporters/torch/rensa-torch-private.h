/* rensa-torch-private.h: the parts of the writer of PyTorch programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"
#include "rensa-python-program-private.h"

G_BEGIN_DECLS

/* Beside "torch" a component may have the forms
 * - "torch_more", which stands where the first does not say all that its attributes say, or takes not all that it is called with, and
 *   "torch_most", which stands where neither does;
 * - "torch_class", a class or function that these call;
 * - "torch_uses", the names "drawn", "reset_state", "use_fp32_update", "name_file" and "save_snapshot" as far as its forms call or define them;
 * - "torch_needless", attributes that need not be said, because the first call tells them, nothing depends on them, or the exporter says them;
 * - of a link: "torch_input", what it takes of its values, and "torch_initial", what draws its parameters;
 * - of an iterator: "torch_once", for validation;
 * - of a trigger: "torch_count", how many times it has fired; one that has "torch_class" is an object that is made before the loop and called;
 * - of an extension: "torch_statement", what it does, "torch_setting", the value of a setting of the optimizer after {t} calls, and "torch_object", what is made before the loop,
 *   the {object} of the statement: with "torch_when", a trigger that it asks itself, {when}, it gathers values, which snapshots have; {log} is that of the LogReport that
 *   log_report names. "torch" is what it observes, a dictionary.
 * {name:given} stands for an attribute that may not be None, {name:not} for the opposite of one, {name:callable} for a trigger that can be called, and {name:axes} for one that
 * speaks of as many axes as PyTorch convolves along, which are three. */
extern const RensaPythonDialect rensa_torch_dialect;

/* Functions and classes that programs hold. */
extern const char rensa_torch_drawn[];
extern const char rensa_torch_lecun[];
extern const char rensa_torch_tensors[];
extern const char rensa_torch_convert[];
extern const char rensa_torch_arrays[];
extern const char rensa_torch_initialize[];
extern const char rensa_torch_optimizer[];
extern const char rensa_torch_update[];
extern const char rensa_torch_wide_update[];
extern const char rensa_torch_progress[];
extern const char rensa_torch_evaluate[];
extern const char rensa_torch_states[];
extern const char rensa_torch_keeping[];
extern const char rensa_torch_file_names[];
extern const char rensa_torch_snapshots[];
extern const char rensa_torch_carried[];

/**
 * RensaTorchProgram:
 * @parts: functions and classes
 * @validates: an extension needs the test part
 * @body: what stands below the imports
 * @before_loop: what main () makes before its loop: the triggers that are objects, @n_triggers of them, @objects of extensions, and what a snapshot holds
 * @first_settings: what the settings of the optimizer are before the first iteration, and @first_calls, what extensions do then
 * @objects: (element-type RensaExtensionPlan utf8): what stands for extensions
 * @kept: objects that a snapshot holds, as arguments: ", log=log"
 *
 * A program while it is written.
 */
typedef struct
{
  RensaProject *project;
  const RensaExportNames *names;
  RensaPythonProgram *parts;
  gboolean validates;
  GString *body;
  GString *before_loop;
  GString *first_settings;
  GString *first_calls;
  GHashTable *objects;
  GString *kept;
  guint n_triggers;
} RensaTorchProgram;

/* Appends main (), and before it the functions that it calls. */
gboolean rensa_torch_write_main (RensaTorchProgram *self, GError **error);
/* Appends what makes the optimizers, one for each loss; and what an iteration does with them. */
gboolean rensa_torch_write_optimizers (RensaTorchProgram *self, GError **error);
gboolean rensa_torch_write_learning (RensaTorchProgram *self, GError **error);
/* Appends what extensions change before an iteration, and what they do after one; @before: the place of what they do before the first. */
gboolean rensa_torch_write_settings (RensaTorchProgram *self, GError **error);
gboolean rensa_torch_write_observations (RensaTorchProgram *self, gssize before, GError **error);
/* FALSE with an error where an attribute that is not its default stands neither in @form nor in what belongs to it. */
gboolean rensa_torch_check_said (const RensaPythonProgram *program, RensaAttrs *attrs, const char *form,
                                 GError **error);
/* What calls the model for validation. */
const char *rensa_torch_get_evaluated (const RensaTorchProgram *self);

/* A trigger as what can be called without arguments. */
char *rensa_torch_write_callable (RensaPythonProgram *program, RensaAttrs *trigger);
/* Whether a trigger fires after an iteration, as an expression in the loop. */
char *rensa_torch_write_condition (RensaTorchProgram *self, RensaAttrs *trigger, GError **error);
/* The same of the extension's, or of the usual one of its class; and how many times it has been called. */
char *rensa_torch_write_when (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error);
char *rensa_torch_write_count (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error);

/* Whether an extension writes snapshots; and what they hold, after all triggers are made. */
gboolean rensa_torch_has_snapshots (RensaTorchProgram *self);
void rensa_torch_write_parts (RensaTorchProgram *self);

G_END_DECLS
