/* studio-window-private.h: the parts of the window.
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

/* What the person has agreed to lose when the window closes; each includes the ones before. */
typedef enum
{
  STUDIO_LOSS_NONE,
  STUDIO_LOSS_CHANGES,
  STUDIO_LOSS_RESULTS,
} StudioLoss;

/* What the person is about to do while dialogs ask for more. */
typedef struct
{
  /* That is about to be replaced, or copied. */
  char *file;
  /* Done once the project is saved or let go. */
  void (*next) (StudioWindow *window);
  StudioLoss loss;
} StudioIntent;

struct _StudioWindow
{
  AdwApplicationWindow parent_instance;

  StudioWindowMaker maker;
  StudioProject *project;
  StudioAutosave *autosave;
  /* Offered as long as there is no project; NULL where there is nothing. */
  StudioLeftover *leftover;
  StudioRun *run;
  RensaStore *store;
  /* The run that the project was made from; NULL where there is none. */
  char *parent;
  GSimpleActionGroup *run_actions;
  /* Without the dot, and unlike that of any other window. */
  char *title;
  /* How the project's file was when it was read or written last; NULL where there is none. */
  char *file_state;
  char *notice_text;

  /* A run that starts once the project has been analysed. */
  StudioStart start;
  /* The window closes once training has ended. */
  gboolean is_closing;
  /* The run that is shown is live, or was when the window last looked. */
  gboolean awaits_end;
  StudioIntent intent;
  /* A model that is to be saved as a project. */
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
void studio_window_init_pages (StudioWindow *self);
/* NULL where it was never seen. */
GtkWidget *studio_window_find_page (StudioWindow *self, const char *name);
/* NULL where Ctrl+Z takes back changes of the document. */
GtkWidget *studio_window_get_undoing_page (StudioWindow *self);
void studio_window_show_page (StudioWindow *self, const char *name);
/* The field of the document at @place, where it can be set. */
void studio_window_show_setting (StudioWindow *self, const char *place);
/* Makes the visible page where it was never seen, and puts the focus there. */
void studio_window_enter_page (StudioWindow *self);

/* studio-window-dialogs.c */
void studio_window_tell (StudioWindow *self, const char *heading, const char *sentence);
/* A question to which more answers are to be added; "cancel", which @stay words, is there already, and what closing the
 * dialog means. @answered gets the dialog, the answer, and the window. */
AdwMessageDialog *studio_window_ask (StudioWindow *self, const char *heading, const char *sentence, const char *stay,
                                     GCallback answered);
/* Takes @chooser over. @chosen gets the file, or NULL where there is none to be had. */
void studio_window_choose_file (StudioWindow *self, GtkFileChooserNative *chooser,
                                void (*chosen) (StudioWindow *self, GFile *file));
/* Projects and all files. */
void studio_window_add_filters (GtkFileChooserNative *chooser);

/* studio-window-document.c */
void studio_window_install_document_actions (GtkWidgetClass *widget_class);
void studio_window_drop_project (StudioWindow *self);
void studio_window_update_document_actions (StudioWindow *self);
/* This window where it has no project and offers none, else a new one. */
StudioWindow *studio_window_require_free (StudioWindow *self);

/* studio-window-undo.c */
void studio_window_install_undo_actions (GtkWidgetClass *widget_class);
/* What a click would take back or do again. */
void studio_window_update_undo (StudioWindow *self);
/* Where it is out of sight, what was undone or done again is told, with a way there. */
void studio_window_tell_of_undo (StudioWindow *self, RensaDocument *before, const char *label, gboolean is_undo);

/* studio-window-import.c */
/* FALSE where the file is no model of another program. It is read in a thread, shown, and saved where the person wants it. */
gboolean studio_window_import (StudioWindow *self, GFile *file);
/* A sentence a line, as many as a person reads; @notes: (element-type utf8). */
char *studio_window_write_notes (GPtrArray *notes);
void studio_window_add_model_filter (GtkFileChooserNative *chooser);
/* Files are opened where they are dropped on the window. */
void studio_window_accept_drops (StudioWindow *self);

/* studio-window-imported.c */
/* Inputs, outputs, layers, and what is not as in the file. */
GtkWidget *studio_window_describe_imported (const RensaImported *imported);

/* studio-window-save.c */
void studio_window_install_save_actions (GtkWidgetClass *widget_class);
/* Asks whether to save where there are unsaved changes; @after is called unless the person stays. */
void studio_window_let_go (StudioWindow *self, void (*after) (StudioWindow *self));
/* As after the person has chosen @file; one that lacks the ending gets it. */
void studio_window_save_as (StudioWindow *self, GFile *file);
/* Takes note of how the project's file is now. */
void studio_window_note_file (StudioWindow *self);

/* studio-window-leftover.c */
void studio_window_install_leftover_actions (GtkWidgetClass *widget_class);

/* studio-window-close.c */
gboolean studio_window_close_request (GtkWindow *window);

/* studio-window-picture.c */
/* FALSE where the file is no picture. Offers the folder it lies in as data and, where a model is trained, to try it with the picture. */
gboolean studio_window_open_picture (StudioWindow *self, GFile *file);

/* studio-window-run.c */
void studio_window_install_run_actions (GtkWidgetClass *widget_class);
/* Shows what the trained model says about it. */
void studio_window_try_picture (StudioWindow *self, GFile *picture);
void studio_window_add_run_group (StudioWindow *self);
void studio_window_drop_run (StudioWindow *self);
void studio_window_update_run_actions (StudioWindow *self);
gboolean studio_window_is_training (StudioWindow *self);
/* Whether the run that is shown has saved a trained model. */
gboolean studio_window_has_model (StudioWindow *self);
/* Goes on with what waited for the analysis. */
void studio_window_project_analysed (StudioWindow *self);
/* @run is taken over and shown; where it is NULL, @error says why under @heading. */
void studio_window_take_run (StudioWindow *self, StudioRun *run, const char *heading, GError *error);

/* The same without a word, and without another page. */
void studio_window_set_run (StudioWindow *self, StudioRun *run);

/* studio-window-parts.c */

/* A run of a cross-validation that has finished is followed by that of the next part. */
void studio_window_run_ended (StudioWindow *self);

/* studio-window-step.c */
void studio_window_install_step_actions (GtkWidgetClass *widget_class);
void studio_window_update_step_actions (StudioWindow *self);

/* studio-window-extract.c */
void studio_window_install_extract_actions (GtkWidgetClass *widget_class);
/* As after the person has chosen @folder for the model @name of the run's step; opens it as a project. */
void studio_window_extract (StudioWindow *self, const char *name, GFile *folder);

/* studio-window-weights.c */
void studio_window_install_weights_actions (GtkWidgetClass *widget_class);
/* As after the person has chosen @file. */
void studio_window_compare_weights (StudioWindow *self, GFile *file);

/* studio-window-verdict.c */
void studio_window_install_verdict_actions (GtkWidgetClass *widget_class);

/* studio-window-store.c */
void studio_window_install_store_actions (GtkWidgetClass *widget_class);
void studio_window_update_store_actions (StudioWindow *self);
/* Where the trained parameters of a run lie, or will lie. */
char *studio_window_get_model_path (RensaStore *store, RensaRun *record);
/* Resumes a run that ended before its time, and trains one that has finished longer; @stepping: for one iteration, then it pauses. */
void studio_window_continue_run (StudioWindow *self, RensaRun *record, gboolean stepping);
/* As after the person has chosen @file for the run that was to be exported. */
void studio_window_export_npz (StudioWindow *self, GFile *file);

G_END_DECLS
