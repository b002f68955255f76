/* studio-canvas-node.h: one node of the model, as a card.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-analysis.h"

G_BEGIN_DECLS

/* All cards have the same width, so that they line up in columns. */
#define STUDIO_CANVAS_NODE_WIDTH 200

/* Signals: "renamed" (const char *name) when a new name was entered; "repair" when the repair of
 * its problem was requested; "picked" when assistive technology selects it. */
#define STUDIO_TYPE_CANVAS_NODE (studio_canvas_node_get_type ())
G_DECLARE_FINAL_TYPE (StudioCanvasNode, studio_canvas_node, STUDIO, CANVAS_NODE, GtkWidget)

GtkWidget *studio_canvas_node_new (void);

/* @node: of @network, which the card holds; @caption: text at the right: the type, or the data set
 *   of an Input. */
void studio_canvas_node_set_node (StudioCanvasNode *self, RensaNetwork *network, const RensaModelNode *node,
                                  const char *caption);
/* @facts, @problem: (nullable) */
void studio_canvas_node_set_facts (StudioCanvasNode *self, const RensaNodeFacts *facts, RensaPace pace,
                                   const RensaProblem *problem);

/* Returns its node in the document. */
const RensaModelNode *studio_canvas_node_get_node (StudioCanvasNode *self);
/* Its name. */
const char *studio_canvas_node_get_name (StudioCanvasNode *self);

/* Returns its rectangle in the model; borrowed. */
const graphene_rect_t *studio_canvas_node_get_rect (StudioCanvasNode *self);
void studio_canvas_node_move (StudioCanvasNode *self, float x, float y);
/* Measures the preferred height of the card; @unit: pixels per unit of the model. */
void studio_canvas_node_measure_rect (StudioCanvasNode *self, double unit);

/* Returns the class of its group in canvas.css, which is also the name of a color; NULL if it has none. */
const char *studio_canvas_node_get_tint (StudioCanvasNode *self);
gboolean studio_canvas_node_has_problem (StudioCanvasNode *self);
gboolean studio_canvas_node_is_selected (StudioCanvasNode *self);
void studio_canvas_node_set_selected (StudioCanvasNode *self, gboolean is_selected);
/* Sets whether the node is faded because it does not fit the wire being drawn. */
void studio_canvas_node_set_faded (StudioCanvasNode *self, gboolean is_faded);
/* Sets the fraction of the lower edge that the activity line fills. */
void studio_canvas_node_set_activity (StudioCanvasNode *self, double fraction);

/* Numbers of inputs and outputs, as far as they are known; @n_wired: number of inputs, counted from
 * the first, that are in use. */
void studio_canvas_node_set_n_wired (StudioCanvasNode *self, int n_wired);
int studio_canvas_node_get_n_inputs (StudioCanvasNode *self);
/* Returns the number of inputs that are shown at the upper edge: an optional one is hidden until a
 * wire leads to it. */
int studio_canvas_node_get_n_shown_inputs (StudioCanvasNode *self);
int studio_canvas_node_get_n_outputs (StudioCanvasNode *self);
/* Returns the name of the input, which is the same for all wires of a list; NULL if unknown. */
const char *studio_canvas_node_get_input_name (StudioCanvasNode *self, int slot);
/* Returns TRUE if the last input takes any number of wires, or may do so as far as is known. */
gboolean studio_canvas_node_takes_more (StudioCanvasNode *self);
void studio_canvas_node_get_input (StudioCanvasNode *self, int slot, graphene_point_t *point);
void studio_canvas_node_get_output (StudioCanvasNode *self, int output, graphene_point_t *point);
/* Returns "3×32×32" for one output; NULL if unknown. */
const char *studio_canvas_node_get_output_caption (StudioCanvasNode *self, int output);

gboolean studio_canvas_node_is_renaming (StudioCanvasNode *self);
void studio_canvas_node_start_rename (StudioCanvasNode *self);
void studio_canvas_node_accept_rename (StudioCanvasNode *self);

G_END_DECLS
