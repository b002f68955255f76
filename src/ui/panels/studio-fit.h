/* studio-fit.h: what a model predicts for numbers, beside what they are.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FIT (studio_fit_get_type ())
G_DECLARE_FINAL_TYPE (StudioFit, studio_fit, STUDIO, FIT, AdwBin)

/* TRUE if the label of each example is a single number that is not a class. */
gboolean studio_fit_takes (const RensaPreview *preview);
/* The examples of @part; nothing is known of their predictions until studio_fit_answer (). */
void studio_fit_set_examples (StudioFit *self, RensaPreview *preview, const RensaPreviewPart *part);
/* The predictions for the examples: @n values in all. */
void studio_fit_answer (StudioFit *self, const float *values, guint n);

/* Of @n predictions. @r2: how much of the labels' variance they explain, NaN where all labels are equal. Values that are no numbers are
 * left out. Returns: how many have been counted. */
guint studio_fit_measure (const float *labels, const float *predictions, guint n, double *mean_error, double *r2);

G_END_DECLS
