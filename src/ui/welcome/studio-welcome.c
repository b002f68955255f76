/* studio-welcome.c: welcome page, shown while no project is open.
 * SPDX-License-Identifier: MIT */

#include "studio-welcome.h"

#include <glib/gi18n.h>

#include "rensa-file.h"
#include "studio-picture-card.h"
#include "studio-recent.h"

#define MOST_RECENT 5
/* Size of the drawing on a card for the user's own data. */
#define DRAWING_WIDTH 112

/* Groups by topic, beginner examples first. */
typedef enum
{
  FIRST_STEPS,
  PICTURES,
  TEXT,
  ELSEWHERE, /* Need data to be downloaded, or a file to be chosen, before training */
  ADVANCED,
  N_GROUPS,
} Group;

/* @picture: file name in data/recipes */
typedef struct
{
  const char *file;
  const char *picture;
  const char *title;
  const char *description;
  Group group;
} Example;

/* Sorted by difficulty within each group, easiest first. */
static const Example examples[] = {
  { "strokes-mlp.rensa", "digits", N_ ("Handwritten Digits"), N_ ("Two hidden layers learn to read drawn digits"),
    FIRST_STEPS },
  { "moons.rensa", "classifier", N_ ("Two Moons"), N_ ("A small network separates two half circles"), FIRST_STEPS },
  { "waves.rensa", "regressor", N_ ("Waves"), N_ ("Regression: fits a curve to noisy values"), FIRST_STEPS },
  { "strokes-convnet.rensa", "convolution", N_ ("Digits, Convolutional"),
    N_ ("A small convolutional network reads the same digits better"), FIRST_STEPS },
  { "strokes-autoencoder.rensa", "autoencoder", N_ ("Autoencoder"),
    N_ ("Compresses digits into eight numbers and reconstructs them"), PICTURES },
  { "strokes-siamese.rensa", "siamese-network", N_ ("Siamese Network"),
    N_ ("Two copies of a network learn whether two digits are the same"), PICTURES },
  { "strokes-vae.rensa", "variational-autoencoder", N_ ("Variational Autoencoder"),
    N_ ("Learns a map of digits; any point on it gives a new digit"), PICTURES },
  { "strokes-dcgan.rensa", "gan", N_ ("Generative Adversarial Network"),
    N_ ("A GAN: one network generates digits, "
        "the other detects the fakes"),
    PICTURES },
  { "little-sentences.rensa", "language-model", N_ ("Little Sentences"), N_ ("Predicts the next letter of a text"),
    TEXT },
  { "little-sentences-vectors.rensa", "word-vectors", N_ ("Word Vectors"),
    N_ ("Words used in similar contexts end up close together"), TEXT },
  { "numbers-in-words.rensa", "encoder-decoder", N_ ("Numbers in Words"),
    N_ ("An encoder reads a number in words, a decoder writes its digits"), TEXT },
  { "appointments-tagger.rensa", "sequence-tagger", N_ ("Appointments"),
    N_ ("Tags each word of a sentence: who, when, where"), TEXT },
  { "little-sentences-transformer.rensa", "transformer", N_ ("Transformer"),
    N_ ("The same text, read with attention instead of recurrence"), TEXT },
  { "numbers-in-words-attention.rensa", "transformer", N_ ("Attention"),
    N_ ("The same task, but the decoder attends to the words"), TEXT },
  { "little-sentences-tree.rensa", "tree", N_ ("Hierarchical Softmax"),
    N_ ("Predicts words with binary decisions "
        "along a tree"),
    TEXT },
  { "mnist-mlp.rensa", "digits", N_ ("MNIST"), N_ ("The classic digits; 11 MiB to download on the Data page"),
    ELSEWHERE },
  { "mnist-lenet5.rensa", "convolution", N_ ("MNIST, LeNet-5"),
    N_ ("The convolutional network that read cheques in 1998"), ELSEWHERE },
  { "mushrooms.rensa", "table", N_ ("Mushrooms"), N_ ("Edible or poisonous? Classified from 22 columns of a CSV file"),
    ELSEWHERE },
  { "cifar10-vgg.rensa", "photographs", N_ ("CIFAR-10, VGG"),
    N_ ("Ten classes of photographs; 162 MiB to download on the Data page"), ELSEWHERE },
  { "cifar10-resnet.rensa", "shortcut", N_ ("CIFAR-10, Residual"),
    N_ ("The same photographs; residual blocks learn faster"), ELSEWHERE },
  { "tinyshakespeare.rensa", "language-model", N_ ("Tiny Shakespeare"),
    N_ ("An LSTM learns to write plays from a text file"), ELSEWHERE },
  { "ptb-vectors.rensa", "word-vectors", N_ ("Penn Treebank, Word Vectors"),
    N_ ("Finds similar words in newspaper text; requires two files"), ELSEWHERE },
  { "own-function.rensa", "formula", N_ ("Custom Functions"),
    N_ ("Separates the arms of a spiral with two formulas as layers"), ADVANCED },
  { "weighted-examples.rensa", "gate", N_ ("Weighted Examples"),
    N_ ("A gate weights each example: nine parameters learn XOR"), ADVANCED },
  { "strokes-wgan-gp.rensa", "gan", N_ ("Wasserstein"),
    N_ ("A GAN whose loss measures the distance between real "
        "and fake data"),
    ADVANCED },
};

