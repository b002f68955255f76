/* fault-table.c: mistakes in a model and in a training step and some edits that are refused, and what is said of each, in the language of the environment.
 * SPDX-License-Identifier: MIT */

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "rensa-analysis.h"
#include "rensa-data-cache.h"
#include "rensa-edit.h"
#include "rensa-init.h"

/* ' stands for ". */
static const char right[] =
    "{'format': 1, 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 60, 'n_test': 20}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
    " 'model': {'nodes': [{'name': 'x', 'type': 'Input'},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 4}}, {'name': 'relu1', 'type': 'relu'},"
    " {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
    " 'edges': [{'from': 'x', 'to': 'l1'}, {'from': 'l1', 'to': 'relu1'}, {'from': 'relu1', 'to': 'l2'}],"
    " 'outputs': ['l2']}, 'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'},"
    " 'optimizer': {'type': 'Adam'}}";

/* One network makes points out of noise, another one tells them from those of the data. */
static const char step[] =
    "{'format': 2, 'data': {'dataset': {'type': 'moons', 'attrs': {'n': 60, 'n_test': 20}},"
    " 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 10}}},"
    " 'models': {'gen': {'nodes': [{'name': 'z', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 2}}],"
    " 'edges': [{'from': 'z', 'to': 'l1'}]}, 'dis': {'nodes': [{'name': 'x', 'type': 'Input'},"
    " {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 1}}], 'edges': [{'from': 'x', 'to': 'l1'}]}},"
    " 'step': {'nodes': [{'name': 'x', 'type': 'Field'}, {'name': 'noise', 'type': 'noise', 'attrs': {'shape': 3}},"
    " {'name': 'made', 'type': 'Model', 'attrs': {'model': 'gen'}}, {'name': 'y', 'type': 'Model', 'attrs': {'model': 'dis'}},"
    " {'name': 'y_made', 'type': 'Model', 'attrs': {'model': 'dis'}}, {'name': 'real', 'type': 'average'},"
    " {'name': 'fake', 'type': 'average'}, {'name': 'unmasked', 'type': 'op_sub'}, {'name': 'fooled', 'type': 'op_neg'}],"
    " 'edges': [{'from': 'noise', 'to': 'made'}, {'from': 'x', 'to': 'y'}, {'from': 'made', 'to': 'y_made'},"
    " {'from': 'y', 'to': 'real'}, {'from': 'y_made', 'to': 'fake'}, {'from': 'fake', 'to': 'unmasked'},"
    " {'from': 'real', 'to': 'unmasked'}, {'from': 'fake', 'to': 'fooled'}]},"
    " 'losses': [{'node': 'unmasked', 'models': 'dis'}, {'node': 'fooled', 'models': 'gen'}]}";

/* What is wrong when @find becomes @replacement. */
typedef struct
{
  const char *title;
  const char *find;
  const char *replacement;
} Mistake;

static const Mistake mistakes[] = {
  { "a size that does not fit", "{'out_size': 2}", "{'in_size': 7, 'out_size': 2}" },
  { "an array of too few axes", "'relu'", "'max_pooling_2d', 'attrs': {'ksize': 2}" },
  { "an axis that is no multiple", "'relu'", "'maxout', 'attrs': {'pool_size': 3}" },
  { "a shape of other size", "'relu'", "'reshape', 'attrs': {'shape': [3, 3]}" },
  { "a size that is missing", "{'out_size': 4}", "{}" },
  { "an attribute that there is not", "{'out_size': 4}", "{'out_sise': 4}" },
  { "a value of the wrong kind", "{'out_size': 4}", "{'out_size': 4, 'nobias': 3}" },
  { "a link that there is not", "'Linear'", "'Liner'" },
  { "a function that cannot be repeated", "'relu'}", "'relu', 'repeat': 2}" },
  { "an open input", "{'from': 'l1', 'to': 'relu1'},", "" },
  { "a second wire", "'to': 'l2'}", "'to': 'l2'}, {'from': 'x', 'to': 'l2'}" },
  { "a wire to nowhere", "'to': 'l2'}", "'to': 'l2'}, {'from': 'x', 'to': 'l9'}" },
  { "a cycle", "{'from': 'x', 'to': 'l1'}", "{'from': 'relu1', 'to': 'l1'}" },
  { "a node without a use", "['l2']", "['relu1']" },
  { "too few values for the classes", "{'out_size': 2}", "{'out_size': 1}" },
  { "a loss for other labels", "softmax_cross_entropy", "mean_squared_error" },
  { "a number for each example", "'softmax_cross_entropy'", "'softmax_cross_entropy', 'attrs': {'reduce': 'no'}" },
  { "no loss", "'loss'", "'los'" },
  { "one Input too many", "{'name': 'x', 'type': 'Input'}",
    "{'name': 'x', 'type': 'Input'}, {'name': 'y', 'type': 'Input'}" },
  { "a batch larger than the data", "'batch_size': 10", "'batch_size': 61" },
};

