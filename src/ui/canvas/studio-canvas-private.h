/* studio-canvas-private.h: declarations shared by the parts of the canvas.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "studio-canvas-node.h"
#include "studio-canvas.h"
#include "studio-overview.h"
#include "studio-quick-add.h"
#include "studio-routes.h"

G_BEGIN_DECLS

#define STUDIO_CANVAS_GRID 10
#define STUDIO_CANVAS_MIN_ZOOM 0.001
#define STUDIO_CANVAS_MAX_ZOOM 3.0
/* Below this zoom, texts on cards are unreadable, and a card is drawn as a block of one color. */
#define STUDIO_CANVAS_BLOCK_ZOOM 0.4
/* Distance from the top of one card to the top of the next one below. */
#define STUDIO_CANVAS_STEP 90
/* Free space between cards. */
#define STUDIO_CANVAS_GAP 30

/* Ends of a wire; none if @from is NULL. */
typedef struct
{
  StudioCanvasNode *from;
  int output;
  StudioCanvasNode *to;
  int slot;
} StudioCanvasEnds;

/**
 * StudioCanvasWire:
 * @id: id of the document's wire; -1 if it is implied
 * @caption: (nullable): shape, borrowed from @from
 * @label: (nullable): name of the input if the node has several; borrowed from @to
 * @route: its route in the model; borrowed from the canvas, NULL until it is laid out
 */
typedef struct
{
  int id;
  StudioCanvasEnds ends;
  gboolean is_wrong;
  const char *caption;
  const char *label;
  const StudioRoute *route;
} StudioCanvasWire;

/* A port under the pointer; none if @node is NULL. */
typedef struct
{
  StudioCanvasNode *node;
  gboolean is_input;
  int index;
} StudioCanvasPort;

typedef enum
{
  STUDIO_CANVAS_IDLE,
  STUDIO_CANVAS_PANNING,
  STUDIO_CANVAS_SURVEYING, /* in the overview */
  STUDIO_CANVAS_MOVING,
  STUDIO_CANVAS_BANDING,    /* the rubber band */
  STUDIO_CANVAS_CONNECTING, /* by pointer */
  STUDIO_CANVAS_AIMING,     /* by keyboard */
} StudioCanvasMode;

struct _StudioCanvas
{
  GtkWidget parent_instance;

  GtkWidget *trail; /* path to the level shown */
  GtkWidget *hint;
  GtkWidget *find; /* shown while searching for a node */
  GtkWidget *find_entry;
  GtkWidget *find_matches;
  GtkWidget *menu;
  GtkWidget *quick_add;

  StudioProject *project;
  char *scope;
  char *description;
  RensaNetwork *network;   /* network of the document shown */
  const RensaModel *model; /* model of @network; NULL without a project */
  GPtrArray *nodes;        /* StudioCanvasNode, in the order of the document */
  GHashTable *by_name;     /* the same */
  GPtrArray *wires;        /* StudioCanvasWire */

  /* Point of the model at the upper left corner. */
  graphene_point_t origin;
  double zoom;
  double zoom_before_pinch;
  double unit; /* pixels per unit of the model at zoom 1: larger with large text, so that cards keep their
                * proportions */
  gboolean is_placed;
  gboolean was_step; /* the level shown last was a training step */
  int width;

  guint n_selected;
  StudioCanvasNode *cursor; /* node with the keyboard focus; NULL if none */
  StudioCanvasEnds selected_wire;

  GPtrArray *matches; /* paths of the nodes that match the search text */
  guint match;

  GHashTable *layouts; /* text to PangoLayout */
  GArray *cards;       /* graphene_rect_t, cards from which the routes were computed */
  GArray *ends;        /* StudioRouteWire from which the routes were computed: wires, then outputs of the model */
  StudioRoute *routes; /* one for each element of @ends */
  GskRenderNode *drawn_wires;

  StudioCanvasMode mode;
  gboolean is_space_held;
  graphene_point_t pointer; /* position in the widget */
  graphene_point_t pressed; /* start of the drag, in the widget */
  graphene_point_t grabbed; /* the origin, or the position of the grabbed node, before the drag */
  StudioCanvasNode *grabbed_node;
  StudioCanvasNode *hovered;
  StudioCanvasPort hovered_port;
  StudioCanvasWire *drop_wire; /* wire into which the dragged node would be inserted */
  StudioCanvasPort source;     /* start of the wire being drawn */
  StudioCanvasPort target;     /* end of the wire being drawn */
  GHashTable *fitting;         /* nodes where it may end, regardless of shapes */
  GString *typed;              /* letters typed of the target's name, while aiming */

