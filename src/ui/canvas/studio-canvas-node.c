/* studio-canvas-node.c: one node of the model, as a card.
 * SPDX-License-Identifier: MIT */

#include "studio-canvas-node-private.h"

#include <glib/gi18n.h>

#include "studio-canvas-badge.h"
#include "studio-canvas-summary.h"
#include "studio-format.h"
#include "studio-step.h"

#define ACTIVITY_HEIGHT 2
/* Characters of a name that are shown before its type gets room. */
#define LEAST_NAME 9
/* Maximum number of characters of name and type side by side; otherwise the type is on the line below. */
#define MOST_BESIDE 22
/* Characters of a type on the line below that are shown before the summary gets room. */
#define MOST_TYPE 18
/* Maximum number of characters of type and summary on the line below; otherwise only the type is shown. */
#define MOST_BELOW 28
#define ROUND "media-playlist-repeat-symbolic"
#define ALONG "media-playlist-consecutive-symbolic"

static const struct
{
  const char *icon;
  const char *words;
} signs[] = {
  [RENSA_PACE_EACH_STEP] = { ALONG, N_ ("Called at each step of the sequences") },
  [RENSA_PACE_THROUGH] = { ROUND, N_ ("Processes sequences step by step") },
  [RENSA_PACE_CARRIES] = { ROUND, N_ ("Keeps its state between calls; resets it for each batch") },
  [RENSA_PACE_GOES_ON] = { ROUND, N_ ("Keeps its state between batches") },
};

static const char *
get_pace_icon (RensaPace pace)
{
  return signs[pace].icon;
}

static const char *
describe_pace (RensaPace pace)
{
  return signs[pace].words != NULL ? _ (signs[pace].words) : NULL;
}

G_DEFINE_FINAL_TYPE (StudioCanvasNode, studio_canvas_node, GTK_TYPE_WIDGET)

enum
{
  RENAMED,
  REPAIR,
  PICKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Returns TRUE if the text changed. */
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
append_shape (StudioCanvasNode *self, GString *text)
{
  g_autofree char *shape = NULL;

  if (self->captions->len == 0 || self->captions->pdata[0] == NULL)
    return;
  shape = g_strdup_printf (_ ("output %s"), (const char *) self->captions->pdata[0]);
  append_sentence (text, shape);
}

/* Puts everything on the card, and its problem, into one line. */
static void
update_description (StudioCanvasNode *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_sentence (text, gtk_label_get_text (GTK_LABEL (self->tag_label)));
  append_sentence (text, gtk_label_get_text (GTK_LABEL (self->summary_label)));
  append_shape (self, text);
  append_sentence (text, self->params);
  append_sentence (text, gtk_widget_get_visible (self->frozen) ? _ ("Frozen") : NULL);
  append_sentence (text, describe_pace (self->shown_pace));
  append_sentence (text, self->problem);
  if (!replace_text (&self->description, text->str))
    return;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, self->description, -1);
}

static void
update_details (StudioCanvasNode *self)
{
  gtk_widget_set_visible (self->details, gtk_label_get_text (GTK_LABEL (self->summary_label))[0] != '\0'
                                             || gtk_label_get_text (GTK_LABEL (self->params_label))[0] != '\0'
                                             || gtk_widget_get_visible (self->lower_type_label));
}

/* @name: name of its group; "" for an unknown type. */
static void
set_group (StudioCanvasNode *self, const char *name)
{
  const RensaGroup *group = rensa_group_find (name);
  const char *tint = group != NULL ? group->tint : NULL;

  if (name[0] == '\0')
    tint = "tint-vermilion";
  if (tint == self->tint)
    return;
  if (self->tint != NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self), self->tint);
  if (tint != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self), tint);
  self->tint = tint;
}

static void
set_class (GtkWidget *widget, const char *class, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, class);
  else
    gtk_widget_remove_css_class (widget, class);
}

