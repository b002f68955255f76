/* rensa-chainer-private.h: the parts of the writer of Chainer programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-python-program-private.h"

G_BEGIN_DECLS

extern const RensaPythonDialect rensa_chainer_dialect;

/* The updater of several losses, and its evaluator. */
void rensa_chainer_write_step_classes (RensaPythonProgram *program, const RensaProject *project);
/* Appends what makes an optimizer for the link @learner, with its hooks. FALSE with an error also where its steps would be wrong in float16. */
gboolean rensa_chainer_write_optimizer (RensaPythonProgram *program, RensaProject *project, RensaAttrs *attrs,
                                        GPtrArray *hooks, const char *learner, GString *body, GError **error);
/* Appends what makes the optimizers of the losses to the function that is written; "optimizer" is the only one where all learn from one
 * loss. */
gboolean rensa_chainer_write_losses (RensaPythonProgram *program, RensaProject *project, GString *body, GError **error);
/* The call that makes the updater of several losses, whose class is written. */
char *rensa_chainer_write_step_updater (RensaPythonProgram *program, const RensaProject *project);

G_END_DECLS
