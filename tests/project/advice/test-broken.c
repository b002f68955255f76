/* test-broken.c: documents with one mistake each; what is offered mends it, and the model learns afterwards.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-json.h"

/* Rows of two features and a label. */
#define N_ROWS 60

typedef enum
{
  CLASSES,  /* 0 and 1 */
  FROM_ONE, /* 1, 2 and 3 */
  SIGNS,    /* -1 and 1 */
  VALUES,   /* with a fraction */
  N_LABELS,
} Labels;

static const char *const label_names[N_LABELS] = { "classes", "from-one", "signs", "values" };

static void
write_table (const char *folder, Labels labels)
{
  g_autoptr (GString) text = g_string_new ("a,b,y\n");
  g_autofree char *name = g_strdup_printf ("%s.csv", label_names[labels]);

  for (int i = 0; i < N_ROWS; i++)
    {
      const double a = sin (i * 1.7);
      const double b = cos (i * 2.3);
      const double y = labels == CLASSES    ? a > 0
                       : labels == FROM_ONE ? 1 + (a > 0) + (b > 0)
                       : labels == SIGNS    ? (a > 0 ? 1 : -1)
                                            : 10.25 + a - 2 * b;

      g_string_append_printf (text, "%.4f,%.4f,%g\n", a, b, y);
    }
  test_file_write (folder, name, text->str, (gssize) text->len);
}

static const char convnet[] =
    "{'format': 1, 'data': {'dataset': {'type': 'strokes', 'attrs': {'n_train': 100, 'n_test': 20, 'ndim': 3}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
    " {'name': 'conv1', 'type': 'Convolution2D', 'attrs': {'out_channels': 4, 'ksize': 3}},"
    " {'name': 'relu1', 'type': 'relu'}, {'name': 'pool1', 'type': 'max_pooling_2d', 'attrs': {'ksize': 2}},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 10}}],"
    " 'edges': [{'from': 'x', 'to': 'conv1'}, {'from': 'conv1', 'to': 'relu1'}, {'from': 'relu1', 'to': 'pool1'},"
    " {'from': 'pool1', 'to': 'l1'}], 'outputs': ['l1']},"
    " 'loss': {'type': 'softmax_cross_entropy'}, 'optimizer': {'type': 'Adam'},"
    " 'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'epoch'}}}";

/* @changes: parted by newlines; "-NAME" cuts the wire into that node, of the example with pictures, or of a network for the table. */
typedef struct
{
  const char *name;
  int labels; /* of a table; -1 for pictures */
  const char *changes;
} Case;

static const Case cases[] = {
  { "size/first", CLASSES, "model.l1.in_size=3" },
  { "size/last", CLASSES, "model.l2.in_size=7" },
  { "size/one-output", CLASSES, "model.l2.out_size=1" },
  { "size/too-few", FROM_ONE, "model.l2.out_size=2" },
  { "size/channels", -1, "model.conv1.in_channels=3" },
  { "size/kernel", -1, "model.conv1.ksize=40" },
  { "size/pool", -1, "model.pool1.ksize=60" },
  { "size/two-outputs-for-values", VALUES, "model.l2.out_size=2\nloss=mean_squared_error\naccuracy=None" },
  { "loss/sigmoid-of-classes", -1, "loss=sigmoid_cross_entropy" },
  { "loss/squares-of-classes", -1, "loss=mean_squared_error" },
  { "loss/softmax-of-values", VALUES, "" },
  { "loss/sigmoid-of-values", VALUES, "loss=sigmoid_cross_entropy\nmodel.l2.out_size=1" },
  { "loss/squares-of-one", CLASSES, "loss=mean_squared_error\nmodel.l2.out_size=1" },
  { "loss/signs", SIGNS, "loss=sigmoid_cross_entropy\nmodel.l2.out_size=1" },
  { "loss/hinge", CLASSES, "loss=hinge\nmodel.l2.out_size=1" },
  { "batch/too-large", CLASSES, "data.iterator.batch_size=100" },
  { "wire/first", CLASSES, "-l1" },
  { "wire/middle", CLASSES, "-relu1" },
  { "wire/last", CLASSES, "-l2" },
  { "wire/pool", -1, "-pool1" },
  { "wire/last-of-pictures", -1, "-l1" },
  { "type/pool", -1, "model.pool1=max_pooling_1d(ksize=2)" },
  { "type/convolution", -1, "model.conv1=Convolution1D(out_channels=4, ksize=3)" },
};

