/* studio-try-form.h: form to enter an example of a table.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

/* A row for each column: a list of its categories, or a number. Signal "entered": after the user
 * changed a value. */
#define STUDIO_TYPE_TRY_FORM (studio_try_form_get_type ())
G_DECLARE_FINAL_TYPE (StudioTryForm, studio_try_form, STUDIO, TRY_FORM, AdwBin)

/* Makes the rows. */
void studio_try_form_set_columns (StudioTryForm *form, RensaPreview *preview);
/* Returns one value for each number of an example; borrowed. */
const float *studio_try_form_get_values (StudioTryForm *form);
void studio_try_form_set_values (StudioTryForm *form, const float *values);

G_END_DECLS
