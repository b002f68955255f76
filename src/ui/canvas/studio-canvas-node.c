/* studio-canvas-node.c: one node of the model, as a card.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-node.h"

#include <glib/gi18n.h>

#include "studio-canvas-badge.h"
#include "studio-canvas-summary.h"
#include "studio-format.h"
#include "studio-leave.h"

#define ACTIVITY_HEIGHT 2

struct _StudioCanvasNode
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *header;
  GtkWidget *name_label;
  GtkWidget *type_label;
  GtkWidget *details;
  GtkWidget *summary_label;
  GtkWidget *params_label;
  GtkWidget *badge; /* while there is a problem */
  GtkWidget *entry; /* while it is being renamed */

  char *name;
  char *path;
  char *type;
  char *group;
  char *description;
  gboolean is_nested;
  gboolean is_output;
  gboolean has_position;
  graphene_rect_t rect;

  GPtrArray *input_names;
  gboolean takes_more;
  int n_wired;
  GPtrArray *captions; /* of the outputs; NULL where they are not known */
  char *params;        /* "78,500 parameters" */
  char *problem;
  char *repair;

  gboolean is_selected;
  double activity;
};

G_DEFINE_TYPE (StudioCanvasNode, studio_canvas_node, GTK_TYPE_WIDGET)

enum
{
  RENAMED,
  REPAIR,
  PICKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Returns whether it was another text. */
static gboolean
replace_text (char **text, const char *with)
{
  if (g_strcmp0 (*text, with) == 0)
    return FALSE;
  g_free (*text);
  *text = g_strdup (with);
  return TRUE;
}

static void
set_label (GtkWidget *label, const char *text)
{
  if (g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), text) != 0)
    gtk_label_set_text (GTK_LABEL (label), text);
}

static void
append_sentence (GString *text, const char *sentence)
{
  if (sentence == NULL || sentence[0] == '\0')
    return;
  g_string_append_printf (text, "%s%s", text->len > 0 ? "; " : "", sentence);
}

static void
append_shape (StudioCanvasNode *node, GString *text)
{
  g_autofree char *shape = NULL;

  if (node->captions->len == 0 || node->captions->pdata[0] == NULL)
    return;
  shape = g_strdup_printf (_ ("gives %s"), (const char *) node->captions->pdata[0]);
  append_sentence (text, shape);
}

/* Everything on the card in one line, and what is wrong with it. */
static void
update_description (StudioCanvasNode *node)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_sentence (text, gtk_label_get_text (GTK_LABEL (node->summary_label)));
  append_shape (node, text);
  append_sentence (text, node->params);
  append_sentence (text, node->problem);
  if (!replace_text (&node->description, text->str))
    return;

  gtk_accessible_update_property (GTK_ACCESSIBLE (node), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, node->description, -1);
}

static void
update_details (StudioCanvasNode *node)
{
  gtk_widget_set_visible (node->details, gtk_label_get_text (GTK_LABEL (node->summary_label))[0] != '\0'
                                             || gtk_label_get_text (GTK_LABEL (node->params_label))[0] != '\0');
}

static void
set_group (StudioCanvasNode *node, const char *group)
{
  g_autofree char *old = node->group != NULL ? g_strconcat ("group-", node->group, NULL) : NULL;
  g_autofree char *class = g_strconcat ("group-", group[0] != '\0' ? group : "unknown", NULL);

  if (!replace_text (&node->group, group[0] != '\0' ? group : "unknown"))
    return;
  if (old != NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (node), old);
  gtk_widget_add_css_class (GTK_WIDGET (node), class);
}

static void
set_class (GtkWidget *widget, const char *class, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, class);
  else
    gtk_widget_remove_css_class (widget, class);
}

