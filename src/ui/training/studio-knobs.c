/* studio-knobs.c: settings that are often adjusted while watching the curves.
 * SPDX-License-Identifier: MIT */

#include "studio-knobs.h"

#include <math.h>

#include <glib/gi18n.h>

#include "rensa-document-values.h"
#include "studio-attr-row.h"
#include "studio-attr-step.h"
#include "studio-format.h"
#include "studio-setting.h"
#include "studio-step.h"
#include "studio-training-words.h"

/* Range of the slider as powers of ten, and its steps per power. */
#define SMALLEST_POWER -6
#define LARGEST_POWER 0
#define STEPS 20
/* Delay after which a slider movement counts as finished; each movement leaves a single mark on the
 * curves. */
#define PAUSE_MS 200

/* @path: path of the component in the shown document; @is_live: TRUE if a run accepts changes
 *   during training. */
typedef struct
{
  StudioKnobs *owner;
  const RensaComponent *component;
  const RensaAttrSpec *spec;
  char *path;
  gboolean is_live;
  StudioAttrRow *row;
  GtkWidget *note;
  GtkRange *slider; /* NULL if there is none */
  char *value;      /* Value shown by the slider */
  guint pause;
} Knob;

struct _StudioKnobs
{
  AdwBin parent_instance;
  StudioProject *project;
  StudioRun *run;
  GtkListBox *list;
  GPtrArray *knobs; /* Knob */
  char *form;       /* Describes the rows; compared to detect changes */
};

enum
{
  TURNED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StudioKnobs, studio_knobs, ADW_TYPE_BIN)

static void
knob_free (gpointer data)
{
  Knob *knob = data;

  g_clear_handle_id (&knob->pause, g_source_remove);
  g_free (knob->path);
  g_free (knob->value);
  g_free (knob);
}

static gboolean
is_running (StudioKnobs *self)
{
  return self->run != NULL && studio_run_is_live (self->run);
}

/* Returns the document that a knob shows: a live knob shows the training run's settings, other
 * knobs those of the next run. */
static RensaDocument *
get_shown (StudioKnobs *self, gboolean is_live)
{
  return is_live && is_running (self) ? studio_run_get_settings (self->run)
                                      : studio_project_get_document (self->project);
}

static char *
read_value (RensaDocument *document, const char *path, const RensaAttrSpec *spec)
{
  g_autofree char *place = studio_step_find_path (document, path);
  g_autoptr (RensaAttrs) attrs = place != NULL ? rensa_document_get_attrs (document, place, NULL) : NULL;
  const RensaAttrSpec *there =
      attrs != NULL ? rensa_component_find_attr (rensa_attrs_get_component (attrs), spec->name) : NULL;

  return there != NULL && rensa_attrs_is_set (attrs, there) ? rensa_attrs_get_text (attrs, there) : NULL;
}

/* Returns "This run: 0.01" if the other document has a different value. */
static char *
word_difference (Knob *knob, const char *value)
{
  StudioKnobs *self = knob->owner;
  const gboolean shows_run = knob->is_live && is_running (self);
  RensaDocument *other = shows_run           ? studio_project_get_document (self->project)
                         : self->run != NULL ? studio_run_get_settings (self->run)
                                             : NULL;
  g_autofree char *there = other != NULL ? read_value (other, knob->path, knob->spec) : NULL;
  g_autofree char *shown = there != NULL && g_strcmp0 (there, value) != 0 ? studio_format_decimal (there) : NULL;

  return studio_training_word_difference (shows_run, shown);
}

static void
show_note (Knob *knob, const char *value)
{
  g_autofree char *difference = word_difference (knob, value);
  const char *when = !knob->is_live && is_running (knob->owner) ? _ ("Takes effect in the next run") : NULL;
  g_autofree char *text =
      when != NULL && difference != NULL ? g_strdup_printf ("%s · %s", when, difference) : g_strdup (when);

  if (text == NULL)
    text = g_steal_pointer (&difference);
  gtk_label_set_label (GTK_LABEL (knob->note), text != NULL ? text : "");
  gtk_widget_set_visible (knob->note, text != NULL);
}

