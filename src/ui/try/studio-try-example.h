/* studio-try-example.h: tries the trained model on the user's own example.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-predictor.h"
#include "rensa-preview.h"

G_BEGIN_DECLS

/* An example that is drawn, entered, opened or chosen, and the model's prediction for it. Signal
 * "answered": a prediction or an error is shown. */
#define STUDIO_TYPE_TRY_EXAMPLE (studio_try_example_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryExample, studio_try_example, STUDIO, TRY_EXAMPLE, AdwBin)

/* @preview: loaded data; takes ownership; call once. */
void studio_try_example_take_preview (StudioTryExample *example, RensaPreview *preview, RensaPredictor *predictor);
/* Tries the picture in @file as soon as the data are loaded. */
void studio_try_example_open_picture (StudioTryExample *example, GFile *file);
/* @predictor: (nullable): borrowed; repeats the last request. Without a predictor, there are no requests. */
void studio_try_example_set_predictor (StudioTryExample *example, RensaPredictor *predictor);
/* Return TRUE if the examples are rows that can be shown in a table with the predictions, and show
 * the table. */
gboolean studio_try_example_has_table (StudioTryExample *example);
void studio_try_example_show_table (StudioTryExample *example, gboolean is_shown);

/* Number of examples to choose from: validation examples, or training examples if there are none; 0
 * until the data are loaded. */
guint studio_try_example_get_n_examples (StudioTryExample *example);
void studio_try_example_choose (StudioTryExample *example, guint number);
/* Returns the predicted class; -1 if the prediction is not a class. */
int studio_try_example_get_class (StudioTryExample *example);
/* Returns the true class of the last chosen example; -1 if no example is shown or it has no class. */
int studio_try_example_get_true_class (StudioTryExample *example);

G_END_DECLS
