/* rensa-judge.h: the verdict on a run that has just ended.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-builder.h"
#include "rensa-verdict.h"

G_BEGIN_DECLS

/* Examines the log, the model on validation examples (training examples if there are none) and the
 * simplest models of the same examples, for no more than a few seconds. Neither the run nor this
 * thread's generator changes. @is_not_finite: a loss or a parameter ended the run; @snapshot:
 * (nullable): made before that, to repeat the iteration from */
RensaVerdict *rensa_builder_judge (RensaBuilder *builder, RensaTrainer *trainer, gboolean is_not_finite,
                                   const char *snapshot);

G_END_DECLS