/* Nodes without parameters are not marked. */
static gboolean
is_frozen (const RensaModelNode *node)
{
  const RensaModelNode *freezable = rensa_model_node_get_freezable (node);

  return freezable != NULL && freezable->is_frozen;
}

static void
show_names (StudioCanvasNode *self, const RensaModelNode *before)
{
  g_autofree char *label = NULL;

  if (before != NULL && strcmp (before->name, self->node->name) == 0 && strcmp (before->type, self->node->type) == 0)
    return;

  label = g_strdup_printf ("%s: %s", self->node->name, self->node->type);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_set_tooltip_text (self->header, label);
}

/* Shows the type next to the name, or below it if there is no room for both. */
static void
show_type (StudioCanvasNode *self, const char *type, const char *summary)
{
  const glong n_letters = g_utf8_strlen (self->node->name, -1) + g_utf8_strlen (type, -1);
  const gboolean is_below = n_letters > MOST_BESIDE && type[0] != '\0';

  set_label (self->type_label, is_below ? "" : type);
  set_label (self->lower_type_label, is_below ? type : "");
  gtk_widget_set_visible (self->type_label, !is_below);
  gtk_widget_set_visible (self->lower_type_label, is_below);
  gtk_widget_set_visible (self->params_label, !is_below);
  gtk_widget_set_visible (self->summary_label,
                          !is_below || g_utf8_strlen (type, -1) + g_utf8_strlen (summary, -1) <= MOST_BELOW);
  gtk_label_set_width_chars (GTK_LABEL (self->lower_type_label), MIN ((int) g_utf8_strlen (type, -1), MOST_TYPE));
  gtk_label_set_width_chars (GTK_LABEL (self->name_label),
                             MIN ((int) g_utf8_strlen (self->node->name, -1), LEAST_NAME));
}

/* @tag: (nullable) */
static void
show_tag (StudioCanvasNode *self, const char *tag)
{
  set_label (self->tag_label, tag != NULL ? tag : "");
  gtk_widget_set_visible (self->tag_label, tag != NULL);
}

void
studio_canvas_node_set_node (StudioCanvasNode *self, RensaNetwork *network, const RensaModelNode *node,
                             const char *caption)
{
  g_autoptr (RensaNetwork) old G_GNUC_UNUSED = g_steal_pointer (&self->network);
  const RensaModelNode *before = self->node;
  g_autofree char *summary = studio_canvas_summarize (node);
  g_autofree char *type = node->repeat > 1 ? g_strdup_printf ("%s ×%d", caption, node->repeat) : g_strdup (caption);

  self->network = rensa_network_ref (network);
  self->node = node;
  show_names (self, before);
  set_group (self, rensa_model_node_get_group (node));
  set_label (self->name_label, node->name);
  show_type (self, type, summary);
  set_label (self->summary_label, summary);
  set_class (GTK_WIDGET (self), "nested", node->kind == RENSA_MODEL_NODE_NESTED || node->called != NULL);
  gtk_widget_set_visible (self->frozen, is_frozen (node));
  show_tag (self, studio_step_describe_node (network, node));
  update_details (self);
  update_description (self);
}

static void
set_problem (StudioCanvasNode *self, const RensaProblem *problem)
{
  const gboolean has_changed = replace_text (&self->problem, problem != NULL ? problem->sentence : NULL);

  if (!replace_text (&self->repair, problem != NULL ? problem->repair : NULL) && !has_changed)
    return;

  set_class (GTK_WIDGET (self), "problem", problem != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "node.repair", self->repair != NULL);
  if (problem == NULL)
    {
      gtk_box_remove (GTK_BOX (self->header), self->badge);
      self->badge = NULL;
      return;
    }
  if (self->badge == NULL)
    {
      self->badge = studio_canvas_badge_new ();
      gtk_box_append (GTK_BOX (self->header), self->badge);
    }
  studio_canvas_badge_set_problem (self->badge, self->problem, self->repair);
}