  char *pending_port; /* port that quick add will connect; NULL for the selected node */
  gboolean is_pending_input;
  char *pending_path; /* path of the node with the pending output; NULL for an input */
  int pending_output;
  graphene_point_t pending_place;
  int n_pasted; /* number of times the same text was pasted; -1 after a cut */

  gboolean is_training;
  guint activity_source;
  double activity;
};

/* studio-canvas.c */
/* A text on a card or between cards changed its position or size. */
void studio_canvas_queue_layout (StudioCanvas *self);
/* Wires changed in appearance but not in position. */
void studio_canvas_queue_wires (StudioCanvas *self);
void studio_canvas_notify_zoom (StudioCanvas *self);
void studio_canvas_notify_selection (StudioCanvas *self);
void studio_canvas_notify_scope (StudioCanvas *self);

/* studio-canvas-view.c */
/* Returns pixels per unit of the model. */
double studio_canvas_get_scale (StudioCanvas *self);
void studio_canvas_to_model (StudioCanvas *self, double x, double y, graphene_point_t *point);
void studio_canvas_to_widget (StudioCanvas *self, const graphene_point_t *point, graphene_point_t *result);
void studio_canvas_rect_to_widget (StudioCanvas *self, const graphene_rect_t *rect, graphene_rect_t *result);
/* Returns FALSE if there are no nodes. */
gboolean studio_canvas_get_bounds (StudioCanvas *self, graphene_rect_t *bounds);
/* Zooms and keeps the point at (@x, @y) of the widget in place. */
void studio_canvas_zoom_at (StudioCanvas *self, double zoom, double x, double y);
/* About the middle. */
void studio_canvas_zoom_to (StudioCanvas *self, double zoom);
void studio_canvas_pan (StudioCanvas *self, double dx, double dy);
void studio_canvas_fit (StudioCanvas *self);
/* Resets the view: zoom 1, centered or, if the model does not fit, at its upper end. Used within an
 * allocation, so it does not queue one. */
void studio_canvas_go_home (StudioCanvas *self);
void studio_canvas_reveal (StudioCanvas *self, StudioCanvasNode *node);
/* Same within an allocation, without queueing one. */
void studio_canvas_bring_into_view (StudioCanvas *self, StudioCanvasNode *node);
/* Same as studio_canvas_reveal (), at a zoom at which its texts are readable. */
void studio_canvas_make_readable (StudioCanvas *self, StudioCanvasNode *node);
/* Returns a node whose card is at or, within @margin pixels, near the given point. */
StudioCanvasNode *studio_canvas_find_node_at (StudioCanvas *self, double x, double y, double margin);
/* Moves @place so that a new card there overlaps none. */
void studio_canvas_find_free_place (StudioCanvas *self, graphene_point_t *place);
float studio_canvas_snap (float value);

/* studio-canvas-nodes.c */
/* Updates nodes and wires to match the document. */
void studio_canvas_sync (StudioCanvas *self);
void studio_canvas_sync_analysis (StudioCanvas *self);
void studio_canvas_clear_nodes (StudioCanvas *self);
StudioCanvasNode *studio_canvas_get_node (StudioCanvas *self, const char *name);
void studio_canvas_update_description (StudioCanvas *self);
/* Starts or stops the animation of nodes during training. */
void studio_canvas_update_activity (StudioCanvas *self);
/* Returns the first problem of the node or, for a Chain, inside it; NULL if there is none. */
const RensaProblem *studio_canvas_find_problem (RensaAnalysis *analysis, StudioCanvasNode *node);

/* studio-canvas-trail.c */
void studio_canvas_update_trail (StudioCanvas *self);
/* Returns the part of a path before its last dot. */
char *studio_canvas_get_parent_scope (const char *path);
/* Returns the level inside a Chain or of the model that a node calls; NULL for all other nodes. */
const char *studio_canvas_get_inner_scope (const RensaModelNode *node);
/* Goes to the enclosing level, or from a model to the step that calls it. */
void studio_canvas_leave_scope (StudioCanvas *self);
/* Returns TRUE if the level shown is one of the models of a step. */
gboolean studio_canvas_is_at_model (StudioCanvas *self);

/* studio-canvas-wires.c */
void studio_canvas_sync_wires (StudioCanvas *self);
/* Looks up shapes, names of ports and errors. */
void studio_canvas_describe_wires (StudioCanvas *self);
/* Routes the wires and places their texts if a card, a wire or a text has changed. */
void studio_canvas_place_wires (StudioCanvas *self);
void studio_canvas_clear_routes (StudioCanvas *self);
/* Returns tail @i, a short line that represents an output of the model, with the card it starts at;
 * NULL after the last. */