static const Mistake step_mistakes[] = {
  { "a loss that no model learns from", "{'from': 'fake', 'to': 'fooled'}", "{'from': 'real', 'to': 'fooled'}" },
  { "a model that learns from two losses", "'models': 'gen'}", "'models': 'gen, dis'}" },
  { "a loss whose node is gone", "'node': 'fooled'", "'node': 'wombat'" },
  { "a loss of many numbers", "{'from': 'fake', 'to': 'fooled'}", "{'from': 'y_made', 'to': 'fooled'}" },
  { "a value that the data lack", "'type': 'Field'", "'type': 'Field', 'attrs': {'index': 2}" },
  { "a cycle in a step", "{'from': 'noise', 'to': 'made'}", "{'from': 'y_made', 'to': 'made'}" },
  { "a node that no loss depends on", "'op_neg'}]",
    "'op_neg'}, {'name': 'n', 'type': 'noise', 'attrs': {'shape': 1}}]" },
  { "a model that nothing calls", "'models': {'gen'",
    "'models': {'idle': {'nodes': [{'name': 'x', 'type': 'Input'}], 'edges': []}, 'gen'" },
};

static RensaDocument *
make_document (const char *base, const char *find, const char *replacement)
{
  g_autoptr (GString) text = g_string_new (base);

  g_string_replace (text, find, replacement, 1);
  g_string_replace (text, "'", "\"", 0);
  return rensa_document_parse (text->str, (gssize) text->len, "table.rensa", NULL);
}

static void
print_refused (const char *title, const GError *error)
{
  g_print ("%s\t%s\t–\n", title, error->message);
}

/* What none of these edits can do to the right document. */
static void
print_edits (void)
{
  g_autoptr (RensaDocument) document = make_document (right, "", "");
  const char *const input[] = { "x", "l1", NULL };
  GError *errors[6] = { NULL };

  rensa_document_connect (document, "", "l2", "l1", &errors[0]);
  print_refused ("drawing a wire that closes a cycle", errors[0]);
  rensa_document_connect (document, "", "x", "relu1:z", &errors[1]);
  print_refused ("drawing a wire to an input that there is not", errors[1]);
  rensa_document_rename_node (document, "", "l1", "relu1", &errors[2]);
  print_refused ("taking a name twice", errors[2]);
  g_free (rensa_document_group_nodes (document, "", input, &errors[3]));
  print_refused ("grouping an Input", errors[3]);
  rensa_document_set (document, "sed=3", &errors[4]);
  print_refused ("setting a field that there is not", errors[4]);
  g_clear_pointer (&document, rensa_document_unref);
  document = rensa_document_parse ("{\"format\" 1}", -1, "table.rensa", &errors[5]);
  print_refused ("opening a file with a colon missing", errors[5]);
  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    g_error_free (errors[i]);
}

static void
print_mistakes (const char *base, const Mistake *list, guint n, RensaDataCache *cache)
{
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (RensaDocument) document = make_document (base, list[i].find, list[i].replacement);
      g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);
      const RensaProblem *problem = rensa_analysis_get_problem (analysis, 0);

      g_print ("%s\t%s\t%s\n", list[i].title, problem->sentence, problem->repair != NULL ? problem->repair : "–");
    }
}

/* Usage: fault-table LOCALE_FOLDER: a line for each mistake, its parts with tabs between them. */
int
main (int argc, char **argv)
{
  g_autoptr (RensaDataCache) cache = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain ("rensa", argv[1]);
  bind_textdomain_codeset ("rensa", "UTF-8");
  rensa_init ();
  cache = rensa_data_cache_new (NULL);
  print_mistakes (right, mistakes, G_N_ELEMENTS (mistakes), cache);
  print_mistakes (step, step_mistakes, G_N_ELEMENTS (step_mistakes), cache);
  print_edits ();
  return 0;
}
