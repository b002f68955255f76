/* rensa-chainer-private.h: components of the writer of Chainer programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-python-program-private.h"

G_BEGIN_DECLS

extern const RensaPythonDialect rensa_chainer_dialect;

/* The updater for several losses, and its evaluator. */
void rensa_chainer_write_step_classes (RensaPythonProgram *program, const RensaProject *project);
/* Appends the creation of an optimizer for the link @learner, with its hooks. FALSE with an error
 * also if its steps would be wrong in float16. */
gboolean rensa_chainer_write_optimizer (RensaPythonProgram *program, RensaProject *project, RensaAttrs *attrs,
                                        GPtrArray *hooks, const char *learner, GString *body, GError **error);
/* Appends the creation of the optimizers of the losses to the current function; "optimizer" is the
 * only one if all links learn from one loss. */
gboolean rensa_chainer_write_losses (RensaPythonProgram *program, RensaProject *project, GString *body, GError **error);
/* Returns the call that creates the updater for several losses, whose class is already written. */
char *rensa_chainer_write_step_updater (RensaPythonProgram *program, const RensaProject *project);

G_END_DECLS
