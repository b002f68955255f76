/* test-plan.c: what is chosen for data of a known truth, and whether it learns that.
 * SPDX-License-Identifier: MIT */

#include <math.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-json.h"
#include "rensa-plan.h"

#define N_ROWS 240

/* From 0 to 1, and alike for all programs; @column: 0, 1, … */
static double
draw (int row, int column)
{
  const double x = sin (row * 12.9898 + column * 78.233 + 1) * 43758.5453;

  return x - floor (x);
}

/* Near to normal: mean 0, deviation 1. */
static double
draw_normal (int row, int column)
{
  double sum = -6;

  for (int i = 0; i < 12; i++)
    sum += draw (row, 100 * (column + 1) + i);
  return sum;
}

/* The header, or row @i. */
static void
put_xor (GString *text, int i)
{
  const double a = 2 * draw (i, 0) - 1, b = 2 * draw (i, 1) - 1;

  if (i < 0)
    g_string_append (text, "a,b,colour\n");
  else
    g_string_append_printf (text, "%.3f,%.3f,%s\n", a, b, (a > 0) != (b > 0) ? "red" : "blue");
}

static void
put_ring (GString *text, int i)
{
  const gboolean is_out = draw (i, 0) > 0.5;
  const double radius = (is_out ? 2 : 1) + 0.15 * draw_normal (i, 1), angle = 6.2832 * draw (i, 2);

  if (i < 0)
    g_string_append (text, "x,y,place\n");
  else
    g_string_append_printf (text, "%.3f,%.3f,%s\n", radius * cos (angle), radius * sin (angle), is_out ? "out" : "in");
}

/* One of five classes is another one than it says; ten columns, of which two tell. */
static void
put_noise (GString *text, int i)
{
  gboolean is_yes;

  for (int j = 0; j < 10; j++)
    if (i < 0)
      g_string_append_printf (text, "c%d,", j);
    else
      g_string_append_printf (text, "%.3f,", draw_normal (i, j));
  is_yes = (draw_normal (i, 0) + draw_normal (i, 1) > 0) != (draw (i, 50) < 0.15);
  g_string_append (text, i < 0 ? "answer\n" : is_yes ? "yes\n" : "no\n");
}

/* Money beside years, and prices in hundreds of thousands. */
static void
put_houses (GString *text, int i)
{
  const int size = 40 + (int) (160 * draw (i, 0)), year = 1900 + (int) (120 * draw (i, 1));

  if (i < 0)
    g_string_append (text, "id,size,year,price\n");
  else
    g_string_append_printf (text, "%d,%d,%d,%.1f\n", i + 1, size, year,
                            3000.5 * size + 500 * (year - 1900) + 10000 * draw_normal (i, 2));
}

/* Very small values of a curve. */
static void
put_small (GString *text, int i)
{
  const double x = 6 * draw (i, 0) - 3;

  if (i < 0)
    g_string_append (text, "x,y\n");
  else
    g_string_append_printf (text, "%.4f,%.9f\n", x, 1e-4 * sin (x) + 2e-4);
}

/* Words, decimal commas, gaps and names. */
static void
put_wages (GString *text, int i)
{
  static const char *const jobs[] = { "Koch", "Arzt", "Lehrer" };
  const int job = (int) (3 * draw (i, 0)), years = (int) (40 * draw (i, 1));

  if (i < 0)
    g_string_append (text, "Name;Beruf;Jahre;Lohn\n");
  else if (i % 20 == 7)
    g_string_append_printf (text, "Person %d;%s;;%d,5\n", i, jobs[job], 2000 + 1500 * job + 300);
  else
    g_string_append_printf (text, "Person %d;%s;%d;%d,5\n", i, jobs[job], years, 2000 + 1500 * job + 15 * years);
}

/* @least: of the validation: the share that is right, or of the variance that is explained; @nodes: of the model */
static const struct
{
  const char *name;
  void (*put) (GString *text, int i);
  gboolean is_class;
  double least;
  const char *nodes;
} tables[] = {
  { "xor", put_xor, TRUE, 0.93, "x l1 relu1 l2 relu2 l3" },
  { "ring", put_ring, TRUE, 0.93, "x l1 relu1 l2 relu2 l3" },
  { "noise", put_noise, TRUE, 0.7, "x l1" },
  { "houses", put_houses, FALSE, 0.95, "x l1 relu1 l2 relu2 l3 elementwise1" },
  { "small", put_small, FALSE, 0.95, "x l1 relu1 l2 relu2 l3 elementwise1" },
  { "wages", put_wages, FALSE, 0.95, "x l1 relu1 l2 relu2 l3 elementwise1" },
};

static RensaPlan *
plan_table (const char *folder, int i)
{
  g_autofree char *path = g_build_filename (folder, "table.csv", NULL);
  g_autofree char *assignment = g_strdup_printf ("data.dataset=csv(path='%s')", path);
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("table");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  RensaPlan *plan;

  for (int row = -1; row < N_ROWS; row++)
    tables[i].put (text, row);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_assert_true (rensa_document_set (document, assignment, NULL));
  plan = rensa_plan_new (document, NULL, NULL, &error);
  g_assert_no_error (error);
  return plan;
}