static void
set_names (StudioCanvasNode *node, const RensaOutlineNode *outline)
{
  const gboolean is_renamed = replace_text (&node->name, outline->name);
  const gboolean is_retyped = replace_text (&node->type, outline->type);
  g_autofree char *label = NULL;

  replace_text (&node->path, outline->path);
  if (!is_renamed && !is_retyped)
    return;

  label = g_strdup_printf ("%s: %s", node->name, node->type);
  gtk_accessible_update_property (GTK_ACCESSIBLE (node), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_tooltip_text (node->header, label);
}

void
studio_canvas_node_set_outline (StudioCanvasNode *node, const RensaOutlineNode *outline, const char *caption)
{
  g_autofree char *summary = studio_canvas_summarize (outline);
  g_autofree char *type =
      outline->repeat > 1 ? g_strdup_printf ("%s ×%d", caption, outline->repeat) : g_strdup (caption);

  set_names (node, outline);
  set_group (node, outline->group);
  set_label (node->name_label, outline->name);
  set_label (node->type_label, type);
  set_label (node->summary_label, summary);
  node->is_nested = outline->is_nested;
  node->is_output = outline->is_output;
  node->has_position = outline->has_position;
  studio_canvas_node_move (node, outline->x, outline->y);
  set_class (GTK_WIDGET (node), "nested", outline->is_nested);
  update_details (node);
  update_description (node);
}

static void
set_problem (StudioCanvasNode *node, const RensaProblem *problem)
{
  const gboolean has_changed = replace_text (&node->problem, problem != NULL ? problem->sentence : NULL);

  if (!replace_text (&node->repair, problem != NULL ? problem->repair : NULL) && !has_changed)
    return;

  set_class (GTK_WIDGET (node), "problem", problem != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (node), "node.repair", node->repair != NULL);
  if (problem == NULL)
    {
      gtk_box_remove (GTK_BOX (node->header), node->badge);
      node->badge = NULL;
      return;
    }
  if (node->badge == NULL)
    {
      node->badge = studio_canvas_badge_new ();
      gtk_box_append (GTK_BOX (node->header), node->badge);
    }
  studio_canvas_badge_set_problem (node->badge, node->problem, node->repair);
}

static void
set_ports (StudioCanvasNode *node, const RensaAnalysisNode *analysis)
{
  g_ptr_array_set_size (node->input_names, 0);
  g_ptr_array_set_size (node->captions, 0);
  node->takes_more = FALSE;
  if (analysis == NULL)
    return;

  for (guint i = 0; i < analysis->n_ports; i++)
    {
      g_ptr_array_add (node->input_names, g_strdup (analysis->ports[i].name));
      node->takes_more |= analysis->ports[i].is_list;
    }
  for (int i = 0; i < analysis->n_outputs; i++)
    g_ptr_array_add (node->captions,
                     analysis->is_known ? rensa_analysis_type_to_caption (&analysis->outputs[i]) : NULL);
}

/* The card has room for a short word only. */
static void
set_params (StudioCanvasNode *node, gint64 n)
{
  g_autofree char *count = studio_format_count (n);
  g_autofree char *text = n > 0 ? g_strdup_printf (_ ("%s params"), count) : g_strdup ("");

  g_free (node->params);
  node->params = n > 0 ? studio_format_parameters (n) : NULL;
  set_label (node->params_label, text);
}

void
studio_canvas_node_set_analysis (StudioCanvasNode *node, const RensaAnalysisNode *analysis, const RensaProblem *problem)
{
  set_ports (node, analysis);
  set_params (node, analysis != NULL ? analysis->n_params : 0);
  set_problem (node, problem);
  update_details (node);
  update_description (node);
}

const char *
studio_canvas_node_get_name (StudioCanvasNode *node)
{
  return node->name;
}

const char *
studio_canvas_node_get_path (StudioCanvasNode *node)
{
  return node->path;
}

const char *
studio_canvas_node_get_type_name (StudioCanvasNode *node)
{
  return node->type;
}

gboolean
studio_canvas_node_is_nested (StudioCanvasNode *node)
{
  return node->is_nested;
}

gboolean
studio_canvas_node_is_output (StudioCanvasNode *node)
{
  return node->is_output;
}

gboolean
studio_canvas_node_has_position (StudioCanvasNode *node)
{
  return node->has_position;
}

const graphene_rect_t *
studio_canvas_node_get_rect (StudioCanvasNode *node)
{
  return &node->rect;
}

void
studio_canvas_node_move (StudioCanvasNode *node, float x, float y)
{
  node->rect.origin = GRAPHENE_POINT_INIT (x, y);
}

void
studio_canvas_node_measure_rect (StudioCanvasNode *node, double unit)
{
  int height;

  gtk_widget_measure (GTK_WIDGET (node), GTK_ORIENTATION_VERTICAL, (int) (STUDIO_CANVAS_NODE_WIDTH * unit), NULL,
                      &height, NULL, NULL);
  node->rect.size = GRAPHENE_SIZE_INIT (STUDIO_CANVAS_NODE_WIDTH, height / unit);
}

gboolean
studio_canvas_node_is_selected (StudioCanvasNode *node)
{
  return node->is_selected;
}

void
studio_canvas_node_set_selected (StudioCanvasNode *node, gboolean is_selected)
{
  if (node->is_selected == is_selected)
    return;

  node->is_selected = is_selected;
  set_class (GTK_WIDGET (node), "selected", is_selected);
  gtk_accessible_update_state (GTK_ACCESSIBLE (node), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}

void
studio_canvas_node_set_faded (StudioCanvasNode *node, gboolean is_faded)
{
  set_class (GTK_WIDGET (node), "faded", is_faded);
}

void
studio_canvas_node_set_activity (StudioCanvasNode *node, double fraction)
{
  if (node->activity == fraction)
    return;
  node->activity = fraction;
  gtk_widget_queue_draw (GTK_WIDGET (node));
}

void
studio_canvas_node_set_n_wired (StudioCanvasNode *node, int n_wired)
{
  node->n_wired = n_wired;
}

/* An Input has none; until more is known, anything else has the one that most have. */
int
studio_canvas_node_get_n_inputs (StudioCanvasNode *node)
{
  const int n_declared = node->input_names->len > 0 ? (int) node->input_names->len : strcmp (node->type, "Input") != 0;

  return MAX (n_declared, node->n_wired);
}

int
studio_canvas_node_get_n_outputs (StudioCanvasNode *node)
{
  return MAX (1, (int) node->captions->len);
}

const char *
studio_canvas_node_get_input_name (StudioCanvasNode *node, int slot)
{
  const int n = (int) node->input_names->len;

  return n > 0 ? node->input_names->pdata[CLAMP (slot, 0, n - 1)] : NULL;
}

gboolean
studio_canvas_node_takes_more (StudioCanvasNode *node)
{
  return node->takes_more || node->input_names->len == 0;
}

static float
get_share (StudioCanvasNode *node, int i, int n)
{
  return node->rect.origin.x + node->rect.size.width * (CLAMP (i, 0, n - 1) + 1) / (n + 1);
}

void
studio_canvas_node_get_input (StudioCanvasNode *node, int slot, graphene_point_t *point)
{
  point->x = get_share (node, slot, MAX (1, studio_canvas_node_get_n_inputs (node)));
  point->y = node->rect.origin.y;
}

void
studio_canvas_node_get_output (StudioCanvasNode *node, int output, graphene_point_t *point)
{
  point->x = get_share (node, output, studio_canvas_node_get_n_outputs (node));
  point->y = node->rect.origin.y + node->rect.size.height;
}

const char *
studio_canvas_node_get_output_caption (StudioCanvasNode *node, int output)
{
  return output >= 0 && output < (int) node->captions->len ? node->captions->pdata[output] : NULL;
}

static void
finish_rename (StudioCanvasNode *node, gboolean is_accepted)
{
  GtkWidget *entry = g_steal_pointer (&node->entry);
  g_autofree char *name = NULL;

  if (entry == NULL)
    return;

  name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  gtk_widget_set_visible (node->name_label, TRUE);
  if (gtk_widget_is_focus (entry))
    gtk_widget_grab_focus (GTK_WIDGET (node));
  gtk_box_remove (GTK_BOX (node->header), entry);
  if (is_accepted && name[0] != '\0' && strcmp (name, node->name) != 0)
    g_signal_emit (node, signals[RENAMED], 0, name);
}

static void
rename_left (gpointer node)
{
  finish_rename (node, TRUE);
}

static gboolean
rename_key_pressed (GtkEventControllerKey *keys, guint keyval, guint keycode, GdkModifierType state, gpointer data)
{
  if (keyval != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  finish_rename (data, FALSE);
  return GDK_EVENT_STOP;
}

gboolean
studio_canvas_node_is_renaming (StudioCanvasNode *node)
{
  return node->entry != NULL;
}

void
studio_canvas_node_start_rename (StudioCanvasNode *node)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  finish_rename (node, FALSE);
  node->entry = gtk_text_new ();
  gtk_editable_set_text (GTK_EDITABLE (node->entry), node->name);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (node->entry), 12);
  gtk_widget_set_hexpand (node->entry, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (node->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"), -1);
  g_signal_connect_swapped (node->entry, "activate", G_CALLBACK (studio_canvas_node_accept_rename), node);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (rename_key_pressed), node);
  gtk_widget_add_controller (node->entry, keys);
  studio_on_leave (node->entry, rename_left, GTK_WIDGET (node));

  gtk_widget_set_visible (node->name_label, FALSE);
  gtk_box_insert_child_after (GTK_BOX (node->header), node->entry, node->name_label);
  gtk_widget_grab_focus (node->entry);
}

void
studio_canvas_node_accept_rename (StudioCanvasNode *node)
{
  finish_rename (node, TRUE);
}

static void
snapshot_activity (StudioCanvasNode *node, GtkSnapshot *snapshot)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (node));
  graphene_rect_t card;
  GdkRGBA color;

  if (node->activity <= 0 || !gtk_style_context_lookup_color (style, "accent_color", &color)
      || !gtk_widget_compute_bounds (GTK_WIDGET (node), GTK_WIDGET (node), &card))
    return;
  graphene_rect_init (&card, card.origin.x + 6, card.origin.y + card.size.height - ACTIVITY_HEIGHT,
                      (card.size.width - 7) * node->activity, ACTIVITY_HEIGHT);
  gtk_snapshot_append_color (snapshot, &color, &card);
}

