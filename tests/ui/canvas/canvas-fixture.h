/* canvas-fixture.h: a canvas in a window, and questions to it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-canvas-private.h"

typedef struct
{
  GtkWidget *window;
  StudioCanvas *canvas;
  StudioProject *project;
  char *text; /* of the document at the start */
} CanvasFixture;

/* @model: "{'nodes': …}", with ' for "; NULL for that of a new document. */
void canvas_fixture_init (CanvasFixture *fixture, const char *model);
void canvas_fixture_clear (CanvasFixture *fixture);

/* x -> l1 -> relu1 -> l2, on moons. */
extern const char canvas_mlp[];

/* Runs the main loop until the canvas has drawn itself again. */
void canvas_fixture_settle (CanvasFixture *fixture);
void canvas_fixture_do (CanvasFixture *fixture, const char *action);
void canvas_fixture_do_direction (CanvasFixture *fixture, const char *action, GtkDirectionType direction);
/* Types at what is being aimed, "\n" for Enter. */
void canvas_fixture_aim (CanvasFixture *fixture, const char *keys);
StudioCanvasNode *canvas_fixture_get_node (CanvasFixture *fixture, const char *name);

/* "x>l1 l1>relu1", in the order of the document's wires. */
void canvas_fixture_assert_wires (CanvasFixture *fixture, const char *wires);
void canvas_fixture_assert_nodes (CanvasFixture *fixture, const char *names);
void canvas_fixture_assert_selected (CanvasFixture *fixture, const char *names);
/* Undoes everything; the document is what it was, to the letter. */
void canvas_fixture_assert_undone (CanvasFixture *fixture);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CanvasFixture, canvas_fixture_clear)
