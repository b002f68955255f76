/* studio-canvas-private.h: what the parts of the canvas share.
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
/* Below, the texts on cards are specks, and a card is a block of one colour. */
#define STUDIO_CANVAS_BLOCK_ZOOM 0.4
/* From the top of one card to the top of the next one below. */
#define STUDIO_CANVAS_STEP 90
/* Free space between cards. */
#define STUDIO_CANVAS_GAP 30

/* Between which places a wire runs; nothing where @from is NULL. */
typedef struct
{
  StudioCanvasNode *from;
  int output;
  StudioCanvasNode *to;
  int slot;
} StudioCanvasEnds;

/**
 * StudioCanvasWire:
 * @id: of the document's wire; -1 where it is implied
 * @caption: (nullable): the shape, borrowed from @from
 * @label: (nullable): the name of the input, where several arrive; borrowed from @to
 * @route: where it runs in the model; borrowed from the canvas, NULL until it is laid out
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

/* A port under the pointer, or nothing where @node is NULL. */
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

  GtkWidget *trail; /* where in the model this is */
  GtkWidget *hint;
  GtkWidget *find; /* shown while a node is looked for */
  GtkWidget *find_entry;
  GtkWidget *find_matches;
  GtkWidget *menu;
  GtkWidget *quick_add;

  StudioProject *project;
  char *scope;
  char *description;
  RensaNetwork *network;   /* of the document that is shown */
  const RensaModel *model; /* of it; NULL without a project */
  GPtrArray *nodes;        /* StudioCanvasNode, in the order of the document */
  GHashTable *by_name;     /* the same */
  GPtrArray *wires;        /* StudioCanvasWire */

  /* What of the model is at the left upper corner. */
  graphene_point_t origin;
  double zoom;
  double zoom_before_pinch;
  double unit; /* pixels for one of the model, unscaled: more with large text, so that cards keep their proportions */
  gboolean is_placed;
  gboolean was_step; /* what was shown last was a training step */
  int width;

  guint n_selected;
  StudioCanvasNode *cursor; /* the node that the keyboard is at; NULL where there is none */
  StudioCanvasEnds selected_wire;

  GPtrArray *matches; /* paths of the nodes that fit what is looked for */
  guint match;

  GHashTable *layouts; /* text to PangoLayout */
  GArray *cards;       /* graphene_rect_t, from which the routes were made */
  GArray *ends;        /* StudioRouteWire, likewise: of the wires, then of what the model gives */
  StudioRoute *routes; /* one for each of the ends */
  GskRenderNode *drawn_wires;

  StudioCanvasMode mode;
  gboolean is_space_held;
  graphene_point_t pointer; /* in the widget */
  graphene_point_t pressed; /* where the drag began, likewise */
  graphene_point_t grabbed; /* the origin, or the place of the grabbed node, before the drag */
  StudioCanvasNode *grabbed_node;
  StudioCanvasNode *hovered;
  StudioCanvasPort hovered_port;
  StudioCanvasWire *drop_wire; /* into which what is dragged would go */
  StudioCanvasPort source;     /* where the wire that is being drawn begins */
  StudioCanvasPort target;     /* and where it would end */
  GHashTable *fitting;         /* where it may end, whatever the shapes */
  GString *typed;              /* letters of the target's name, while aiming */

  char *pending_port; /* what quick add is to connect with; NULL for the selected node */
  gboolean is_pending_input;
  char *pending_path; /* of the node whose output that is; NULL for an input */
  int pending_output;
  graphene_point_t pending_place;
  int n_pasted; /* how often the same was pasted; -1 where it was cut */

  gboolean is_training;
  guint activity_source;
  double activity;
};

/* studio-canvas.c */
/* What stands on the card or between cards changed its place or size. */
void studio_canvas_queue_layout (StudioCanvas *self);
/* Wires look different, but are where they were. */
void studio_canvas_queue_wires (StudioCanvas *self);
void studio_canvas_notify_zoom (StudioCanvas *self);
void studio_canvas_notify_selection (StudioCanvas *self);
void studio_canvas_notify_scope (StudioCanvas *self);

