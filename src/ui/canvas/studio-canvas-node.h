/* studio-canvas-node.h: one node of the model, as a card.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-analysis.h"

G_BEGIN_DECLS

/* All cards are equally wide, so that columns of them line up. */
#define STUDIO_CANVAS_NODE_WIDTH 200

/* Signals: "renamed" (const char *name) when another name was entered; "repair" when the repair of its problem was asked
 * for; "picked" when assistive technology selects it. */
#define STUDIO_TYPE_CANVAS_NODE (studio_canvas_node_get_type ())
G_DECLARE_FINAL_TYPE (StudioCanvasNode, studio_canvas_node, STUDIO, CANVAS_NODE, GtkWidget)

GtkWidget *studio_canvas_node_new (void);

/* @node: of @network, which the card holds; @caption: what stands at the right: the type, or the data set of an Input. */
void studio_canvas_node_set_node (StudioCanvasNode *self, RensaNetwork *network, const RensaModelNode *node,
                                  const char *caption);
/* @facts, @problem: (nullable) */
void studio_canvas_node_set_facts (StudioCanvasNode *self, const RensaNodeFacts *facts, RensaPace pace,
                                   const RensaProblem *problem);

/* What the document says of it. */
const RensaModelNode *studio_canvas_node_get_node (StudioCanvasNode *self);
/* Its name. */
const char *studio_canvas_node_get_name (StudioCanvasNode *self);

/* Where it lies in the model; borrowed. */
const graphene_rect_t *studio_canvas_node_get_rect (StudioCanvasNode *self);
void studio_canvas_node_move (StudioCanvasNode *self, float x, float y);
/* Asks the card how high it wants to be; @unit: pixels for one of the model. */
void studio_canvas_node_measure_rect (StudioCanvasNode *self, double unit);

/* The class of its group in canvas.css, which is the name of a colour, too; NULL where it has none. */
const char *studio_canvas_node_get_tint (StudioCanvasNode *self);
gboolean studio_canvas_node_has_problem (StudioCanvasNode *self);
gboolean studio_canvas_node_is_selected (StudioCanvasNode *self);
void studio_canvas_node_set_selected (StudioCanvasNode *self, gboolean is_selected);
/* It does not fit what is being connected. */
void studio_canvas_node_set_faded (StudioCanvasNode *self, gboolean is_faded);
/* How much of the lower edge the line of activity fills. */
void studio_canvas_node_set_activity (StudioCanvasNode *self, double fraction);

/* Places where wires end and leave, as far as they are known; @n_wired: how many of the first are taken. */
void studio_canvas_node_set_n_wired (StudioCanvasNode *self, int n_wired);
int studio_canvas_node_get_n_inputs (StudioCanvasNode *self);
/* Of these, so many have a place at the upper edge: one that may be left out has none before a wire leads there. */
int studio_canvas_node_get_n_shown_inputs (StudioCanvasNode *self);
int studio_canvas_node_get_n_outputs (StudioCanvasNode *self);
/* The name of the input, which a list shares among its wires; NULL where it is not known. */
const char *studio_canvas_node_get_input_name (StudioCanvasNode *self, int slot);
/* Whether the last input takes any number of wires, or may do so for all that is known. */
gboolean studio_canvas_node_takes_more (StudioCanvasNode *self);
void studio_canvas_node_get_input (StudioCanvasNode *self, int slot, graphene_point_t *point);
void studio_canvas_node_get_output (StudioCanvasNode *self, int output, graphene_point_t *point);
/* "3×32×32" of one output; NULL where it is not known. */
const char *studio_canvas_node_get_output_caption (StudioCanvasNode *self, int output);

gboolean studio_canvas_node_is_renaming (StudioCanvasNode *self);
void studio_canvas_node_start_rename (StudioCanvasNode *self);
void studio_canvas_node_accept_rename (StudioCanvasNode *self);

G_END_DECLS