static char *
list_nodes (RensaDocument *document)
{
  RensaJson *nodes =
      json_object_object_get (json_object_object_get (rensa_document_get_json (document), "model"), "nodes");
  GString *list = g_string_new (NULL);

  for (gsize i = 0; i < json_object_array_length (nodes); i++)
    g_string_append_printf (
        list, "%s%s", i > 0 ? " " : "",
        json_object_get_string (json_object_object_get (json_object_array_get_idx (nodes, i), "name")));
  return g_string_free (list, FALSE);
}

/* Trains to the end; the last of the log. */
static double
train (RensaDocument *document, const char *folder, const char *key)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = rensa_builder_new (document, NULL, &error);
  g_autoptr (RensaTrainer) trainer = builder != NULL ? rensa_builder_make_trainer (builder, folder, &error) : NULL;
  g_autofree char *text = NULL;
  g_autoptr (RensaJson) log = NULL;

  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  text = test_file_read (folder, "log");
  log = json_tokener_parse (text);
  return json_object_get_double (
      json_object_object_get (json_object_array_get_idx (log, json_object_array_length (log) - 1), key));
}

/* Of the labels for validation. */
static double
get_variance (RensaDocument *document)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaDataset) learned = NULL;
  g_autoptr (RensaDataset) test = NULL;
  double sum = 0, squares = 0;
  gint64 n;

  g_assert_true (rensa_data_cache_load (cache, document, &learned, &test, NULL));
  n = rensa_dataset_get_length (test);
  for (gint64 i = 0; i < n; i++)
    {
      g_autoptr (RensaArray) label = rensa_dataset_get_field (test, 1, &i, 1, NULL);
      const double value = rensa_array_get_scalar (label);

      sum += value;
      squares += value * value;
    }
  return squares / (double) n - pow (sum / (double) n, 2);
}

static void
test_table (gconstpointer data)
{
  const int i = GPOINTER_TO_INT (data);
  g_autofree char *folder = test_folder_new ();
  g_autoptr (RensaPlan) plan = plan_table (folder, i);
  g_autofree char *nodes = list_nodes (plan->document);
  double score;

  for (guint k = 0; k < plan->reasons->len; k++)
    g_test_message ("%s", (const char *) plan->reasons->pdata[k]);
  g_assert_cmpstr (nodes, ==, tables[i].nodes);
  score = train (plan->document, folder, tables[i].is_class ? "validation/main/accuracy" : "validation/main/loss");
  if (!tables[i].is_class)
    score = 1 - score / get_variance (plan->document);
  g_test_message ("%g", score);
  g_assert_cmpfloat (score, >=, tables[i].least);
  test_folder_remove (folder);
}

/* An epoch has ten batches where there are so many examples, and one is never the whole. */
static void
test_batches (void)
{
  for (gint64 n = 2; n < 3000; n++)
    {
      const gint64 batch = rensa_plan_choose_batch_size (n);

      g_assert_cmpint (batch, >=, 1);
      g_assert_cmpint (batch, <=, 64);
      g_assert_true (batch == 1 || n / batch >= 10);
    }
}

/* What reads a column, and what does not, is told, and nothing that was there before the plan is left. */
static void
test_columns (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autoptr (RensaPlan) houses = plan_table (folder, 3);
  g_autoptr (RensaPlan) wages = plan_table (folder, 5);
  g_autoptr (RensaAttrs) dataset = rensa_document_get_attrs (wages->document, "data.dataset", NULL);
  g_autofree char *text = rensa_attrs_to_text (dataset);

  g_assert_nonnull (strstr (text, "leave_out='Name'"));
  g_assert_nonnull (strstr (text, "missing='mean'"));
  g_clear_pointer (&dataset, rensa_attrs_unref);
  g_clear_pointer (&text, g_free);
  dataset = rensa_document_get_attrs (houses->document, "data.dataset", NULL);
  text = rensa_attrs_to_text (dataset);
  g_assert_nonnull (strstr (text, "leave_out='id'"));
  g_assert_cmpuint (rensa_document_count_components (wages->document, "data.preprocessing"), ==, 2);
  test_folder_remove (folder);
}

