/* studio-data-balance.h: how many examples each class has.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-preview.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_DATA_BALANCE (studio_data_balance_get_type ())
G_DECLARE_FINAL_TYPE (StudioDataBalance, studio_data_balance, STUDIO, DATA_BALANCE, AdwBin)

/* One that is ready and has classes, or NULL. */
void studio_data_balance_show (StudioDataBalance *balance, const RensaPreview *preview);

G_END_DECLS
