/* studio-code-page-private.h: declarations shared by the parts of the code page.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtksourceview/gtksource.h>

#include "studio-code-job.h"
#include "studio-code-page.h"

G_BEGIN_DECLS

struct _StudioCodePage
{
  AdwBin parent_instance;

  StudioProject *project;
  StudioRun *run;
  const RensaExporter *exporter;
  /* Shown, or being made; NULL if there is nothing to export. */
  StudioCodeJob *job;
  GCancellable *making;
  /* For a target that contains a trained model (element-type RensaExportFile). */
  GPtrArray *files;
  char *node;
  guint timeout;
  guint n_saving;

  GtkListBox *targets;
  GtkStack *stack;
  AdwStatusPage *problem;
  GtkSourceView *source;
  GtkSourceBuffer *buffer;
  GtkTextTag *node_tag; /* on the lines that mention the node */
  GtkWidget *bar;
  GtkLabel *usage;
  GtkLabel *note;
  GtkLabel *proof;
  GtkDropDown *file_list;
  GtkToggleButton *logits;
  GtkSpinner *spinner;
  GtkWidget *buttons;
  GtkWidget *prove_button;
};

/* studio-code-page-show.c */
/* Shows the current state of the project and the run if the page is visible; keeps the text if
 * it is current. */
void studio_code_page_update (StudioCodePage *self);
/* Discards the text that is shown or being made. */
void studio_code_page_forget (StudioCodePage *self);
void studio_code_page_show_file (StudioCodePage *self);
void studio_code_page_show_proof (StudioCodePage *self);
/* Highlights the lines that mention the node. */
void studio_code_page_highlight (StudioCodePage *self);
void studio_code_page_enable (StudioCodePage *self, gboolean can_copy, gboolean can_save);

/* studio-code-page-save.c */
void studio_code_page_install_save_actions (GtkWidgetClass *widget_class);

G_END_DECLS
