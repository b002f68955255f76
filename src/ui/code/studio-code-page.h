/* studio-code-page.h: the program that the document describes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* Properties: project, run (the current one; its trained weights are exported), target (the name of
 * the exporter, "chainer"), node (the path of a node whose lines are highlighted; NULL for none). */
#define STUDIO_TYPE_CODE_PAGE (studio_code_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioCodePage, studio_code_page, STUDIO, CODE_PAGE, AdwBin)

GtkWidget *studio_code_page_new (void);
/* Returns NULL if a message about the reason is shown instead of a program. */
char *studio_code_page_dup_text (StudioCodePage *page);
/* Exports the program with all its files to the new folder @path; NULL: only proves it. */
void studio_code_page_export (StudioCodePage *page, const char *path, GAsyncReadyCallback callback, gpointer data);
/* Returns a message about the result. */
char *studio_code_page_export_finish (StudioCodePage *page, GAsyncResult *result, GError **error);

G_END_DECLS