static void
studio_canvas_node_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  GTK_WIDGET_CLASS (studio_canvas_node_parent_class)->snapshot (widget, snapshot);
  snapshot_activity (STUDIO_CANVAS_NODE (widget), snapshot);
}

static void
activate_repair (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_signal_emit (widget, signals[REPAIR], 0);
}

static void
activate_select (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_signal_emit (widget, signals[PICKED], 0);
}

static void
studio_canvas_node_dispose (GObject *object)
{
  StudioCanvasNode *node = STUDIO_CANVAS_NODE (object);

  node->entry = NULL;
  node->badge = NULL;
  g_clear_pointer (&node->box, gtk_widget_unparent);
  G_OBJECT_CLASS (studio_canvas_node_parent_class)->dispose (object);
}

static void
studio_canvas_node_finalize (GObject *object)
{
  StudioCanvasNode *node = STUDIO_CANVAS_NODE (object);

  g_free (node->name);
  g_free (node->path);
  g_free (node->type);
  g_free (node->group);
  g_free (node->description);
  g_free (node->params);
  g_free (node->problem);
  g_free (node->repair);
  g_ptr_array_unref (node->input_names);
  g_ptr_array_unref (node->captions);
  G_OBJECT_CLASS (studio_canvas_node_parent_class)->finalize (object);
}

static void
studio_canvas_node_class_init (StudioCanvasNodeClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  GType type = G_TYPE_FROM_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = studio_canvas_node_dispose;
  G_OBJECT_CLASS (class)->finalize = studio_canvas_node_finalize;
  widget_class->snapshot = studio_canvas_node_snapshot;

  signals[RENAMED] =
      g_signal_new ("renamed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[REPAIR] = g_signal_new ("repair", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[PICKED] = g_signal_new ("picked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "canvas-node");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "node.repair", NULL, activate_repair);
  gtk_widget_class_install_action (widget_class, "node.select", NULL, activate_select);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-canvas-node.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, box);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, header);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, name_label);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, type_label);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, details);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, summary_label);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, params_label);
}

static void
studio_canvas_node_init (StudioCanvasNode *node)
{
  node->input_names = g_ptr_array_new_with_free_func (g_free);
  node->captions = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (node));
  gtk_widget_action_set_enabled (GTK_WIDGET (node), "node.repair", FALSE);
}

GtkWidget *
studio_canvas_node_new (void)
{
  return g_object_new (STUDIO_TYPE_CANVAS_NODE, NULL);
}
