/* ui-fixture.h: projects to show, and ways to what a widget shows.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "studio-project.h"
#include "wait-for.h"

G_BEGIN_DECLS

/* A project of this JSON, in which ' stands for ". */
StudioProject *ui_project_new (const char *json);
/* An MLP on moons: x, l1 (Linear, 4 units), relu1, l2 (Linear, 2 units); Adam, WeightDecay, Evaluator, LogReport. */
StudioProject *ui_project_new_mlp (void);

/* Two models on moons, "first" and "second", one Linear "l" of 2 units each; a step of x, t, their calls a and b, and a
 * softmax_cross_entropy of each, loss_a and loss_b, from which they learn with Adam. */
StudioProject *ui_project_new_pair (void);

/* An example of the studio, "moons.rensa". */
RensaDocument *ui_load_example (const char *name);

/* The value of an attribute as text; owned. */
char *ui_get_value (StudioProject *project, const char *path, const char *attr);

/* A window with @child, shown. */
GtkWidget *ui_show (GtkWidget *child);

/* The first descendant of @widget, or itself, of @type and, where it is given, of a style class; NULL where there is none.
 * What is hidden does not count. */
GtkWidget *ui_find (GtkWidget *widget, GType type, const char *style);
/* The first label, button or entry below @widget that shows @text. */
GtkWidget *ui_find_text (GtkWidget *widget, const char *text);
/* Opens the rows of the component that the attribute @outer of a StudioAttrForm is, and finds the control of its @name. */
GtkWidget *ui_open_inner (GtkWidget *form, const char *outer, const char *name);
/* As a person's click does. */
void ui_click (GtkWidget *button);

G_END_DECLS