const StudioRoute *studio_canvas_get_tail (StudioCanvas *self, guint i, StudioCanvasNode **node);
StudioCanvasWire *studio_canvas_find_wire_at (StudioCanvas *self, double x, double y);
StudioCanvasWire *studio_canvas_get_selected_wire (StudioCanvas *self);
/* Returns NULL if there is no such wire. */
StudioCanvasWire *studio_canvas_find_wire_into (StudioCanvas *self, StudioCanvasNode *node, int slot);
/* Returns for each node whether wires lead to it from @from or, with @upwards, from it to @from;
 * includes @from itself. */
gboolean *studio_canvas_list_reached (StudioCanvas *self, StudioCanvasNode *from, gboolean upwards);

/* studio-canvas-draw.c */
/* A small text for wires; its size in the model is its size in pixels divided by the unit. */
PangoLayout *studio_canvas_get_layout (StudioCanvas *self, const char *text);
void studio_canvas_draw_wires (StudioCanvas *self, GtkSnapshot *snapshot);
/* Draws what is above the cards: ports, the wire being drawn, the rubber band. */
void studio_canvas_draw_overlay (StudioCanvas *self, GtkSnapshot *snapshot);

/* studio-canvas-blocks.c */
/* Draws the cards as blocks in the colors of their groups. */
void studio_canvas_draw_blocks (StudioCanvas *self, GtkSnapshot *snapshot);
/* Returns FALSE if there is no overview. */
gboolean studio_canvas_get_overview (StudioCanvas *self, StudioOverview *overview);
/* Centers the view on the pointer's position in the overview. */
void studio_canvas_follow_overview (StudioCanvas *self, double x, double y);
void studio_canvas_draw_overview (StudioCanvas *self, GtkSnapshot *snapshot);

/* studio-canvas-select.c */
void studio_canvas_select_only (StudioCanvas *self, StudioCanvasNode *node);
void studio_canvas_set_node_selected (StudioCanvas *self, StudioCanvasNode *node, gboolean is_selected);
void studio_canvas_select_names (StudioCanvas *self, const char *const *names);
void studio_canvas_select_all (StudioCanvas *self);
void studio_canvas_select_wire (StudioCanvas *self, StudioCanvasWire *wire);
void studio_canvas_unselect_all (StudioCanvas *self);
/* Returns NULL if no node or several nodes are selected. */
StudioCanvasNode *studio_canvas_get_single (StudioCanvas *self);
/* Returns the names of the selected nodes, NULL-terminated. */
char **studio_canvas_list_selected (StudioCanvas *self);
/* Moves the keyboard focus to the node, selects only it and brings it into view. */
void studio_canvas_go_to (StudioCanvas *self, StudioCanvasNode *node);
/* Updates properties, actions and the description after a change of the selection. */
void studio_canvas_selection_changed (StudioCanvas *self);
/* Called before the node is removed. */
void studio_canvas_forget_node (StudioCanvas *self, StudioCanvasNode *node);

/* studio-canvas-find.c */
void studio_canvas_find (StudioCanvas *self);
void studio_canvas_find_next (StudioCanvas *self);
void studio_canvas_find_previous (StudioCanvas *self);
void studio_canvas_find_stop (StudioCanvas *self);
/* Handler of the entry's signal. */
void studio_canvas_find_changed (GtkSearchEntry *entry, StudioCanvas *self);

/* studio-canvas-edit.c */
/* Makes @document the project's document; @select: (nullable): names of the nodes to select then.
 * If @error is set, takes ownership of it and shows it to the user instead. */
gboolean studio_canvas_commit (StudioCanvas *self, RensaDocument *document, const char *label, const char *merge_key,
                               const char *const *select, GError *error);
void studio_canvas_delete (StudioCanvas *self);
void studio_canvas_disconnect (StudioCanvas *self);
void studio_canvas_rename (StudioCanvas *self, StudioCanvasNode *node, const char *name);
void studio_canvas_group (StudioCanvas *self);
void studio_canvas_freeze (StudioCanvas *self);
void studio_canvas_unfreeze (StudioCanvas *self);
void studio_canvas_ungroup (StudioCanvas *self);
void studio_canvas_tidy (StudioCanvas *self);
void studio_canvas_make_output (StudioCanvas *self);
/* Make the selected node of a step an additional loss or an additional reported value. */
void studio_canvas_learn (StudioCanvas *self);
void studio_canvas_report (StudioCanvas *self);
/* Moves the selected nodes, which may have been moved on the screen already. */
void studio_canvas_move_selected (StudioCanvas *self, float dx, float dy, const char *merge_key);
void studio_canvas_connect (StudioCanvas *self, const StudioCanvasPort *from, const StudioCanvasPort *to);
void studio_canvas_repair (StudioCanvas *self, StudioCanvasNode *node);