/* A document with a training step, and data in pairs of sequences. */
static void
test_others (void)
{
  g_autoptr (RensaDocument) step = document_of (test_step);
  g_autoptr (RensaDocument) pairs = rensa_document_new_empty ("pairs");
  g_autoptr (RensaPlan) plan = NULL;
  g_autoptr (GError) error = NULL;

  plan = rensa_plan_new (step, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (json_object_object_get (rensa_document_get_json (plan->document), "step"));
  g_assert_true (rensa_document_set (pairs, "data.dataset=number_words", NULL));
  g_clear_pointer (&plan, rensa_plan_free);
  plan = rensa_plan_new (pairs, NULL, NULL, &error);
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_null (plan);
}

/* Pictures that are arrays: a network for pictures, which can be trained. */
static void
test_pictures (gconstpointer data)
{
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("digits");
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);
  g_autoptr (RensaAnalysis) analysis = NULL;
  g_autoptr (RensaPlan) plan = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *nodes = NULL;

  g_assert_true (rensa_document_set (document, data, NULL));
  plan = rensa_plan_new (document, NULL, NULL, &error);
  g_assert_no_error (error);
  nodes = list_nodes (plan->document);
  g_assert_nonnull (strstr (nodes, "conv1"));
  analysis = rensa_analysis_new (plan->document, cache);
  g_assert_true (rensa_analysis_is_trainable (analysis));
}

/* Columns from which nothing can be learned are left out. */
static void
test_useless (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *assignment = g_strdup_printf ("data.dataset=csv(path='%s/t.csv')", folder);
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("table");
  g_autoptr (GString) text = g_string_new ("a,same,b,y\n");
  g_autoptr (RensaPlan) plan = NULL;
  g_autoptr (RensaAttrs) dataset = NULL;
  g_autofree char *attrs = NULL;

  for (int i = 0; i < 40; i++)
    g_string_append_printf (text, "%.3f,7,%.3f,%.3f\n", sin (i), cos (3 * i), sin (i) - 2 * cos (3 * i));
  test_file_write (folder, "t.csv", text->str, (gssize) text->len);
  g_assert_true (rensa_document_set (document, assignment, NULL));
  plan = rensa_plan_new (document, NULL, NULL, NULL);
  g_assert_nonnull (plan);
  dataset = rensa_document_get_attrs (plan->document, "data.dataset", NULL);
  attrs = rensa_attrs_to_text (dataset);
  g_assert_nonnull (strstr (attrs, "leave_out='same'"));
  test_folder_remove (folder);
}

static void
write_idx (const char *folder, const char *name, int ndim, int n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const guint8 head[] = { 0, 0, 8, (guint8) ndim };
  const guint32 dims[] = { GUINT32_TO_BE (n), GUINT32_TO_BE (10), GUINT32_TO_BE (10) };

  g_byte_array_append (bytes, head, sizeof head);
  g_byte_array_append (bytes, (const guint8 *) dims, (guint) ndim * sizeof *dims);
  for (int i = 0; i < n * (ndim == 3 ? 100 : 1); i++)
    g_byte_array_append (bytes, &(guint8){ ndim == 3 ? (guint8) (i * 7) : (guint8) (i % 2) }, 1);
  test_file_write (folder, name, (const char *) bytes->data, bytes->len);
}

/* Labels and test images in files beside the images that were chosen are used, and that is told. */
static void
test_unused (void)
{
  g_autofree char *folder = test_folder_new ();
  g_autofree char *assignment = g_strdup_printf ("data.dataset=idx(images='%s/train-images-idx3-ubyte')", folder);
  g_autoptr (RensaDocument) document = rensa_document_new_empty ("files");
  g_autoptr (RensaPlan) plan = NULL;
  g_autoptr (RensaAttrs) dataset = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  write_idx (folder, "train-images-idx3-ubyte", 3, 40);
  write_idx (folder, "train-labels-idx1-ubyte", 1, 40);
  write_idx (folder, "t10k-images-idx3-ubyte", 3, 20);
  write_idx (folder, "t10k-labels-idx1-ubyte", 1, 20);
  g_assert_true (rensa_document_set (document, assignment, NULL));
  plan = rensa_plan_new (document, NULL, NULL, &error);
  g_assert_no_error (error);
  dataset = rensa_document_get_attrs (plan->document, "data.dataset", NULL);
  text = rensa_attrs_to_text (dataset);
  g_assert_nonnull (strstr (text, "/train-labels-idx1-ubyte"));
  g_assert_nonnull (strstr (text, "/t10k-images-idx3-ubyte"));
  g_assert_nonnull (strstr (text, "/t10k-labels-idx1-ubyte"));
  g_assert_true (g_str_has_prefix (plan->reasons->pdata[0], "Use the Labels: "));
  test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/advice/plan/batches", test_batches);
  g_test_add_func ("/project/advice/plan/columns", test_columns);
  g_test_add_func ("/project/advice/plan/others", test_others);
  g_test_add_func ("/project/advice/plan/unused", test_unused);
  g_test_add_func ("/project/advice/plan/useless", test_useless);
  g_test_add_data_func ("/project/advice/plan/pictures/rows", "data.dataset=strokes(ndim=2)", test_pictures);
  g_test_add_data_func ("/project/advice/plan/pictures/channels", "data.dataset=strokes(ndim=3)", test_pictures);
  for (int i = 0; i < (int) G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *path = g_strconcat ("/project/advice/plan/", tables[i].name, NULL);

      g_test_add_data_func (path, GINT_TO_POINTER (i), test_table);
    }
  return g_test_run ();
}