static void
set_captions (StudioCanvasNode *self, const RensaNodeFacts *facts)
{
  const gboolean is_known = facts != NULL && facts->is_known;
  const int n = is_known ? facts->n_outputs : self->node->n_outputs;

  g_ptr_array_set_size (self->captions, 0);
  for (int i = 0; i < n; i++)
    g_ptr_array_add (self->captions, is_known ? rensa_analysis_type_to_caption (&facts->outputs[i]) : NULL);
}

static void
set_params (StudioCanvasNode *self, gint64 n)
{
  g_autofree char *text = studio_canvas_abbreviate_params (n);

  g_free (self->params);
  self->params = n > 0 ? studio_format_parameters (n) : NULL;
  set_label (self->params_label, text);
}

static void
set_pace (StudioCanvasNode *self, RensaPace pace)
{
  if (self->shown_pace == pace)
    return;
  self->shown_pace = pace;
  gtk_widget_set_visible (self->pace, pace != RENSA_PACE_ONCE);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->pace), get_pace_icon (pace));
  gtk_widget_set_tooltip_text (self->pace, describe_pace (pace));
}

void
studio_canvas_node_set_facts (StudioCanvasNode *self, const RensaNodeFacts *facts, RensaPace pace,
                              const RensaProblem *problem)
{
  set_pace (self, pace);
  set_captions (self, facts);
  set_params (self, facts != NULL && facts->is_known ? facts->n_params : 0);
  set_problem (self, problem);
  update_details (self);
  update_description (self);
}

const RensaModelNode *
studio_canvas_node_get_node (StudioCanvasNode *self)
{
  return self->node;
}

const char *
studio_canvas_node_get_name (StudioCanvasNode *self)
{
  return self->node->name;
}

const graphene_rect_t *
studio_canvas_node_get_rect (StudioCanvasNode *self)
{
  return &self->rect;
}

void
studio_canvas_node_move (StudioCanvasNode *self, float x, float y)
{
  self->rect.origin = GRAPHENE_POINT_INIT (x, y);
}

void
studio_canvas_node_measure_rect (StudioCanvasNode *self, double unit)
{
  int height;

  gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_VERTICAL, (int) (STUDIO_CANVAS_NODE_WIDTH * unit), NULL,
                      &height, NULL, NULL);
  self->rect.size = GRAPHENE_SIZE_INIT (STUDIO_CANVAS_NODE_WIDTH, height / unit);
}

const char *
studio_canvas_node_get_tint (StudioCanvasNode *self)
{
  return self->tint;
}

gboolean
studio_canvas_node_has_problem (StudioCanvasNode *self)
{
  return self->problem != NULL;
}

gboolean
studio_canvas_node_is_selected (StudioCanvasNode *self)
{
  return self->is_selected;
}

void
studio_canvas_node_set_selected (StudioCanvasNode *self, gboolean is_selected)
{
  if (self->is_selected == is_selected)
    return;

  self->is_selected = is_selected;
  set_class (GTK_WIDGET (self), "selected", is_selected);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}

void
studio_canvas_node_set_faded (StudioCanvasNode *self, gboolean is_faded)
{
  set_class (GTK_WIDGET (self), "faded", is_faded);
}

