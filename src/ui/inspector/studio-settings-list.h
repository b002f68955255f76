/* studio-settings-list.h: rows for document fields that belong to no component.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"

G_BEGIN_DECLS

#define STUDIO_TYPE_SETTINGS_LIST (studio_settings_list_get_type ())
G_DECLARE_FINAL_TYPE (StudioSettingsList, studio_settings_list, STUDIO, SETTINGS_LIST, AdwBin)

/* Shows the fields @settings of the object at @path in the document, such as "model.block"; "" for
 * the document itself. */
void studio_settings_list_show (StudioSettingsList *list, StudioProject *project, const RensaComponent *settings,
                                const char *path);

/* seed and dtype of a document. */
extern const RensaComponent studio_document_settings;
/* repeat of a Chain. */
extern const RensaComponent studio_chain_settings;
/* every and name of a loss; name of a reported value. */
extern const RensaComponent studio_loss_settings;
extern const RensaComponent studio_report_settings;

G_END_DECLS