/* studio-canvas-view.c */
/* Pixels for one of the model. */
double studio_canvas_get_scale (StudioCanvas *self);
void studio_canvas_to_model (StudioCanvas *self, double x, double y, graphene_point_t *point);
void studio_canvas_to_widget (StudioCanvas *self, const graphene_point_t *point, graphene_point_t *result);
void studio_canvas_rect_to_widget (StudioCanvas *self, const graphene_rect_t *rect, graphene_rect_t *result);
/* FALSE where there are no nodes. */
gboolean studio_canvas_get_bounds (StudioCanvas *self, graphene_rect_t *bounds);
/* So that what is at (@x, @y) of the widget stays there. */
void studio_canvas_zoom_at (StudioCanvas *self, double zoom, double x, double y);
/* About the middle. */
void studio_canvas_zoom_to (StudioCanvas *self, double zoom);
void studio_canvas_pan (StudioCanvas *self, double dx, double dy);
void studio_canvas_fit (StudioCanvas *self);
/* Where the view begins: unscaled, in the middle or, where there is more than fits, at the upper end. Within an
 * allocation: it queues none. */
void studio_canvas_go_home (StudioCanvas *self);
void studio_canvas_reveal (StudioCanvas *self, StudioCanvasNode *node);
/* The same within an allocation, without queueing one. */
void studio_canvas_bring_into_view (StudioCanvas *self, StudioCanvasNode *node);
/* As studio_canvas_reveal (), at a zoom at which its texts can be read. */
void studio_canvas_make_readable (StudioCanvas *self, StudioCanvasNode *node);
/* A node whose card is at or, within @margin pixels, near the place. */
StudioCanvasNode *studio_canvas_find_node_at (StudioCanvas *self, double x, double y, double margin);
/* A new card there would overlap none. */
void studio_canvas_find_free_place (StudioCanvas *self, graphene_point_t *place);
float studio_canvas_snap (float value);

/* studio-canvas-nodes.c */
/* Brings nodes and wires in line with the document. */
void studio_canvas_sync (StudioCanvas *self);
void studio_canvas_sync_analysis (StudioCanvas *self);
void studio_canvas_clear_nodes (StudioCanvas *self);
StudioCanvasNode *studio_canvas_get_node (StudioCanvas *self, const char *name);
void studio_canvas_update_description (StudioCanvas *self);
/* The first problem of the node or, where it is a Chain, inside; NULL where there is none. */
const RensaProblem *studio_canvas_find_problem (RensaAnalysis *analysis, StudioCanvasNode *node);

/* studio-canvas-trail.c */
void studio_canvas_update_trail (StudioCanvas *self);
/* The part of a path before its last dot. */
char *studio_canvas_get_parent_scope (const char *path);
/* The level that a Chain holds or a Model calls; NULL for all other nodes. */
const char *studio_canvas_get_inner_scope (const RensaModelNode *node);
/* To the level around, or from a model to the step that calls it. */
void studio_canvas_leave_scope (StudioCanvas *self);
/* Whether the level that is shown is one of the models beside a step. */
gboolean studio_canvas_is_at_model (StudioCanvas *self);

/* studio-canvas-wires.c */
void studio_canvas_sync_wires (StudioCanvas *self);
/* Looks up shapes, names of ports and mistakes. */
void studio_canvas_describe_wires (StudioCanvas *self);
/* Finds ways for the wires and places for their texts, where a card, a wire or a text has changed. */
void studio_canvas_place_wires (StudioCanvas *self);
void studio_canvas_clear_routes (StudioCanvas *self);
/* What the model gives leaves it by a short tail: the one of number @i, with the card that it leaves; NULL after the
 * last. */
const StudioRoute *studio_canvas_get_tail (StudioCanvas *self, guint i, StudioCanvasNode **node);
StudioCanvasWire *studio_canvas_find_wire_at (StudioCanvas *self, double x, double y);
StudioCanvasWire *studio_canvas_get_selected_wire (StudioCanvas *self);
/* NULL where there is none. */
StudioCanvasWire *studio_canvas_find_wire_into (StudioCanvas *self, StudioCanvasNode *node, int slot);
/* For each node whether wires lead there from @from or, upwards, from there to it; itself included. */
gboolean *studio_canvas_list_reached (StudioCanvas *self, StudioCanvasNode *from, gboolean upwards);

