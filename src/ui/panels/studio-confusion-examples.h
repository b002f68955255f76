/* studio-confusion-examples.h: examples with their predicted classes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* @number: index in the part; @right: the probability that the model gives to the actual class. */
typedef struct
{
  guint number;
  int said;
  float right;
} StudioConfusionExample;

#define STUDIO_TYPE_CONFUSION_EXAMPLES (studio_confusion_examples_get_type ())
G_DECLARE_FINAL_TYPE (StudioConfusionExamples, studio_confusion_examples, STUDIO, CONFUSION_EXAMPLES, AdwBin)

void studio_confusion_examples_set_preview (StudioConfusionExamples *self, RensaPreview *preview,
                                            const RensaPreviewPart *part);
/* The worst of @examples, which are sorted for it. */
void studio_confusion_examples_show (StudioConfusionExamples *self, const char *title, StudioConfusionExample *examples,
                                     guint n);

G_END_DECLS
