/* studio-try-answer.h: what a model says about one example.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* The most probable class, large, with a bar for each class; or the values that a model without classes gives. */
#define STUDIO_TYPE_TRY_ANSWER (studio_try_answer_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryAnswer, studio_try_answer, STUDIO, TRY_ANSWER, AdwBin)

/* Of what data the answers are. */
void studio_try_answer_set_classes (StudioTryAnswer *answer, RensaPreview *preview);
/* As RensaPredictorFunc gets them. One value where there are two classes is the probability of the second. */
void studio_try_answer_show (StudioTryAnswer *answer, const float *values, guint n);
/* Nothing has been asked. */
void studio_try_answer_clear (StudioTryAnswer *answer);
void studio_try_answer_show_error (StudioTryAnswer *answer, const char *sentence);
/* The most probable class; -1 where there is none. */
int studio_try_answer_get_class (StudioTryAnswer *answer);

G_END_DECLS
