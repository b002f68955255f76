/* panels-fixture.h: what the tests of panels share: a widget that looks at a run.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"
#include "studio-run.h"
#include "wait-for.h"

G_BEGIN_DECLS

/* @panel: has the properties run and available. */
typedef struct
{
  char *folder;
  RensaStore *store;
  StudioProject *project;
  StudioRun *run;
  GtkWidget *window;
  GtkWidget *panel;
} Desk;

/* A project of the example of the studio with these settings, "stop.period=2", up to NULL. */
void desk_set_up (Desk *desk, const char *example, const char *const *settings);
/* In a narrow window. */
void desk_show (Desk *desk, GtkWidget *panel);
void desk_tear_down (Desk *desk, gconstpointer data);
/* Starts a run, which the panel then looks at. */
void desk_train (Desk *desk, gboolean paused);
gboolean desk_is_available (Desk *desk);

G_END_DECLS
