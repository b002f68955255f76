/* studio-confusion.h: confusion matrix and the examples behind it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_CONFUSION (studio_confusion_get_type ())
G_DECLARE_FINAL_TYPE (StudioConfusion, studio_confusion, STUDIO, CONFUSION, AdwBin)

/* Sets the examples of @part, whose labels are classes; there are no predictions until
 * studio_confusion_answer (). */
void studio_confusion_set_examples (StudioConfusion *self, RensaPreview *preview, const RensaPreviewPart *part);
/* Sets the model's output for the examples: @n values in total. */
void studio_confusion_answer (StudioConfusion *self, const float *values, guint n);

G_END_DECLS
