/* studio-confusion-examples.c: examples with their predicted classes.
 * SPDX-License-Identifier: MIT */

#include "studio-confusion-examples.h"

#include <glib/gi18n.h>

#include "studio-data-picture.h"
#include "studio-widget.h"
#include "studio-format.h"

#define MOST_EXAMPLES 24
#define PICTURE_SIZE 44
/* Maximum number of values shown for an example that is not a picture. */
#define MOST_VALUES 4

struct _StudioConfusionExamples
{
  AdwBin parent_instance;
  GtkLabel *title;
  GtkFlowBox *box;
  RensaPreview *preview;
  const RensaPreviewPart *part;
  GArray *shown; /* StudioConfusionExample: the content of the box */
};

G_DEFINE_FINAL_TYPE (StudioConfusionExamples, studio_confusion_examples, ADW_TYPE_BIN)

static int
compare_right (gconstpointer a, gconstpointer b)
{
  const StudioConfusionExample *x = a, *y = b;

  if (x->right != y->right)
    return (x->right > y->right) - (x->right < y->right);
  return (x->number > y->number) - (x->number < y->number);
}

static const float *
get_inputs (StudioConfusionExamples *self, guint number)
{
  return self->part->inputs + number * self->preview->n_values;
}

/* "x 0.31 · y −0.2" */
static char *
describe_values (StudioConfusionExamples *self, guint number)
{
  const float *values = get_inputs (self, number);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < MIN (self->preview->n_values, MOST_VALUES); i++)
    {
      g_autofree char *value = studio_format_number (values[i]);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? " · " : "",
                              self->preview->columns != NULL ? self->preview->columns[i].name : "",
                              self->preview->columns != NULL ? " " : "", value);
    }
  if (self->preview->n_values > MOST_VALUES)
    g_string_append (text, " …");
  return g_string_free (text, FALSE);
}

static char *
describe_example (StudioConfusionExamples *self, const StudioConfusionExample *example)
{
  g_autofree char *truth = rensa_preview_get_class_name (self->preview, (gint64) self->part->labels[example->number]);
  g_autofree char *said = rensa_preview_get_class_name (self->preview, example->said);

  /* Translators: the number of an example, its class, and the class that the model takes it for. */
  return g_strdup_printf (_ ("Example %u is “%s”, predicted “%s”"), example->number, truth, said);
}

static GtkWidget *
make_picture (StudioConfusionExamples *self, guint number)
{
  GtkWidget *picture = studio_data_picture_new (PICTURE_SIZE);

  studio_data_picture_show (STUDIO_DATA_PICTURE (picture), &self->preview->picture, get_inputs (self, number));
  return picture;
}

static GtkWidget *
make_text (StudioConfusionExamples *self, guint number)
{
  g_autofree char *text = describe_values (self, number);
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static void
add_example (StudioConfusionExamples *self, const StudioConfusionExample *example)
{
  const gboolean is_picture = self->preview->picture.n_channels > 0;
  g_autofree char *said = rensa_preview_get_class_name (self->preview, example->said);
  g_autofree char *name = describe_example (self, example);
  GtkWidget *tile = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *caption = gtk_label_new (NULL);
  g_autofree char *text = g_strdup_printf ("→ %s", said);

  gtk_label_set_label (GTK_LABEL (caption), text);
  gtk_label_set_ellipsize (GTK_LABEL (caption), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (caption), is_picture ? 6 : 20);
  gtk_widget_set_halign (caption, is_picture ? GTK_ALIGN_CENTER : GTK_ALIGN_START);
  gtk_widget_add_css_class (caption, "caption");
  gtk_widget_add_css_class (caption, "dim-label");
  gtk_box_append (GTK_BOX (tile),
                  is_picture ? make_picture (self, example->number) : make_text (self, example->number));
  gtk_box_append (GTK_BOX (tile), caption);
  gtk_widget_set_tooltip_text (tile, name);
  gtk_flow_box_append (self->box, tile);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (tile)), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

/* TRUE if the box already shows these examples; while a model trains they are often the same. */
static gboolean
is_shown (StudioConfusionExamples *self, const StudioConfusionExample *examples, guint n)
{
  if (n != self->shown->len)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const StudioConfusionExample *shown = &g_array_index (self->shown, StudioConfusionExample, i);

      if (shown->number != examples[i].number || shown->said != examples[i].said)
        return FALSE;
    }
  return TRUE;
}

static void
clear (StudioConfusionExamples *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->box))) != NULL)
    gtk_flow_box_remove (self->box, child);
  g_array_set_size (self->shown, 0);
}

void
studio_confusion_examples_show (StudioConfusionExamples *self, const char *title, StudioConfusionExample *examples,
                                guint n)
{
  const guint n_shown = MIN (n, MOST_EXAMPLES);

  gtk_label_set_label (self->title, n > 0 ? title : "");
  if (n > 0)
    qsort (examples, n, sizeof *examples, compare_right);
  if (is_shown (self, examples, n_shown))
    return;

  clear (self);
  g_array_append_vals (self->shown, examples, n_shown);
  for (guint i = 0; i < n_shown; i++)
    add_example (self, &examples[i]);
}

void
studio_confusion_examples_set_preview (StudioConfusionExamples *self, RensaPreview *preview,
                                       const RensaPreviewPart *part)
{
  const guint per_line = preview->picture.n_channels > 0 ? 12 : 2;

  clear (self);
  gtk_label_set_label (self->title, "");
  g_clear_pointer (&self->preview, rensa_preview_unref);
  self->preview = rensa_preview_ref (preview);
  self->part = part;
  gtk_flow_box_set_max_children_per_line (self->box, per_line);
}

static void
studio_confusion_examples_finalize (GObject *object)
{
  StudioConfusionExamples *self = STUDIO_CONFUSION_EXAMPLES (object);

  g_clear_pointer (&self->preview, rensa_preview_unref);
  g_array_unref (self->shown);
  G_OBJECT_CLASS (studio_confusion_examples_parent_class)->finalize (object);
}

static void
studio_confusion_examples_class_init (StudioConfusionExamplesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = studio_confusion_examples_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-confusion-examples.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioConfusionExamples, title);
  gtk_widget_class_bind_template_child (widget_class, StudioConfusionExamples, box);
}

static void
studio_confusion_examples_init (StudioConfusionExamples *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (StudioConfusionExample));
  gtk_widget_init_template (GTK_WIDGET (self));
  studio_flow_box_forgo_cursor (self->box);
}
