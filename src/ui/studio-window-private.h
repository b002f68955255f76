/* studio-window-private.h: shared by the parts of the window.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-importer.h"
#include "studio-autosave.h"
#include "studio-leftover.h"
#include "studio-window.h"

G_BEGIN_DECLS

typedef enum
{
  STUDIO_START_NOT,
  STUDIO_START_RUNNING,
  STUDIO_START_STEPPING,
} StudioStart;

/* The user's consent to lose data when the window closes; each level includes the previous ones. */
typedef enum
{
  STUDIO_LOSS_NONE,
  STUDIO_LOSS_CHANGES,
  STUDIO_LOSS_RESULTS,
} StudioLoss;

/* The user's intended action while dialogs are open. */
typedef struct
{
  /* The file to replace or copy. */
  char *file;
  /* Called after the project is saved or discarded. */
  void (*next) (StudioWindow *window);
  StudioLoss loss;
} StudioIntent;

struct _StudioWindow
{
  AdwApplicationWindow parent_instance;

  StudioWindowMaker maker;
  StudioProject *project;
  StudioAutosave *autosave;
  /* Offered while there is no project; NULL if there is none. */
  StudioLeftover *leftover;
  StudioRun *run;
  RensaStore *store;
  /* The run that the project was created from; NULL if there is none. */
  char *parent;
  GSimpleActionGroup *run_actions;
  /* Title without the dot; unique among all windows. */
  char *title;
  /* State of the project's file after the last read or write; NULL if there is no file. */
  char *file_state;
  char *notice_text;

  /* Start mode of a run that waits for the analysis of the project. */
  StudioStart start;
  /* TRUE if the window closes when training ends. */
  gboolean is_closing;
  /* TRUE if the shown run is live, or was at the last check. */
  gboolean awaits_end;
  StudioIntent intent;
  /* A model to save as a project. */
  RensaImported *imported;

  GtkWidget *question;      /* weak */
  GtkWidget *try_dialog;    /* weak */
  GtkWidget *recipe_dialog; /* weak */
  GtkFileChooserNative *chooser;
  void (*chosen) (StudioWindow *window, GFile *file);

  GtkStack *contents;
  AdwStatusPage *leftover_page;
  GtkWidget *recover_button;
  AdwViewStack *pages;
  AdwViewSwitcherTitle *switcher_title;
  AdwToastOverlay *toasts;
  GtkWidget *undo_button;
  GtkWidget *redo_button;
  GtkRevealer *notice;
  GtkLabel *notice_label;
};

/* studio-window-pages.c */
void studio_window_page_changed (StudioWindow *self);
/* Returns NULL if the page has not been shown yet. */
GtkWidget *studio_window_find_page (StudioWindow *self, const char *name);
/* Returns NULL if Ctrl+Z undoes changes of the document. */
GtkWidget *studio_window_get_undoing_page (StudioWindow *self);
void studio_window_show_page (StudioWindow *self, const char *name);
/* Shows the document field at @place on the page that edits it. */
void studio_window_show_setting (StudioWindow *self, const char *place);
/* Creates the visible page if necessary, and moves the focus there. */
void studio_window_enter_page (StudioWindow *self);

/* studio-window-dialogs.c */
void studio_window_tell (StudioWindow *self, const char *heading, const char *sentence);
/* Opens a dialog to which further responses are added. It already has the response "cancel",
 * labeled @stay, which is also used when the dialog is closed. @answered gets the dialog, the
 * response, and the window. */
AdwMessageDialog *studio_window_ask (StudioWindow *self, const char *heading, const char *sentence, const char *stay,
                                     GCallback answered);
/* Takes ownership of @chooser. @chosen gets the file, or NULL if none was chosen. */
void studio_window_choose_file (StudioWindow *self, GtkFileChooserNative *chooser,
                                void (*chosen) (StudioWindow *self, GFile *file));
/* Adds filters for projects and for all files. */
void studio_window_add_filters (GtkFileChooserNative *chooser);

/* studio-window-document.c */
void studio_window_install_document_actions (GtkWidgetClass *widget_class);
void studio_window_drop_project (StudioWindow *self);
void studio_window_update_document_actions (StudioWindow *self);
/* Returns this window if it has no project and no leftover, otherwise a new one. */
StudioWindow *studio_window_require_free (StudioWindow *self);