/* Keeps the user's slider position until the document's value changes. */
static void
show_slider (Knob *knob, const char *value)
{
  const double rate = value != NULL ? g_ascii_strtod (value, NULL) : 0;

  if (knob->slider == NULL || g_strcmp0 (value, knob->value) == 0)
    return;
  g_free (knob->value);
  knob->value = g_strdup (value);
  g_signal_handlers_block_matched (knob->slider, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, knob);
  gtk_range_set_value (knob->slider, rate > 0 ? log10 (rate) : SMALLEST_POWER);
  g_signal_handlers_unblock_matched (knob->slider, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, knob);
}

static void
show_knob (Knob *knob)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (get_shown (knob->owner, knob->is_live), knob->path, NULL);
  g_autofree char *value = NULL;

  if (attrs == NULL)
    return;
  value = rensa_attrs_is_set (attrs, knob->spec) ? rensa_attrs_get_text (attrs, knob->spec) : NULL;
  studio_attr_row_show (knob->row, attrs);
  show_slider (knob, value);
  show_note (knob, value);
}

/* Converts the path, because the document's form may differ from that of the run. */
static char *
find_place (Knob *knob)
{
  return knob->is_live && is_running (knob->owner)
             ? studio_step_find_path (studio_project_get_document (knob->owner->project), knob->path)
             : g_strdup (knob->path);
}

static gboolean
set (gpointer owner, const RensaAttrSpec *spec, const char *text, GError **error)
{
  Knob *knob = owner;
  RensaDocument *document = studio_project_get_document (knob->owner->project);
  g_autofree char *place = find_place (knob);
  g_autofree char *before = place != NULL ? read_value (document, place, spec) : NULL;
  g_autofree char *path = g_strdup_printf ("%s.attrs.%s", place != NULL ? place : knob->path, spec->name);

  if (before != NULL && g_strcmp0 (before, text) == 0)
    return TRUE;
  return studio_project_set (knob->owner->project, path, text, error);
}

static void
settled (gpointer owner, const RensaAttrSpec *spec, const char *text)
{
  Knob *knob = owner;
  g_autofree char *place = find_place (knob);
  g_autofree char *path = g_strdup_printf ("%s.%s", place, spec->name);
  g_autofree char *run_path = g_strdup_printf ("%s.%s", knob->path, spec->name);

  if (knob->is_live && place != NULL)
    g_signal_emit (knob->owner, signals[TURNED], 0, path, run_path, text);
}

static const StudioAttrTarget target = { set, settled };

/* Uses the fewest digits that distinguish adjacent slider steps. */
static char *
read_slider (Knob *knob)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (digits, sizeof digits, "%.2g", pow (10, gtk_range_get_value (knob->slider))));
}

static gboolean
on_pause (gpointer data)
{
  Knob *knob = data;
  g_autofree char *text = read_slider (knob);

  knob->pause = 0;
  studio_attr_row_type (knob->row, text, TRUE);
  return G_SOURCE_REMOVE;
}

static void
slid (Knob *knob)
{
  g_autofree char *text = read_slider (knob);

  studio_attr_row_type (knob->row, text, FALSE);
  g_clear_handle_id (&knob->pause, g_source_remove);
  knob->pause = g_timeout_add (PAUSE_MS, on_pause, knob);
}

static void
add_slider (Knob *knob, const char *title)
{
  GtkWidget *slider = gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, SMALLEST_POWER, LARGEST_POWER, 1.0 / STEPS);
  /* Translators: %s is the name of a setting. */
  g_autofree char *label = g_strdup_printf (_ ("%s, slider"), title);

  knob->slider = GTK_RANGE (slider);
  gtk_scale_set_draw_value (GTK_SCALE (slider), FALSE);
  for (int power = SMALLEST_POWER; power <= LARGEST_POWER; power++)
    gtk_scale_add_mark (GTK_SCALE (slider), power, GTK_POS_BOTTOM, NULL);
  gtk_widget_set_hexpand (slider, TRUE);
  gtk_widget_add_css_class (slider, "knob");
  gtk_accessible_update_property (GTK_ACCESSIBLE (slider), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_signal_connect_swapped (slider, "value-changed", G_CALLBACK (slid), knob);
  studio_attr_row_add_below (knob->row, slider);
}