/* studio-canvas-draw.c */
/* A small text as it stands at wires; in the model it is as large as its pixels by the unit. */
PangoLayout *studio_canvas_get_layout (StudioCanvas *self, const char *text);
void studio_canvas_draw_wires (StudioCanvas *self, GtkSnapshot *snapshot);
/* What lies above the cards: ports, the wire that is being drawn, the rubber band. */
void studio_canvas_draw_overlay (StudioCanvas *self, GtkSnapshot *snapshot);

/* studio-canvas-blocks.c */
/* The cards as blocks in the colours of their groups. */
void studio_canvas_draw_blocks (StudioCanvas *self, GtkSnapshot *snapshot);
/* FALSE where there is none. */
gboolean studio_canvas_get_overview (StudioCanvas *self, StudioOverview *overview);
/* The middle of what is seen goes where the pointer is in the overview. */
void studio_canvas_follow_overview (StudioCanvas *self, double x, double y);
void studio_canvas_draw_overview (StudioCanvas *self, GtkSnapshot *snapshot);

/* studio-canvas-select.c */
void studio_canvas_select_only (StudioCanvas *self, StudioCanvasNode *node);
void studio_canvas_set_node_selected (StudioCanvas *self, StudioCanvasNode *node, gboolean is_selected);
void studio_canvas_select_names (StudioCanvas *self, const char *const *names);
void studio_canvas_select_all (StudioCanvas *self);
void studio_canvas_select_wire (StudioCanvas *self, StudioCanvasWire *wire);
void studio_canvas_unselect_all (StudioCanvas *self);
/* NULL where none or several are selected. */
StudioCanvasNode *studio_canvas_get_single (StudioCanvas *self);
/* Names of the selected nodes, NULL-terminated. */
char **studio_canvas_list_selected (StudioCanvas *self);
/* Moves the keyboard's place there, selects it alone and brings it into view. */
void studio_canvas_go_to (StudioCanvas *self, StudioCanvasNode *node);
/* Tells properties, actions and the description that the selection is another one. */
void studio_canvas_selection_changed (StudioCanvas *self);
/* The node is about to vanish. */
void studio_canvas_forget_node (StudioCanvas *self, StudioCanvasNode *node);

/* studio-canvas-find.c */
void studio_canvas_find (StudioCanvas *self);
void studio_canvas_find_next (StudioCanvas *self);
void studio_canvas_find_previous (StudioCanvas *self);
void studio_canvas_find_stop (StudioCanvas *self);
/* Handler of the entry's signal. */
void studio_canvas_find_changed (GtkSearchEntry *entry, StudioCanvas *self);

/* studio-canvas-edit.c */
/* Makes @document the project's; @select: (nullable): names of what is to be selected then. With @error, which is taken
 * over, it tells the person what went wrong instead. */
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
/* The selected node of a step as one more loss, or as one more value that is reported. */
void studio_canvas_learn (StudioCanvas *self);
void studio_canvas_report (StudioCanvas *self);
/* The selected nodes, which may have been moved on the screen already. */
void studio_canvas_move_selected (StudioCanvas *self, float dx, float dy, const char *merge_key);
void studio_canvas_connect (StudioCanvas *self, const StudioCanvasPort *from, const StudioCanvasPort *to);
void studio_canvas_repair (StudioCanvas *self, StudioCanvasNode *node);

/* studio-canvas-add.c */
void studio_canvas_add_at (StudioCanvas *self, const char *type, const graphene_point_t *place);
void studio_canvas_add_into_wire (StudioCanvas *self, const char *type, StudioCanvasWire *wire);
/* Opens quick add at the selected node. */
void studio_canvas_open_quick_add (StudioCanvas *self);
/* Ranks what quick add offers by the types of the last analysis. */
void studio_canvas_sync_quick_add (StudioCanvas *self);
/* Opens quick add for what a wire that was dropped at (@x, @y) of the widget is to lead to. */
void studio_canvas_open_quick_add_at (StudioCanvas *self, const StudioCanvasPort *port, double x, double y);
/* Handler of quick add's signal. */
void studio_canvas_quick_add_chosen (StudioQuickAdd *quick_add, const char *type, StudioCanvas *self);
/* As rensa-edit.h names a port: "split1:1", "sub1:b". */
char *studio_canvas_port_to_text (StudioCanvas *self, const StudioCanvasPort *port);