/* The wire into that node. */
static void
cut (RensaDocument *document, const char *name)
{
  const RensaModel *model = rensa_network_get_model (rensa_document_get_network (document));
  const int target = rensa_model_find_node (model, name);
  int wire = 0;

  while (rensa_model_get_wire (model, (guint) wire - model->first_wire)->target != target)
    wire++;
  g_assert_true (rensa_document_disconnect (document, wire, NULL));
}

static RensaDocument *
make_document (const Case *it, const char *folder)
{
  g_autoptr (GString) text = g_string_new (it->labels < 0 ? convnet : "");
  g_autoptr (RensaDocument) document = NULL;
  g_auto (GStrv) changes = g_strsplit (it->changes, "\n", -1);
  g_autoptr (GError) error = NULL;

  g_string_replace (text, "'", "\"", 0);
  document = document_of (it->labels < 0 ? text->str : test_document);
  if (it->labels >= 0)
    {
      g_autofree char *data = g_strdup_printf ("data.dataset=csv(path='%s/%s.csv')", folder, label_names[it->labels]);

      write_table (folder, (Labels) it->labels);
      g_assert_true (rensa_document_set (document, data, &error));
    }
  for (guint i = 0; changes[i] != NULL; i++)
    if (changes[i][0] == '-')
      cut (document, changes[i] + 1);
    else if (changes[i][0] != '\0')
      g_assert_true (rensa_document_set (document, changes[i], &error));
  g_assert_no_error (error);
  return g_steal_pointer (&document);
}

static const char log_report[] = "[{\"type\": \"LogReport\", \"attrs\": {\"trigger\": {\"type\": \"IntervalTrigger\", "
                                 "\"attrs\": {\"period\": 10, \"unit\": \"iteration\"}}}}]";

/* The loss stays a number that is not negative, and falls. */
static void
train (RensaDocument *document, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;
  g_autofree char *text = NULL;
  g_autoptr (RensaJson) log = NULL;
  double first, last;
  gsize n;

  rensa_document_set (document, "stop=IntervalTrigger(period=60, unit='iteration')", &error);
  json_object_object_add (rensa_document_change (document), "extensions", json_tokener_parse (log_report));
  builder = rensa_builder_new (document, NULL, &error);
  trainer = builder != NULL ? rensa_builder_make_trainer (builder, folder, &error) : NULL;
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_run (trainer, &error);
  g_assert_no_error (error);
  text = test_file_read (folder, "log");
  log = json_tokener_parse (text);
  n = json_object_array_length (log);
  first = json_object_get_double (json_object_object_get (json_object_array_get_idx (log, 0), "main/loss"));
  last = json_object_get_double (json_object_object_get (json_object_array_get_idx (log, n - 1), "main/loss"));
  g_test_message ("loss %g, then %g", first, last);
  g_assert_true (isfinite (last));
  g_assert_cmpfloat (last, >=, 0);
  g_assert_cmpfloat (last, <, first);
}

/* One card for one cause; its button is pressed, and so are those of what is wrong afterwards. */
static void
test_case (gconstpointer data)
{
  const Case *it = data;
  g_autofree char *folder = test_folder_new ();
  g_autoptr (RensaDocument) document = make_document (it, folder);
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
      const guint n = rensa_analysis_get_n_problems (analysis);
      const RensaProblem *problem = n > 0 ? rensa_analysis_get_problem (analysis, 0) : NULL;
      g_autoptr (GError) error = NULL;

      for (guint j = 0; j < n; j++)
        g_test_message ("%s: %s [%s]", it->name, rensa_analysis_get_problem (analysis, j)->sentence,
                        rensa_analysis_get_problem (analysis, j)->repair);
      if (problem == NULL)
        break;
      g_assert_cmpuint (n, ==, 1);
      g_assert_nonnull (problem->repair);
      g_assert_false (g_str_has_prefix (problem->repair, "Remove"));
      g_assert_true (rensa_problem_repair (problem, document, &error));
    }
  train (document, folder);
  test_folder_remove (folder);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/project/advice/broken/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
