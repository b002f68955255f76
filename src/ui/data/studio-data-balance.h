/* studio-data-balance.h: number of examples of each class.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_BALANCE (studio_data_balance_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataBalance, studio_data_balance, STUDIO, DATA_BALANCE, AdwBin)

/* Shows a preview that is ready and has classes, or nothing if NULL. */
void studio_data_balance_show (StudioDataBalance *balance, const RensaPreview *preview);

G_END_DECLS