static void
add_note (Knob *knob)
{
  knob->note = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (knob->note), 0);
  gtk_label_set_wrap (GTK_LABEL (knob->note), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (knob->note), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (knob->note, "caption");
  gtk_widget_add_css_class (knob->note, "dim-label");
  gtk_widget_add_css_class (knob->note, "attr-sentence");
  studio_attr_row_add_below (knob->row, knob->note);
}

/* Takes ownership of @title; adds nothing if @spec is NULL. */
static void
add_knob (StudioKnobs *self, const char *path, const RensaComponent *component, const RensaAttrSpec *spec,
          gboolean is_live, char *title)
{
  g_autofree char *taken = title;
  Knob *knob;

  if (spec == NULL)
    return;
  knob = g_new0 (Knob, 1);
  *knob = (Knob){ .owner = self, .component = component, .spec = spec, .path = g_strdup (path), .is_live = is_live };
  knob->row = STUDIO_ATTR_ROW (studio_attr_row_new (component, spec, &target, knob));
  studio_attr_row_set_title (knob->row, taken);
  add_note (knob);
  if (is_live)
    add_slider (knob, taken);
  gtk_list_box_append (self->list, GTK_WIDGET (knob->row));
  g_ptr_array_add (self->knobs, knob);
}

static const RensaComponent *
find_component (RensaDocument *document, const char *path)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (document, path, NULL);

  return attrs != NULL ? rensa_attrs_get_component (attrs) : NULL;
}

static void
add_rate (StudioKnobs *self, RensaDocument *document, const char *path, char *title)
{
  const RensaComponent *optimizer = find_component (document, path);

  add_knob (self, path, optimizer, optimizer != NULL ? studio_find_learning_rate (optimizer) : NULL, TRUE, title);
}

static void
add_rates (StudioKnobs *self)
{
  RensaDocument *document = get_shown (self, TRUE);
  const guint n = studio_document_has_step (document) ? rensa_document_count_components (document, "losses") : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *loss = studio_step_get_loss_path (document, i);
      g_autofree char *path = g_strconcat (loss, ".optimizer", NULL);
      g_autofree char *learning = studio_step_title_learning (document, i);

      add_rate (self, document, path,
                n > 1 ? g_strdup_printf (_ ("Learning Rate (%s)"), learning) : g_strdup (_ ("Learning Rate")));
    }
  if (!studio_document_has_step (document))
    add_rate (self, document, "optimizer", g_strdup (_ ("Learning Rate")));
}

/* Returns the unit, such as "epoch", if the run has a fixed length; NULL if it ends otherwise. */
static char *
read_unit (RensaDocument *document)
{
  g_autoptr (RensaAttrs) stop = rensa_document_get_attrs (document, "stop", NULL);
  const RensaComponent *component = stop != NULL ? rensa_attrs_get_component (stop) : NULL;
  const RensaAttrSpec *period = component != NULL ? rensa_component_find_attr (component, "period") : NULL;
  const RensaAttrSpec *unit = component != NULL ? rensa_component_find_attr (component, "unit") : NULL;

  return period != NULL && studio_attr_has_steps (period) && unit != NULL ? rensa_attrs_get_text (stop, unit) : NULL;
}

static void
add_all (StudioKnobs *self)
{
  RensaDocument *document = studio_project_get_document (self->project);
  const RensaComponent *iterator = find_component (document, "data.iterator");
  const RensaComponent *stop = find_component (document, "stop");
  g_autofree char *unit = read_unit (document);

  add_rates (self);
  if (iterator != NULL)
    add_knob (self, "data.iterator", iterator, rensa_component_find_attr (iterator, "batch_size"), FALSE,
              g_strdup (_ ("Batch Size")));
  if (unit != NULL)
    add_knob (self, "stop", stop, rensa_component_find_attr (stop, "period"), FALSE,
              g_strdup (strstr (unit, "epoch") != NULL ? _ ("Epochs") : _ ("Iterations")));
}

