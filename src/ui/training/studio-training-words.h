/* studio-training-words.h: texts that the settings share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-document.h"

G_BEGIN_DECLS

/* "The project: Learning Rate 0" while a run is training, whose settings are shown then; "This run: …" otherwise. NULL where @difference is. */
char *studio_training_word_difference (gboolean is_running, const char *difference);

/* "losses.dis:dis losses.gen:gen ", for which rows are made anew; "-" where there is no step. */
char *studio_training_describe_losses (RensaDocument *document);

G_END_DECLS
