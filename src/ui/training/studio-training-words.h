/* studio-training-words.h: how the settings of a project and of its run differ, in words.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "The project: Learning Rate 0" while a run is training, whose settings are shown then; "This run: …" otherwise. NULL where @difference is. */
char *studio_training_word_difference (gboolean is_running, const char *difference);

G_END_DECLS
