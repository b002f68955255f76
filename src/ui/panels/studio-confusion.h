/* studio-confusion.h: which classes a model takes for which, and the examples behind it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_CONFUSION (studio_confusion_get_type ())
G_DECLARE_FINAL_TYPE (StudioConfusion, studio_confusion, STUDIO, CONFUSION, AdwBin)

/* The examples of @part, whose labels are classes; nothing is known of them until studio_confusion_answer (). */
void studio_confusion_set_examples (StudioConfusion *self, RensaPreview *preview, const RensaPreviewPart *part);
/* What the model gives for each of them: @n values in all. */
void studio_confusion_answer (StudioConfusion *self, const float *values, guint n);

G_END_DECLS