/* studio-canvas-add.c */
void studio_canvas_add_at (StudioCanvas *self, const char *type, const graphene_point_t *place);
void studio_canvas_add_into_wire (StudioCanvas *self, const char *type, StudioCanvasWire *wire);
/* Opens quick add at the selected node. */
void studio_canvas_open_quick_add (StudioCanvas *self);
/* Ranks the choices of quick add by the types of the last analysis. */
void studio_canvas_sync_quick_add (StudioCanvas *self);
/* Opens quick add for the target of a wire that was dropped at (@x, @y) of the widget. */
void studio_canvas_open_quick_add_at (StudioCanvas *self, const StudioCanvasPort *port, double x, double y);
/* Handler of quick add's signal. */
void studio_canvas_quick_add_chosen (StudioQuickAdd *quick_add, const char *type, StudioCanvas *self);
/* Returns the port in the notation of rensa-edit.h: "split1:1", "sub1:b". */
char *studio_canvas_port_to_text (StudioCanvas *self, const StudioCanvasPort *port);

/* studio-canvas-clipboard.c */
void studio_canvas_copy (StudioCanvas *self);
void studio_canvas_cut (StudioCanvas *self);
void studio_canvas_paste (StudioCanvas *self);
void studio_canvas_duplicate (StudioCanvas *self);
gboolean studio_canvas_can_paste (StudioCanvas *self);

/* studio-canvas-ports.c */
/* Returns the port near a point of the widget. */
StudioCanvasPort studio_canvas_find_port_at (StudioCanvas *self, double x, double y);
/* Returns the port where a wire dropped at a point of the widget would end: a port there, or the
 * first free one of a card. */
StudioCanvasPort studio_canvas_find_target_at (StudioCanvas *self, double x, double y);
/* Returns TRUE if the wire being drawn may end there. */
gboolean studio_canvas_fits (StudioCanvas *self, StudioCanvasNode *node);
/* Explains why a wire from @source cannot end at @node; NULL if that is obvious. */
char *studio_canvas_explain_misfit (StudioCanvas *self, const StudioCanvasPort *source, StudioCanvasNode *node);
StudioCanvasPort studio_canvas_get_free_port (StudioCanvas *self, StudioCanvasNode *node, gboolean is_input);
/* Number of all ports, and of those shown. */
int studio_canvas_count_ports (StudioCanvas *self, StudioCanvasNode *node, gboolean is_input);
int studio_canvas_count_shown_ports (StudioCanvasNode *node, gboolean is_input);
void studio_canvas_get_port_place (const StudioCanvasPort *port, graphene_point_t *place);
void studio_canvas_start_wire (StudioCanvas *self, StudioCanvasMode mode, const StudioCanvasPort *source);
void studio_canvas_set_target (StudioCanvas *self, const StudioCanvasPort *target);
/* Connects if there is a target. */
void studio_canvas_end_wire (StudioCanvas *self, gboolean is_accepted);

/* studio-canvas-pointer.c */
void studio_canvas_class_init_pointer (GtkWidgetClass *klass);
void studio_canvas_init_pointer (StudioCanvas *self);
void studio_canvas_cancel_drag (StudioCanvas *self);

/* studio-canvas-dnd.c */
void studio_canvas_class_init_drop (GtkWidgetClass *klass);
void studio_canvas_init_drop (StudioCanvas *self);

/* studio-canvas-keys.c */
/* Returns the nearest node in a direction; @among: (nullable): set of the candidates. NULL if there
 * is none. */
StudioCanvasNode *studio_canvas_find_neighbour (StudioCanvas *self, StudioCanvasNode *node, GtkDirectionType direction,
                                                GHashTable *among);
/* Returns the node that an arrow key leads to: along wires up and down, and to neighbors sideways.
 * NULL if there is none. */
StudioCanvasNode *studio_canvas_find_step (StudioCanvas *self, StudioCanvasNode *node, GtkDirectionType direction);
void studio_canvas_walk (StudioCanvas *self, GtkDirectionType direction, gboolean extend);
void studio_canvas_class_init_keys (GtkWidgetClass *klass);
void studio_canvas_init_keys (StudioCanvas *self);
gboolean studio_canvas_move_focus (StudioCanvas *self, GtkDirectionType direction);

/* studio-canvas-aim.c */
void studio_canvas_start_aiming (StudioCanvas *self);
/* Handles a key while a wire is being aimed; FALSE for keys without a meaning. */
gboolean studio_canvas_aim_key (StudioCanvas *self, guint keyval, GdkModifierType state);

/* studio-canvas-actions.c */
void studio_canvas_class_init_actions (GtkWidgetClass *klass);
void studio_canvas_update_actions (StudioCanvas *self);
void studio_canvas_open_menu (StudioCanvas *self, double x, double y);

G_END_DECLS
