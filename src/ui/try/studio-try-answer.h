/* studio-try-answer.h: prediction of a model for one example.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* The most probable class in large text with a bar for each class, or the output values of a model
 * without classes. */
#define STUDIO_TYPE_TRY_ANSWER (studio_try_answer_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryAnswer, studio_try_answer, STUDIO, TRY_ANSWER, AdwBin)

/* Sets the data set, for the names of the classes. */
void studio_try_answer_set_classes (StudioTryAnswer *answer, RensaPreview *preview);
/* Shows @values as passed to RensaPredictorFunc. A single value with two classes is the probability
 * of the second class. */
void studio_try_answer_show (StudioTryAnswer *answer, const float *values, guint n);
/* Shows that there is no prediction. */
void studio_try_answer_clear (StudioTryAnswer *answer);
void studio_try_answer_show_error (StudioTryAnswer *answer, const char *sentence);
/* Returns the most probable class; -1 if there is none. */
int studio_try_answer_get_class (StudioTryAnswer *answer);

G_END_DECLS
