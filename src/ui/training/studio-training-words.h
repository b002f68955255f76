/* studio-training-words.h: texts and values shared by the training settings.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"
#include "studio-project.h"

G_BEGIN_DECLS

/* Returns "The project: Learning Rate 0" while a run is training, because its settings are shown
 * then; otherwise "This run: …". Returns NULL if @difference is NULL. */
char *studio_training_word_difference (gboolean is_running, const char *difference);

/* Returns "losses.dis:dis losses.gen:gen ", which changes when the rows must be rebuilt; "-" if
 * there is no step. */
char *studio_training_describe_losses (RensaDocument *document);

/* Returns the name of the device. */
const char *studio_device_read (RensaDocument *document);
/* Returns TRUE if a GPU may round float32 to TF32. */
gboolean studio_device_read_tf32 (RensaDocument *document);
/* Returns the problem of the device; NULL if there is none, or while unknown. */
const char *studio_device_find_problem (StudioProject *project);

G_END_DECLS
