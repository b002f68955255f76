/* rensa-torch-private.h: components of the writer of PyTorch programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-exporter.h"
#include "rensa-python-program-private.h"

G_BEGIN_DECLS

/* Apart from "torch", a component may have the forms
 * - "torch_more", used if the first does not cover all attributes or bindings, and "torch_most",
 *   used if neither does;
 * - "torch_class", a class or function that these call;
 * - "torch_uses", those of the names "drawn", "reset_state", "use_fp32_update", "name_file" and
 *   "save_snapshot" that its forms call or define;
 * - "torch_needless", attributes that need not be written, because the first call determines them,
 *   nothing depends on them, or the exporter writes them;
 * - for a link: "torch_input", the values that it takes, and "torch_initial", the initialization of
 *   its parameters;
 * - for an iterator: "torch_once", for validation;
 * - for a trigger: "torch_count", the number of times it has fired; one with "torch_class" is an
 *   object that is created before the loop and called;
 * - for an extension: "torch_statement", its action, "torch_setting", the value of a setting of the
 *   optimizer after {t} calls, and "torch_object", an object created before the loop, the {object}
 *   of the statement: with "torch_when", a trigger that it evaluates itself, {when}, it accumulates
 *   values, which snapshots include; {log} is that of the LogReport specified by log_report.
 *   "torch" is the dictionary of values that it observes. {name:given} is an attribute that must
 *   not be None, {name:not} the negation of one, {name:callable} a callable trigger, and
 *   {name:axes} an attribute that specifies at most as many axes as PyTorch supports for
 *   convolution, which are three. */
extern const RensaPythonDialect rensa_torch_dialect;

/* Functions of programs that links and initial weights call. */
extern const char rensa_torch_drawn[];
extern const char rensa_torch_lecun[];
extern const char rensa_torch_initialize[];

/**
 * RensaTorchProgram:
 * @parts: functions and classes
 * @validates: an extension needs the test part
 * @body: text after the imports
 * @before_loop: objects that main () creates before its loop: triggers that are objects,
 *   @n_triggers of them, @objects of extensions, and the parts of a snapshot
 * @first_settings: settings of the optimizer before the first iteration, and @first_calls, the
 *   actions of extensions before it
 * @objects: (element-type RensaExtensionPlan utf8): object names of extensions
 * @kept: objects included in a snapshot, as arguments: ", log=log"
 *
 * A program being written.
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

/* Appends main (), preceded by the functions that it calls. */
gboolean rensa_torch_write_main (RensaTorchProgram *self, GError **error);
/* Append the creation of the optimizers, one for each loss; and their use in an iteration. */
gboolean rensa_torch_write_optimizers (RensaTorchProgram *self, GError **error);
gboolean rensa_torch_write_learning (RensaTorchProgram *self, GError **error);
/* Append the changes by extensions before an iteration, and their actions after it; @before:
 * position of their actions before the first. */
gboolean rensa_torch_write_settings (RensaTorchProgram *self, GError **error);
gboolean rensa_torch_write_observations (RensaTorchProgram *self, gssize before, GError **error);
/* FALSE with an error if an attribute with a value other than its default occurs neither in @form
 * nor in the related forms. */
gboolean rensa_torch_check_said (const RensaPythonProgram *program, RensaAttrs *attrs, const char *form,
                                 GError **error);
/* Returns the expression that calls the model in validation. */
const char *rensa_torch_get_evaluated (const RensaTorchProgram *self);

/* Writes a trigger as a callable without arguments. */
char *rensa_torch_write_callable (RensaPythonProgram *program, RensaAttrs *trigger);
/* Writes an expression for the loop that is true if a trigger fires after an iteration. */
char *rensa_torch_write_condition (RensaTorchProgram *self, RensaAttrs *trigger, GError **error);
/* The same for the extension's trigger, or the default one of its class; and the number of its calls. */
char *rensa_torch_write_when (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error);
char *rensa_torch_write_count (RensaTorchProgram *self, const RensaExtensionPlan *plan, GError **error);

/* Returns TRUE if an extension writes snapshots; writes their contents, after all triggers have
 * been created. */
gboolean rensa_torch_has_snapshots (RensaTorchProgram *self);
void rensa_torch_write_parts (RensaTorchProgram *self);

G_END_DECLS
