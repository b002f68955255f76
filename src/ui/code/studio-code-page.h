/* studio-code-page.h: the program that the document stands for.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"
#include "studio-run.h"

G_BEGIN_DECLS

/* Properties: project, run (the current one: its parameters can be exported for the program), target (the name of the
 * exporter, "chainer"). */
#define STUDIO_TYPE_CODE_PAGE (studio_code_page_get_type ())
G_DECLARE_FINAL_TYPE (StudioCodePage, studio_code_page, STUDIO, CODE_PAGE, AdwBin)

GtkWidget *studio_code_page_new (void);
/* NULL where there is no program, but a sentence that says why. */
char *studio_code_page_dup_text (StudioCodePage *page);
/* Writes the program and, where it reads any, its data beside it. */
void studio_code_page_save (StudioCodePage *page, const char *path, GAsyncReadyCallback callback, gpointer data);
/* A sentence that tells what was written. */
char *studio_code_page_save_finish (StudioCodePage *page, GAsyncResult *result, GError **error);

G_END_DECLS