/* studio-window-undo.c */
void studio_window_install_undo_actions (GtkWidgetClass *widget_class);
/* Updates the tooltips and states of the undo and redo buttons. */
void studio_window_update_undo (StudioWindow *self);
/* If the undone or redone change is not visible, shows a message with a button to go there. */
void studio_window_tell_of_undo (StudioWindow *self, RensaDocument *before, const char *label, gboolean is_undo);

/* studio-window-import.c */
/* Returns FALSE if the file is not a model of another program. Reads it in a thread, shows it, and
 * saves it at the location the user chooses. */
gboolean studio_window_import (StudioWindow *self, GFile *file);
/* Joins the notes, one per line, up to a readable number; @notes: (element-type utf8). */
char *studio_window_write_notes (GPtrArray *notes);
void studio_window_add_model_filter (GtkFileChooserNative *chooser);
/* Opens files that are dropped on the window. */
void studio_window_accept_drops (StudioWindow *self);

/* studio-window-imported.c */
/* Lists inputs, outputs, layers, and deviations from the file. */
GtkWidget *studio_window_describe_imported (const RensaImported *imported);

/* studio-window-save.c */
void studio_window_install_save_actions (GtkWidgetClass *widget_class);
/* Asks whether to save unsaved changes; calls @after unless the user cancels. */
void studio_window_let_go (StudioWindow *self, void (*after) (StudioWindow *self));
/* Saves as if the user had chosen @file; adds the extension if it is missing. */
void studio_window_save_as (StudioWindow *self, GFile *file);
/* Records the current state of the project's file. */
void studio_window_note_file (StudioWindow *self);

/* studio-window-leftover.c */
void studio_window_install_leftover_actions (GtkWidgetClass *widget_class);

/* studio-window-close.c */
gboolean studio_window_close_request (GtkWindow *window);

/* studio-window-picture.c */
/* Returns FALSE if the file is not a picture. Offers its folder as data and, if a model is trained,
 * a prediction for the picture. */
gboolean studio_window_open_picture (StudioWindow *self, GFile *file);

/* studio-window-run.c */
void studio_window_install_run_actions (GtkWidgetClass *widget_class);
/* Shows the trained model's prediction for @picture. */
void studio_window_try_picture (StudioWindow *self, GFile *picture);
void studio_window_add_run_group (StudioWindow *self);
void studio_window_drop_run (StudioWindow *self);
void studio_window_update_run_actions (StudioWindow *self);
void studio_window_run_changed (StudioWindow *self);
gboolean studio_window_is_training (StudioWindow *self);
/* Returns TRUE if the shown run has saved a trained model. */
gboolean studio_window_has_model (StudioWindow *self);
/* Continues actions that were waiting for the analysis. */
void studio_window_project_analysed (StudioWindow *self);
/* Takes ownership of @run and shows it; if NULL, shows @error under @heading. */
void studio_window_take_run (StudioWindow *self, StudioRun *run, const char *heading, GError *error);

/* Same without a message and without changing the page. */
void studio_window_set_run (StudioWindow *self, StudioRun *run);

/* studio-window-parts.c */

/* Starts the run of the next part when a run of a cross-validation has finished. */
void studio_window_run_ended (StudioWindow *self);

/* studio-window-extract.c */
void studio_window_install_extract_actions (GtkWidgetClass *widget_class);
/* Extracts the model @name of the run's step as if the user had chosen @folder; opens it as a project. */
void studio_window_extract (StudioWindow *self, const char *name, GFile *folder);

/* studio-window-weights.c */
void studio_window_install_weights_actions (GtkWidgetClass *widget_class);
/* Compares as if the user had chosen @file. */
void studio_window_compare_weights (StudioWindow *self, GFile *file);

/* studio-window-verdict.c */
void studio_window_install_verdict_actions (GtkWidgetClass *widget_class);

/* studio-window-store.c */
void studio_window_install_store_actions (GtkWidgetClass *widget_class);
void studio_window_update_store_actions (StudioWindow *self);
/* Returns the path of a run's trained parameters, which may not exist yet. */
char *studio_window_get_model_path (RensaStore *store, RensaRun *record);
/* Resumes a run that ended early, or trains a finished run longer; @stepping: TRUE to pause after
 * one iteration. */
void studio_window_continue_run (StudioWindow *self, RensaRun *record, gboolean stepping);
/* Exports the selected run as if the user had chosen @file. */
void studio_window_export_npz (StudioWindow *self, GFile *file);

G_END_DECLS