void
studio_canvas_node_set_activity (StudioCanvasNode *self, double fraction)
{
  if (self->activity == fraction)
    return;
  self->activity = fraction;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
studio_canvas_node_set_n_wired (StudioCanvasNode *self, int n_wired)
{
  self->n_wired = n_wired;
}

/* An Input has no inputs; a node with unknown inputs is given one, like most nodes. */
int
studio_canvas_node_get_n_inputs (StudioCanvasNode *self)
{
  const int n = (int) self->node->ports->len;

  return MAX (n > 0 ? n : self->node->kind != RENSA_MODEL_NODE_INPUT, self->n_wired);
}

/* Omits optional inputs at the end that are not connected. */
int
studio_canvas_node_get_n_shown_inputs (StudioCanvasNode *self)
{
  int n = studio_canvas_node_get_n_inputs (self);

  while (n > MAX (1, self->n_wired) && n <= (int) self->node->ports->len
         && rensa_model_node_get_port (self->node, (guint) n - 1)->optional)
    n--;
  return n;
}

int
studio_canvas_node_get_n_outputs (StudioCanvasNode *self)
{
  return MAX (1, (int) self->captions->len);
}

const char *
studio_canvas_node_get_input_name (StudioCanvasNode *self, int slot)
{
  const int n = (int) self->node->ports->len;

  return n > 0 ? rensa_model_node_get_port (self->node, (guint) CLAMP (slot, 0, n - 1))->name : NULL;
}

gboolean
studio_canvas_node_takes_more (StudioCanvasNode *self)
{
  const guint n = self->node->ports->len;

  return n == 0 || rensa_model_node_get_port (self->node, n - 1)->list;
}

static float
get_share (StudioCanvasNode *self, int i, int n)
{
  return self->rect.origin.x + self->rect.size.width * (CLAMP (i, 0, n - 1) + 1) / (n + 1);
}

void
studio_canvas_node_get_input (StudioCanvasNode *self, int slot, graphene_point_t *point)
{
  point->x = get_share (self, slot, MAX (1, studio_canvas_node_get_n_shown_inputs (self)));
  point->y = self->rect.origin.y;
}

void
studio_canvas_node_get_output (StudioCanvasNode *self, int output, graphene_point_t *point)
{
  point->x = get_share (self, output, studio_canvas_node_get_n_outputs (self));
  point->y = self->rect.origin.y + self->rect.size.height;
}

const char *
studio_canvas_node_get_output_caption (StudioCanvasNode *self, int output)
{
  return output >= 0 && output < (int) self->captions->len ? self->captions->pdata[output] : NULL;
}

static void
snapshot_activity (StudioCanvasNode *self, GtkSnapshot *snapshot)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  graphene_rect_t card;
  GdkRGBA color;

  if (self->activity <= 0 || !gtk_style_context_lookup_color (style, "accent_color", &color)
      || !gtk_widget_compute_bounds (GTK_WIDGET (self), GTK_WIDGET (self), &card))
    return;
  graphene_rect_init (&card, card.origin.x + 6, card.origin.y + card.size.height - ACTIVITY_HEIGHT,
                      (card.size.width - 7) * self->activity, ACTIVITY_HEIGHT);
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
  StudioCanvasNode *self = STUDIO_CANVAS_NODE (object);

  self->entry = NULL;
  self->badge = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (studio_canvas_node_parent_class)->dispose (object);
}

static void
studio_canvas_node_finalize (GObject *object)
{
  StudioCanvasNode *self = STUDIO_CANVAS_NODE (object);

  g_clear_pointer (&self->network, rensa_network_unref);
  g_free (self->description);
  g_free (self->params);
  g_free (self->problem);
  g_free (self->repair);
  g_ptr_array_unref (self->captions);
  G_OBJECT_CLASS (studio_canvas_node_parent_class)->finalize (object);
}

static void
studio_canvas_node_class_init (StudioCanvasNodeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = studio_canvas_node_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_canvas_node_finalize;
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
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, frozen);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, pace);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, tag_label);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, type_label);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, details);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, lower_type_label);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, summary_label);
  gtk_widget_class_bind_template_child (widget_class, StudioCanvasNode, params_label);
}

static void
studio_canvas_node_init (StudioCanvasNode *self)
{
  self->captions = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "node.repair", FALSE);
}

GtkWidget *
studio_canvas_node_new (void)
{
  return g_object_new (STUDIO_TYPE_CANVAS_NODE, NULL);
}