/* studio-canvas-clipboard.c */
void studio_canvas_copy (StudioCanvas *self);
void studio_canvas_cut (StudioCanvas *self);
void studio_canvas_paste (StudioCanvas *self);
void studio_canvas_duplicate (StudioCanvas *self);
gboolean studio_canvas_can_paste (StudioCanvas *self);

/* studio-canvas-ports.c */
/* The port near a place of the widget. */
StudioCanvasPort studio_canvas_find_port_at (StudioCanvas *self, double x, double y);
/* Where a wire that is dropped at a place of the widget would end: a port, or the first free one of a card. */
StudioCanvasPort studio_canvas_find_target_at (StudioCanvas *self, double x, double y);
/* Whether the wire that is being drawn may end there. */
gboolean studio_canvas_fits (StudioCanvas *self, StudioCanvasNode *node);
/* Why a wire from @source cannot end at @node; NULL where that is plain to see. */
char *studio_canvas_explain_misfit (StudioCanvas *self, const StudioCanvasPort *source, StudioCanvasNode *node);
StudioCanvasPort studio_canvas_get_free_port (StudioCanvas *self, StudioCanvasNode *node, gboolean is_input);
/* All of them, and those that are shown. */
int studio_canvas_count_ports (StudioCanvas *self, StudioCanvasNode *node, gboolean is_input);
int studio_canvas_count_shown_ports (StudioCanvasNode *node, gboolean is_input);
void studio_canvas_get_port_place (const StudioCanvasPort *port, graphene_point_t *place);
void studio_canvas_start_wire (StudioCanvas *self, StudioCanvasMode mode, const StudioCanvasPort *source);
void studio_canvas_set_target (StudioCanvas *self, const StudioCanvasPort *target);
/* Connects, where there is a target. */
void studio_canvas_end_wire (StudioCanvas *self, gboolean is_accepted);

/* studio-canvas-pointer.c */
void studio_canvas_init_pointer (StudioCanvas *self);
void studio_canvas_cancel_drag (StudioCanvas *self);

/* studio-canvas-dnd.c */
void studio_canvas_init_drop (StudioCanvas *self);

/* studio-canvas-keys.c */
/* The nearest node on one side; @among: (nullable): a set of those that count. NULL where there is none. */
StudioCanvasNode *studio_canvas_find_neighbour (StudioCanvas *self, StudioCanvasNode *node, GtkDirectionType direction,
                                                GHashTable *among);
/* Where an arrow leads: along wires up and down, to what lies beside. NULL where there is nothing. */
StudioCanvasNode *studio_canvas_find_step (StudioCanvas *self, StudioCanvasNode *node, GtkDirectionType direction);
void studio_canvas_walk (StudioCanvas *self, GtkDirectionType direction, gboolean extend);
void studio_canvas_class_init_keys (GtkWidgetClass *klass);
void studio_canvas_init_keys (StudioCanvas *self);
gboolean studio_canvas_move_focus (StudioCanvas *self, GtkDirectionType direction);

/* studio-canvas-aim.c */
void studio_canvas_start_aiming (StudioCanvas *self);
/* What a key does while a wire is being aimed; FALSE for keys that mean nothing then. */
gboolean studio_canvas_aim_key (StudioCanvas *self, guint keyval, GdkModifierType state);

/* studio-canvas-actions.c */
void studio_canvas_class_init_actions (GtkWidgetClass *klass);
void studio_canvas_update_actions (StudioCanvas *self);
void studio_canvas_open_menu (StudioCanvas *self, double x, double y);

/* studio-canvas-activity.c */
void studio_canvas_update_activity (StudioCanvas *self);

G_END_DECLS
