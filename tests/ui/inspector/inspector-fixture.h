/* inspector-fixture.h: what the tests of the inspector share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-inspector.h"

G_BEGIN_DECLS

/* @signals: what it has told: "renamed l1;opened block;problem l2;" */
typedef struct
{
  StudioProject *project;
  GtkWidget *window;
  GtkWidget *inspector;
  GString *signals;
} Fixture;

/* Shows @project, which is taken over, once it has been looked through. */
void inspector_set_up (Fixture *fixture, StudioProject *project);
void inspector_tear_down (Fixture *fixture, gconstpointer data);

G_END_DECLS
