/* studio-try-example.h: asks the trained model about an example of one's own.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-predictor.h"
#include "rensa-preview.h"

G_BEGIN_DECLS

/* An example that is drawn, entered, opened or chosen, and what the model says about it. Signal "answered": when an answer, or why there
 * is none, is on the screen. */
#define STUDIO_TYPE_TRY_EXAMPLE (studio_try_example_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryExample, studio_try_example, STUDIO, TRY_EXAMPLE, AdwBin)

/* @preview: data that are ready, taken over; once. */
void studio_try_example_take_preview (StudioTryExample *example, RensaPreview *preview, RensaPredictor *predictor);
/* Asks about the picture in @file, as soon as the data are there. */
void studio_try_example_open_picture (StudioTryExample *example, GFile *file);
/* @predictor: (nullable): borrowed; what was asked last is asked again. Nothing is asked without one. */
void studio_try_example_set_predictor (StudioTryExample *example, RensaPredictor *predictor);
/* Whether the examples are rows that can be shown beside what the model says about them, and shows them so. */
gboolean studio_try_example_has_table (StudioTryExample *example);
void studio_try_example_show_table (StudioTryExample *example, gboolean is_shown);

/* How many examples can be chosen: those for validation, or of the training where there are none; 0 before the data
 * are there. */
guint studio_try_example_get_n_examples (StudioTryExample *example);
void studio_try_example_choose (StudioTryExample *example, guint number);
/* What the model takes it for; -1 where it is no class. */
int studio_try_example_get_class (StudioTryExample *example);
/* What the example that was chosen last really is; -1 where none is shown any more, or it has no class. */
int studio_try_example_get_true_class (StudioTryExample *example);

G_END_DECLS
