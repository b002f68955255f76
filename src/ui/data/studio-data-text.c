/* studio-data-text.c: text examples, token by token.
 * SPDX-License-Identifier: MIT */

#include "studio-data-text.h"

#include <glib/gi18n.h>

#include "studio-data-example.h"
#include "studio-data-scroller.h"
#include "studio-widget.h"

/* Number of tokens shown of a long example; more would not be read. */
#define MOST_TOKENS 400
/* Number of tokens in a row of a running text. */
#define TOKENS_OF_ROW 200
/* Shown instead of invisible characters. */
#define LINE_END "↵"
#define TAB "⇥"

struct _StudioDataText
{
  AdwBin parent_instance;
  GtkWidget *list;
  const RensaPreviewPart *part;
  gboolean is_running; /* each example is one token, and its label is the next token */
};

G_DEFINE_FINAL_TYPE (StudioDataText, studio_data_text, ADW_TYPE_BIN)

/* @preview: preview of the example; returns NULL if the number is not that of a token */
static const char *
get_token (const RensaPreview *preview, float number)
{
  return number >= 0 && number < (float) preview->n_tokens ? preview->tokens[(guint) number] : NULL;
}

static const char *
get_shown (const char *token)
{
  if (g_str_equal (token, "\n"))
    return LINE_END "\n";
  return g_str_equal (token, "\t") ? TAB : token;
}

/* Returns TRUE if blanks must be added between words; a text of characters has blanks as tokens. */
static gboolean
are_words (const RensaPreview *preview)
{
  for (guint i = 0; i < preview->n_tokens; i++)
    if (g_utf8_strlen (preview->tokens[i], -1) > 1 && preview->tokens[i][0] != '<')
      return TRUE;
  return FALSE;
}

static gboolean
is_running_text (const RensaPreview *preview, const RensaPreviewPart *part)
{
  if (preview->n_values != 1 || part->labels == NULL || part->n_shown < 2)
    return FALSE;
  for (guint i = 0; i + 1 < part->n_shown; i++)
    if ((float) part->labels[i] != part->inputs[i + 1])
      return FALSE;
  return TRUE;
}

/* Returns the number of tokens in a row: of one example, or of several that form a text. */
static gsize
count_tokens (StudioDataText *self, StudioDataExample *example)
{
  if (self->is_running)
    return MIN (self->part->n_shown - studio_data_example_get_number (example), TOKENS_OF_ROW);
  return studio_data_example_get_preview (example)->n_values;
}

/* Every second token has a gray background, regardless of the text color. */
static char *
make_markup (StudioDataText *self, StudioDataExample *example)
{
  const RensaPreview *preview = studio_data_example_get_preview (example);
  const gsize n_values = count_tokens (self, example);
  const float *numbers = studio_data_example_get_inputs (example);
  const char *between = are_words (preview) ? " " : "";
  GString *markup = g_string_new (NULL);

  for (gsize i = 0; i < MIN (n_values, MOST_TOKENS) && numbers[i] >= 0; i++)
    {
      const char *token = get_token (preview, numbers[i]);
      g_autofree char *text = g_markup_escape_text (token != NULL ? get_shown (token) : "?", -1);

      g_string_append_printf (markup, "%s<span background=\"#888\" background_alpha=\"%s\">%s</span>",
                              i > 0 ? between : "", i % 2 == 0 ? "25%" : "8%", text);
    }
  if (n_values > MOST_TOKENS && numbers[MOST_TOKENS] >= 0)
    g_string_append (markup, " …");
  return g_string_free (markup, FALSE);
}

static void
set_up_row (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *text = gtk_label_new (NULL);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_add_css_class (text, "monospace");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 16);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (row, "data-text");
  gtk_box_append (GTK_BOX (row), text);
  gtk_box_append (GTK_BOX (row), label);
  gtk_list_item_set_child (item, row);
  gtk_list_item_set_activatable (item, FALSE);
}

/* Returns the class of the text, or the target sequence if each token has a target. */
static char *
describe_answer (StudioDataExample *example)
{
  const RensaPreview *preview = studio_data_example_get_preview (example);
  const RensaType *last = &preview->fields[preview->n_fields - 1];
  const char *sequence = studio_data_example_get_answer (example);
  g_autofree char *label = NULL;

  if (sequence != NULL)
    return g_strdup_printf ("→ %s", sequence);
  if (last->shape.ndim > 0)
    return NULL;
  label = studio_data_example_get_label (example);
  return label != NULL ? g_strdup_printf ("→ %s", get_shown (label)) : NULL;
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, StudioDataText *self)
{
  StudioDataExample *example = gtk_list_item_get_item (item);
  GtkWidget *text = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *label = gtk_widget_get_next_sibling (text);
  g_autofree char *markup = make_markup (self, example);
  g_autofree char *answer = self->is_running ? NULL : describe_answer (example);
  const gboolean is_sequence = studio_data_example_get_answer (example) != NULL;

  /* A target sequence is as long as the input, and is shown below it. */
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_list_item_get_child (item)),
                                  is_sequence ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_label_set_xalign (GTK_LABEL (label), is_sequence ? 0 : 0.5f);
  gtk_label_set_max_width_chars (GTK_LABEL (label), is_sequence ? -1 : 16);
  gtk_label_set_markup (GTK_LABEL (text), markup);
  gtk_label_set_label (GTK_LABEL (label), answer != NULL ? g_strchomp (answer) : "");
  gtk_widget_set_visible (label, answer != NULL);
}

/* Returns the first example of each row. */
static GListModel *
list_rows (StudioDataText *self, RensaPreview *preview)
{
  g_autoptr (GListModel) examples = studio_data_example_list (preview, self->part);
  GListStore *rows = g_list_store_new (STUDIO_TYPE_DATA_EXAMPLE);

  for (guint i = 0; i < g_list_model_get_n_items (examples); i += self->is_running ? TOKENS_OF_ROW : 1)
    {
      g_autoptr (GObject) example = g_list_model_get_item (examples, i);

      g_list_store_append (rows, example);
    }
  return G_LIST_MODEL (rows);
}

void
studio_data_text_show (StudioDataText *self, RensaPreview *preview, const RensaPreviewPart *part)
{
  g_autoptr (GtkNoSelection) model = NULL;

  self->part = part;
  self->is_running = preview != NULL && is_running_text (preview, part);
  if (preview != NULL)
    model = gtk_no_selection_new (list_rows (self, preview));
  gtk_list_view_set_model (GTK_LIST_VIEW (self->list), GTK_SELECTION_MODEL (model));
}

static void
studio_data_text_class_init (StudioDataTextClass *klass)
{
}

static void
studio_data_text_init (StudioDataText *self)
{
  GtkListItemFactory *factory = studio_factory_new (G_CALLBACK (set_up_row), G_CALLBACK (bind_row), NULL, self);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->list = gtk_list_view_new (NULL, factory);
  gtk_list_view_set_show_separators (GTK_LIST_VIEW (self->list), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Examples"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  studio_data_scroller_let_wheel_pass (scroller);
  adw_bin_set_child (ADW_BIN (self), scroller);
}
