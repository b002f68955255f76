/* prove-random-models.c: models of a registry's components, exported and proved.
 * SPDX-License-Identifier: MIT */

#include <locale.h>

#include "random-models.h"
#include "rensa-init.h"

static int n_models = 200;
static int seed = 0;
static gboolean writes;

static const GOptionEntry entries[] = {
  { "models", 'n', 0, G_OPTION_ARG_INT, &n_models, "How many models are proved (200)", "N" },
  { "seed", 0, 0, G_OPTION_ARG_INT, &seed, "The first model (0); each has the number that follows", "SEED" },
  { "write", 0, 0, G_OPTION_ARG_NONE, &writes, "Write the document of the first model alone", NULL },
  { NULL },
};

/* The models of one run. @sentences: how many were refused by each */
typedef struct
{
  int n_proved;
  int n_refused;
  int n_failed;
  GHashTable *sentences;
} Tally;

static void
count_refusal (Tally *tally, char *sentence)
{
  const int n = GPOINTER_TO_INT (g_hash_table_lookup (tally->sentences, sentence));

  tally->n_refused++;
  g_hash_table_insert (tally->sentences, sentence, GINT_TO_POINTER (n + 1));
}

/* What is refused is no model: another one is drawn in its place. */
static void
prove_models (const RensaExporter *exporter, Tally *tally)
{
  for (guint i = (guint) seed; tally->n_proved + tally->n_failed < n_models; i++)
    {
      char *sentence;
      const ModelOutcome outcome = prove_random_model (exporter, i, &sentence);

      if (outcome == MODEL_REFUSED)
        {
          count_refusal (tally, sentence);
          continue;
        }
      if (outcome == MODEL_FAILED)
        {
          tally->n_failed++;
          g_print ("%u failed: %s\n", i, sentence);
        }
      else
        tally->n_proved++;
      g_free (sentence);
    }
}

static void
print_tally (const Tally *tally)
{
  g_autoptr (GList) sentences = g_list_sort (g_hash_table_get_keys (tally->sentences), (GCompareFunc) g_strcmp0);

  for (GList *i = sentences; i != NULL; i = i->next)
    g_print ("%d refused: %s\n", GPOINTER_TO_INT (g_hash_table_lookup (tally->sentences, i->data)),
             (const char *) i->data);
  g_print ("%d proved, %d refused, %d failed\n", tally->n_proved, tally->n_refused, tally->n_failed);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) options = g_option_context_new ("TARGET");
  g_autoptr (GError) error = NULL;
  const RensaExporter *exporter;
  Tally tally = { 0 };

  setlocale (LC_ALL, "");
  rensa_init ();
  g_option_context_set_summary (
      options, "Exports random models to TARGET, c or onnx, and proves them. CC names the compiler, PYTHON a\n"
               "Python with onnxruntime.");
  g_option_context_add_main_entries (options, entries, NULL);
  exporter = g_option_context_parse (options, &argc, &argv, &error) && argc == 2 ? rensa_exporter_find (argv[1], &error)
                                                                                 : NULL;
  if (exporter == NULL || exporter->prove == NULL)
    {
      g_printerr ("prove-random-models: %s\n", error != NULL ? error->message : "one target is expected, c or onnx");
      return 2;
    }
  if (writes)
    {
      g_autoptr (RensaDocument) document = make_random_document ((guint) seed);
      g_autofree char *text = rensa_document_to_text (document);

      g_print ("%s", text);
      return 0;
    }
  tally.sentences = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  prove_models (exporter, &tally);
  print_tally (&tally);
  g_hash_table_unref (tally.sentences);
  return tally.n_failed > 0;
}
