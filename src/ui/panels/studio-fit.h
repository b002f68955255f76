/* studio-fit.h: predictions of numbers compared with their labels.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_FIT (studio_fit_get_type ())
G_DECLARE_FINAL_TYPE (StudioFit, studio_fit, STUDIO, FIT, AdwBin)

/* TRUE if the label of each example is a single number that is not a class. */
gboolean studio_fit_takes (const RensaPreview *preview);
/* Sets the examples of @part; there are no predictions until studio_fit_answer (). */
void studio_fit_set_examples (StudioFit *self, RensaPreview *preview, const RensaPreviewPart *part);
/* Sets the predictions for the examples: @n values in total. */
void studio_fit_answer (StudioFit *self, const float *values, guint n);

/* Measures @n predictions. @r2: fraction of the labels' variance that they explain, NaN if all
 * labels are equal. Ignores values that are not numbers. Returns the number of values counted. */
guint studio_fit_measure (const float *labels, const float *predictions, guint n, double *mean_error, double *r2);

G_END_DECLS
