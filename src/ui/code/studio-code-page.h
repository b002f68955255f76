/* studio-code-page.h: the program that the document stands for.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* Properties: project, run (the current one: what it has learned goes into what is exported), target (the name of the exporter,
 * "chainer"), node (the path of a node whose lines stand out; NULL for none). */
#define STUDIO_TYPE_CODE_PAGE (studio_code_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioCodePage, studio_code_page, STUDIO, CODE_PAGE, AdwBin)

GtkWidget *studio_code_page_new (void);
/* NULL where there is no program, but a sentence that says why. */
char *studio_code_page_dup_text (StudioCodePage *page);
/* Writes all that belongs to what is shown into the new folder @path; NULL: only proves it. */
void studio_code_page_export (StudioCodePage *page, const char *path, GAsyncReadyCallback callback, gpointer data);
/* A sentence that tells what became of it. */
char *studio_code_page_export_finish (StudioCodePage *page, GAsyncResult *result, GError **error);

G_END_DECLS
