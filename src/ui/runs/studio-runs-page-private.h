/* studio-runs-page-private.h: shared by the parts of the runs page.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-store.h"
#include "studio-run-settings.h"
#include "studio-runs-columns.h"
#include "studio-runs-compare.h"
#include "studio-runs-page.h"

G_BEGIN_DECLS

struct _StudioRunsPage
{
  AdwBin parent_instance;
  RensaStore *store;
  GPtrArray *deleted; /* RensaRun items of the last deletion */
  char **words;       /* Search terms, case-folded */
  guint filtering;    /* source */
  guint growing;      /* source */
  guint reading;      /* source */
  gboolean is_comparing;
  gboolean has_chosen; /* TRUE after the user has chosen columns */
  StudioRunsColumns *columns;
  StudioRunSettings *settings; /* NULL without a store */

  GtkStack *stack;
  AdwToastOverlay *toasts;
  AdwToast *toast; /* Weak; notification of the last deletion */
  GtkSearchEntry *search;
  GtkToggleButton *starred_only;
  GtkColumnView *view;
  GtkLabel *count;
  StudioRunsCompare *compare;
  GtkBox *choices;
  GtkWidget *read_only;
  GtkPopoverMenu *menu;
  GtkButton *continue_button;
  GtkFilterListModel *filtered;
  GtkCustomFilter *filter;
  GtkSliceListModel *rows;
  GtkMultiSelection *selection;
};

/* RensaRun, owned. */
GPtrArray *studio_runs_page_get_selected (StudioRunsPage *page);
/* Owned; NULL unless exactly one is selected. */
RensaRun *studio_runs_page_get_only_selected (StudioRunsPage *page);
void studio_runs_page_select (StudioRunsPage *page, RensaRun *run);
/* Opens the menu of the selected runs at a position in the table. */
void studio_runs_page_open_menu (StudioRunsPage *page, double x, double y);

/* Choice of columns (studio-runs-choices.c). */
void studio_runs_page_show_choices (StudioRunsPage *page);
/* Column ids, separated by blanks. */
void studio_runs_page_set_columns (StudioRunsPage *page, const char *text);
char *studio_runs_page_join_columns (StudioRunsPage *page);
void studio_runs_page_show_differing (StudioRunsPage *page);

/* Actions on the selected runs (studio-runs-actions.c). */
void studio_runs_page_install_actions (GtkWidgetClass *widget_class);
void studio_runs_page_update_actions (StudioRunsPage *page);

G_END_DECLS
