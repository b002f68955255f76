/* studio-training-words.h: texts shared by the training settings.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* Returns "The project: Learning Rate 0" while a run is training, because its settings are shown
 * then; otherwise "This run: …". Returns NULL if @difference is NULL. */
char *studio_training_word_difference (gboolean is_running, const char *difference);

/* Returns "losses.dis:dis losses.gen:gen ", which changes when the rows must be rebuilt; "-" if
 * there is no step. */
char *studio_training_describe_losses (RensaDocument *document);

G_END_DECLS