/* Kinds of the user's own data. @picture: file name in data/recipes; @kind: parameter of app.open-data */
static const struct
{
  const char *picture;
  const char *title;
  const char *sentence;
  const char *kind;
} cards[] = {
  { "table", N_ ("My Table"), N_ ("Rows of numbers and words from a spreadsheet"), "table" },
  { "photographs", N_ ("My Images"), N_ ("A folder of images with one subfolder per class"), "pictures" },
  { "language-model", N_ ("My Text"), N_ ("A plain text file"), "text" },
};

const char *
studio_welcome_get_title (const char *file)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    if (g_str_equal (examples[i].file, file))
      return _ (examples[i].title);
  return NULL;
}

struct _StudioWelcome
{
  AdwBin parent_instance;
  GtkBox *cards;
  GtkFlowBox *groups[N_GROUPS];
  GtkListBox *recent;
  GtkWidget *recent_group;
};

G_DEFINE_FINAL_TYPE (StudioWelcome, studio_welcome, ADW_TYPE_BIN)

static GtkWidget *
make_row (const char *title, const char *subtitle, const char *action, const char *target)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *subtitle_markup = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title_markup);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle_markup);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", target);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, subtitle, -1);
  return row;
}

static GtkWidget *
make_label (const char *text, const char *const *classes)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 20);
  gtk_widget_set_css_classes (label, (const char **) classes);
  return label;
}

static GtkWidget *
make_card (guint i)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), studio_picture_card_new_drawing (cards[i].picture, DRAWING_WIDTH));
  gtk_box_append (GTK_BOX (box), make_label (_ (cards[i].title), (const char *const[]){ "heading", NULL }));
  gtk_box_append (GTK_BOX (box),
                  make_label (_ (cards[i].sentence), (const char *const[]){ "caption", "dim-label", NULL }));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_set_css_classes (button, (const char *[]){ "card", "activatable", "welcome-card", NULL });
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "app.open-data");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", cards[i].kind);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (cards[i].title),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (cards[i].sentence), -1);
  return button;
}

static void
add_cards (StudioWelcome *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    gtk_box_append (self->cards, make_card (i));
}

static void
add_examples (StudioWelcome *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    gtk_flow_box_append (self->groups[examples[i].group],
                         studio_picture_card_new (examples[i].picture, _ (examples[i].title),
                                                  _ (examples[i].description), examples[i].file));
}

static void
example_activated (StudioWelcome *self, StudioPictureCard *card)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "app.open-example", "s", studio_picture_card_get_key (card));
}

/* Returns "~/projects" for a folder in the home folder. Avoids a single "~" or "/", which would be
 * narrower than the ellipsis, because GTK cannot handle that. */
static char *
get_folder_name (GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autofree char *inside = folder != NULL ? g_file_get_relative_path (home, folder) : NULL;

  if (inside != NULL)
    {
      g_autofree char *shown = rensa_file_dup_shown_name (inside);

      return g_build_filename ("~", shown, NULL);
    }
  if (folder != NULL && g_file_equal (folder, home))
    return g_strdup ("~/");
  return g_file_get_parse_name (folder != NULL && g_file_has_parent (folder, NULL) ? folder : file);
}

static void
add_recent (StudioWelcome *self)
{
  g_autoptr (GPtrArray) list = studio_recent_list (MOST_RECENT);

  for (guint i = 0; i < list->len; i++)
    {
      GtkRecentInfo *info = list->pdata[i];
      g_autofree char *folder = get_folder_name (info);

      gtk_list_box_append (self->recent, make_row (gtk_recent_info_get_display_name (info), folder, "app.open-file",
                                                   gtk_recent_info_get_uri (info)));
    }
  gtk_widget_set_visible (self->recent_group, list->len > 0);
}

/* Names in the template. */
static const char *const group_names[N_GROUPS] = { "first_steps", "pictures", "text", "elsewhere", "advanced" };

static void
studio_welcome_class_init (StudioWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/rensa/Studio/ui/studio-welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, StudioWelcome, cards);
  for (guint i = 0; i < N_GROUPS; i++)
    gtk_widget_class_bind_template_child_full (widget_class, group_names[i], FALSE,
                                               G_STRUCT_OFFSET (StudioWelcome, groups) + i * sizeof (GtkFlowBox *));
  gtk_widget_class_bind_template_child (widget_class, StudioWelcome, recent);
  gtk_widget_class_bind_template_child (widget_class, StudioWelcome, recent_group);
  gtk_widget_class_bind_template_callback (widget_class, example_activated);
}

static void
studio_welcome_init (StudioWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_cards (self);
  add_examples (self);
  add_recent (self);
}