static void
remove_all (StudioKnobs *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  g_ptr_array_set_size (self->knobs, 0);
}

static void
append_name (GString *form, RensaDocument *document, const char *path)
{
  const RensaComponent *component = find_component (document, path);

  g_string_append_printf (form, " %s ", component != NULL ? component->name : "-");
}

/* Describes the components that the rows are built for: "epoch Adam SerialIterator IntervalTrigger
 * losses.gen:gen Adam". */
static char *
describe_form (StudioKnobs *self)
{
  RensaDocument *live = get_shown (self, TRUE);
  RensaDocument *document = studio_project_get_document (self->project);
  g_autofree char *losses = studio_training_describe_losses (live);
  g_autofree char *unit = read_unit (document);
  const guint n = studio_document_has_step (live) ? rensa_document_count_components (live, "losses") : 0;
  GString *form = g_string_new (unit);

  append_name (form, live, "optimizer");
  append_name (form, document, "data.iterator");
  append_name (form, document, "stop");
  g_string_append (form, losses);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("losses.%u.optimizer", i);

      append_name (form, live, path);
    }
  return g_string_free (form, FALSE);
}

static void
settle_all (StudioKnobs *self)
{
  for (guint i = 0; i < self->knobs->len; i++)
    studio_attr_row_settle (((Knob *) self->knobs->pdata[i])->row);
}

static void
follow (StudioKnobs *self, StudioProject *project)
{
  if (self->project == project)
    return;
  if (self->project != NULL)
    g_signal_handlers_disconnect_by_data (self->project, self);
  g_set_object (&self->project, project);
  g_clear_pointer (&self->form, g_free);
  if (project != NULL)
    g_signal_connect_swapped (project, "settle", G_CALLBACK (settle_all), self);
}

void
studio_knobs_show (StudioKnobs *self, StudioProject *project, StudioRun *run)
{
  g_autofree char *form = NULL;

  follow (self, project);
  g_set_object (&self->run, run);
  if (project == NULL)
    remove_all (self);
  else
    form = describe_form (self);
  if (form != NULL && g_strcmp0 (form, self->form) != 0)
    {
      remove_all (self);
      add_all (self);
    }
  g_free (self->form);
  self->form = g_steal_pointer (&form);
  for (guint i = 0; i < self->knobs->len; i++)
    show_knob (self->knobs->pdata[i]);
  gtk_widget_set_visible (GTK_WIDGET (self), self->knobs->len > 0);
}

gboolean
studio_knobs_has_length (StudioKnobs *self)
{
  for (guint i = 0; i < self->knobs->len; i++)
    if (g_str_equal (((Knob *) self->knobs->pdata[i])->path, "stop"))
      return TRUE;
  return FALSE;
}

static void
studio_knobs_dispose (GObject *object)
{
  StudioKnobs *self = STUDIO_KNOBS (object);

  follow (self, NULL);
  g_clear_object (&self->run);
  if (self->list != NULL)
    remove_all (self);
  self->list = NULL;
  G_OBJECT_CLASS (studio_knobs_parent_class)->dispose (object);
}

static void
studio_knobs_finalize (GObject *object)
{
  g_ptr_array_unref (STUDIO_KNOBS (object)->knobs);
  g_free (STUDIO_KNOBS (object)->form);
  G_OBJECT_CLASS (studio_knobs_parent_class)->finalize (object);
}

static void
studio_knobs_class_init (StudioKnobsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_knobs_dispose;
  G_OBJECT_CLASS (klass)->finalize = studio_knobs_finalize;
  signals[TURNED] = g_signal_new ("turned", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);
}

static void
studio_knobs_init (StudioKnobs *self)
{
  GtkWidget *list = gtk_list_box_new ();

  self->knobs = g_ptr_array_new_with_free_func (knob_free);
  self->list = GTK_LIST_BOX (list);
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Main Settings"), -1);
  adw_bin_set_child (ADW_BIN (self), list);
}
