/* studio-canvas-node.h: one node of the model, as a card.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

#include "rensa-analysis.h"
#include "rensa-outline.h"

G_BEGIN_DECLS

/* All cards are equally wide, so that columns of them line up. */
#define STUDIO_CANVAS_NODE_WIDTH 200

/* Signals: "renamed" (const char *name) when another name was entered; "repair" when the repair of its problem was asked
 * for; "picked" when assistive technology selects it. */
#define STUDIO_TYPE_CANVAS_NODE (studio_canvas_node_get_type ())
G_DECLARE_FINAL_TYPE (StudioCanvasNode, studio_canvas_node, STUDIO, CANVAS_NODE, GtkWidget)

GtkWidget *studio_canvas_node_new (void);

/* @caption: what stands at the right: the type, or the data set of an Input. */
void studio_canvas_node_set_outline (StudioCanvasNode *node, const RensaOutlineNode *outline, const char *caption);
/* Both may be NULL. */
void studio_canvas_node_set_analysis (StudioCanvasNode *node, const RensaAnalysisNode *analysis,
                                      const RensaProblem *problem);

/* What the document calls it: "l1", "block.l1", "Linear". */
const char *studio_canvas_node_get_name (StudioCanvasNode *node);
const char *studio_canvas_node_get_path (StudioCanvasNode *node);
const char *studio_canvas_node_get_type_name (StudioCanvasNode *node);
gboolean studio_canvas_node_is_nested (StudioCanvasNode *node);
gboolean studio_canvas_node_is_output (StudioCanvasNode *node);
/* Whether the place is in the document and not only where tidying would put it. */
gboolean studio_canvas_node_has_position (StudioCanvasNode *node);

/* Where it lies in the model; borrowed. */
const graphene_rect_t *studio_canvas_node_get_rect (StudioCanvasNode *node);
void studio_canvas_node_move (StudioCanvasNode *node, float x, float y);
/* Asks the card how high it wants to be; @unit: pixels for one of the model. */
void studio_canvas_node_measure_rect (StudioCanvasNode *node, double unit);

gboolean studio_canvas_node_is_selected (StudioCanvasNode *node);
void studio_canvas_node_set_selected (StudioCanvasNode *node, gboolean is_selected);
/* It does not fit what is being connected. */
void studio_canvas_node_set_faded (StudioCanvasNode *node, gboolean is_faded);
/* How much of the lower edge the line of activity fills. */
void studio_canvas_node_set_activity (StudioCanvasNode *node, double fraction);

/* Places where wires end and leave, as far as they are known; @n_wired: how many of the first are taken. */
void studio_canvas_node_set_n_wired (StudioCanvasNode *node, int n_wired);
int studio_canvas_node_get_n_inputs (StudioCanvasNode *node);
int studio_canvas_node_get_n_outputs (StudioCanvasNode *node);
/* The name of the input, which a list shares among its wires; NULL where it is not known. */
const char *studio_canvas_node_get_input_name (StudioCanvasNode *node, int slot);
/* Whether the last input takes any number of wires, or may do so for all that is known. */
gboolean studio_canvas_node_takes_more (StudioCanvasNode *node);
void studio_canvas_node_get_input (StudioCanvasNode *node, int slot, graphene_point_t *point);
void studio_canvas_node_get_output (StudioCanvasNode *node, int output, graphene_point_t *point);
/* "3×32×32" of one output; NULL where it is not known. */
const char *studio_canvas_node_get_output_caption (StudioCanvasNode *node, int output);

gboolean studio_canvas_node_is_renaming (StudioCanvasNode *node);
void studio_canvas_node_start_rename (StudioCanvasNode *node);
void studio_canvas_node_accept_rename (StudioCanvasNode *node);

G_END_DECLS
