/* verdict-fixture.c: generated runs with known causes.
 * SPDX-License-Identifier: MIT */

#include "verdict-fixture.h"

#include <math.h>
#include <string.h>

#include "arrays.h"
#include "folder.h"
#include "rensa-npz.h"

double
draw_normal (GRand *random)
{
  const double u = g_rand_double_range (random, 1e-12, 1);

  return sqrt (-2 * log (u)) * cos (2 * G_PI * g_rand_double (random));
}

double *
examples_get_row (Examples *self, int i)
{
  return self->x + i * self->n_columns;
}

void
examples_fill_noise (Examples *self, GRand *random)
{
  for (int i = 0; i < self->n * self->n_columns; i++)
    self->x[i] = draw_normal (random);
}

/* Files */

static gboolean
save_examples (gpointer data, RensaSerializer *serializer, GError **error)
{
  RensaArray **arrays = data;

  return rensa_serializer_array (serializer, "x", &arrays[0], error)
         && rensa_serializer_array (serializer, "t", &arrays[1], error);
}

static void
write_examples (const Kind *kind, guint32 data_seed, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "examples.npz", NULL);
  GRand *random = g_rand_new_with_seed (data_seed);
  Examples examples = { kind->n, kind->n_columns, g_new0 (double, kind->n *MOST_COLUMNS), g_new0 (double, kind->n) };
  RensaArray *arrays[2];

  kind->fill (&examples, random);
  arrays[0] = array_of (RENSA_FLOAT32, RENSA_SHAPE (kind->n, kind->n_columns), examples.x);
  arrays[1] = kind->n_out > 1 ? array_of (RENSA_INT32, RENSA_SHAPE (kind->n), examples.t)
                              : array_of (RENSA_FLOAT32, RENSA_SHAPE (kind->n, 1), examples.t);
  g_assert_true (rensa_save_npz (path, save_examples, arrays, FALSE, NULL));
  rensa_array_unref (arrays[0]);
  rensa_array_unref (arrays[1]);
  g_free (examples.x);
  g_free (examples.t);
  g_rand_free (random);
}

/* The nodes of @types in a row behind @last, which becomes the name of the last one. */
static void
add_row (GString *nodes, GString *wires, const char *types, char **last)
{
  g_auto (GStrv) names = g_strsplit (types, " ", -1);

  for (int i = 0; names[i] != NULL; i++)
    {
      char *name = g_strconcat (names[i], "0", NULL);

      g_string_append_printf (nodes, " {\"name\": \"%s\", \"type\": \"%s\"},", name, names[i]);
      g_string_append_printf (wires, " {\"from\": \"%s\", \"to\": \"%s\"},", *last, name);
      g_free (*last);
      *last = name;
    }
}

static void
add_layer (GString *nodes, GString *wires, const char *name, int size, char **last)
{
  g_string_append_printf (nodes, " {\"name\": \"%s\", \"type\": \"Linear\", \"attrs\": {\"out_size\": %d}},", name,
                          size);
  g_string_append_printf (wires, " {\"from\": \"%s\", \"to\": \"%s\"},", *last, name);
  g_free (*last);
  *last = g_strdup (name);
}

RensaDocument *
make_document (const Kind *kind, int seed, const char *folder)
{
  g_autofree char *place = g_build_filename (folder, "run.rensa", NULL);
  g_autoptr (GString) nodes = g_string_new ("{\"name\": \"x\", \"type\": \"Input\"},");
  g_autoptr (GString) wires = g_string_new (NULL);
  g_autofree char *last = g_strdup ("x");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  RensaDocument *document;

  if (kind->before != NULL)
    add_row (nodes, wires, kind->before, &last);
  add_layer (nodes, wires, "l1", kind->n_hidden > 0 ? kind->n_hidden : 12, &last);
  add_row (nodes, wires, kind->middle != NULL ? kind->middle : "tanh", &last);
  add_layer (nodes, wires, "l2", kind->n_out, &last);
  text =
      g_strdup_printf ("{\"format\": 1, \"name\": \"Run\", \"seed\": %d,"
                       " \"data\": {\"dataset\": {\"type\": \"npz\", \"attrs\": {\"path\": \"examples.npz\"}},"
                       " \"iterator\": {\"type\": \"SerialIterator\", \"attrs\": {\"batch_size\": 20}}},"
                       " \"model\": {\"nodes\": [%.*s], \"edges\": [%.*s]}, \"loss\": \"%s\", \"optimizer\": %s,"
                       " \"stop\": {\"type\": \"IntervalTrigger\", \"attrs\": {\"period\": %d, \"unit\": \"epoch\"}},"
                       " \"extensions\": [\"Evaluator\", \"LogReport\"]}",
                       seed, (int) nodes->len - 1, nodes->str, (int) wires->len - 1, wires->str,
                       kind->n_out > 1 ? "softmax_cross_entropy" : "mean_squared_error", kind->optimizer, kind->epochs);
  document = rensa_document_parse (text, -1, place, &error);
  g_assert_no_error (error);
  return document;
}

RensaVerdict *
train_kind (const Kind *kind, guint32 data_seed, int seed)
{
  char *folder = test_folder_new ();
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autoptr (RensaDocument) document = NULL;
  g_autoptr (RensaBuilder) builder = NULL;
  g_autoptr (RensaTrainer) trainer = NULL;
  g_autoptr (GError) error = NULL;
  RensaVerdict *verdict;

  write_examples (kind, data_seed, folder);
  document = make_document (kind, seed, folder);
  builder = rensa_builder_new (document, folder, &error);
  g_assert_no_error (error);
  trainer = rensa_builder_make_trainer (builder, out, &error);
  g_assert_no_error (error);
  rensa_trainer_set_output (trainer, NULL);
  rensa_trainer_run (trainer, &error);
  verdict = rensa_builder_judge (builder, trainer, error != NULL, NULL);
  test_folder_free (folder);
  return verdict;
}

void
assert_named (const Kind *kinds, gsize n_kinds, guint32 data_seed, int n_runs, int least)
{
  int n = 0;
  int n_named = 0;
  int n_ill = 0;

  for (gsize i = 0; i < n_kinds; i++)
    for (int seed = 0; seed < kinds[i].n_runs; seed++, n++)
      {
        g_autoptr (RensaVerdict) verdict =
            train_kind (&kinds[i], data_seed + (guint32) (1000 * i) + (guint32) seed, seed);
        g_autofree char *words = rensa_verdict_word (verdict->record);
        const gboolean is_named =
            verdict->finding == kinds[i].finding && (kinds[i].says == NULL || strstr (words, kinds[i].says) != NULL);

        n_named += is_named;
        if (!is_named)
          g_test_message ("%s, seed %d: finding %d: %s", kinds[i].name, seed, verdict->finding, words);
        n_ill += kinds[i].finding == RENSA_FINDING_GOOD && !is_named;
      }
  g_test_message ("%d of %d named", n_named, n);
  g_assert_cmpint (n, ==, n_runs);
  g_assert_cmpint (n_ill, ==, 0);
  g_assert_cmpint (n_named, >=, least);
}
