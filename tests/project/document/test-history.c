/* test-history.c: undo and redo, and edits by chance.
 * SPDX-License-Identifier: MIT */

#include "project-fixture.h"
#include "rensa-analysis.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-history.h"
#include "wires.h"

static RensaDocument *
document_with_seed (int seed)
{
  g_autofree char *text = g_strdup_printf ("{\"format\": 1, \"seed\": %d}", seed);

  return document_of (text);
}

static void
push (RensaHistory *history, int seed, const char *merge_key)
{
  g_autofree char *label = g_strdup_printf ("Set seed to %d", seed);
  g_autoptr (RensaDocument) document = document_with_seed (seed);

  g_assert_true (rensa_history_push (history, document, label, merge_key));
}

static void
assert_seed (RensaHistory *history, int seed)
{
  g_assert_cmpint (json_object_get_int (rensa_document_get (rensa_history_get_document (history), "seed")), ==, seed);
}

static void
test_undo (void)
{
  g_autoptr (RensaDocument) first = document_with_seed (0);
  g_autoptr (RensaHistory) history = rensa_history_new (first);

  g_assert_false (rensa_history_undo (history));
  g_assert_null (rensa_history_get_undo_label (history));
  for (int i = 1; i <= 300; i++)
    push (history, i, NULL);
  for (int i = 299; i >= 0; i--)
    {
      g_assert_true (rensa_history_undo (history));
      assert_seed (history, i);
    }
  g_assert_false (rensa_history_undo (history));
  g_assert_cmpstr (rensa_history_get_redo_label (history), ==, "Set seed to 1");
  for (int i = 1; i <= 300; i++)
    g_assert_true (rensa_history_redo (history));
  assert_seed (history, 300);
  g_assert_false (rensa_history_redo (history));

  g_assert_true (rensa_history_undo (history));
  push (history, 7, NULL);
  g_assert_null (rensa_history_get_redo_label (history));
  g_assert_true (rensa_history_undo (history));
  assert_seed (history, 299);
}

static void
test_merge (void)
{
  g_autoptr (RensaDocument) first = document_with_seed (0);
  g_autoptr (RensaDocument) same = document_with_seed (0);
  g_autoptr (RensaHistory) history = rensa_history_new (first);

  g_assert_false (rensa_history_push (history, same, "Nothing", NULL));
  push (history, 1, "set:seed");
  push (history, 2, "set:seed");
  push (history, 3, "set:seed");
  push (history, 4, "other");
  g_assert_true (rensa_history_undo (history));
  assert_seed (history, 3);
  g_assert_cmpstr (rensa_history_get_undo_label (history), ==, "Set seed to 3");
  /* What was undone to is a state of its own. */
  push (history, 5, "set:seed");
  g_assert_true (rensa_history_undo (history));
  assert_seed (history, 3);
  g_assert_true (rensa_history_undo (history));
  assert_seed (history, 0);
}

static void
test_saved (void)
{
  g_autoptr (RensaDocument) first = document_with_seed (0);
  g_autoptr (RensaHistory) history = rensa_history_new (first);

  rensa_history_mark_saved (history);
  g_assert_true (rensa_history_is_saved (history));
  push (history, 1, "set:seed");
  g_assert_false (rensa_history_is_saved (history));
  rensa_history_mark_saved (history);
  push (history, 2, "set:seed");
  g_assert_false (rensa_history_is_saved (history));
  g_assert_true (rensa_history_undo (history));
  g_assert_true (rensa_history_is_saved (history));
  assert_seed (history, 1);
  g_assert_true (rensa_history_undo (history));
  push (history, 9, NULL);
  g_assert_false (rensa_history_is_saved (history));
  g_assert_true (rensa_history_undo (history));
  g_assert_false (rensa_history_is_saved (history));
}

/* Edits by chance */

static const char *
pick_node (GRand *rand, GPtrArray *nodes)
{
  return nodes->len == 0 || g_rand_int_range (rand, 0, 20) == 0
             ? "nobody"
             : ((RensaModelNode *) nodes->pdata[g_rand_int_range (rand, 0, (int) nodes->len)])->name;
}

static const char *
pick_type (GRand *rand)
{
  static const char *const types[] = {
    "Linear", "relu",  "op_add",     "concat",        "Chain",   "Sequential",
    "Input",  "Liner", "split_axis", "Convolution2D", "dropout", "BatchNormalization"
  };

  return types[g_rand_int_range (rand, 0, G_N_ELEMENTS (types))];
}

/* "" or a Chain in it, and so on. */
static char *
pick_scope (GRand *rand, RensaDocument *document)
{
  g_autofree char *scope = g_strdup ("");

  while (g_rand_boolean (rand))
    {
      g_autoptr (GPtrArray) nodes = nodes_of (document, scope);
      g_autoptr (GPtrArray) nested = g_ptr_array_new ();

      for (guint i = 0; i < nodes->len; i++)
        if (((RensaModelNode *) nodes->pdata[i])->model != NULL)
          g_ptr_array_add (nested, nodes->pdata[i]);
      if (nested->len == 0)
        break;
      g_free (scope);
      scope = g_strdup (((RensaModelNode *) nested->pdata[g_rand_int_range (rand, 0, (int) nested->len)])->path);
    }
  return g_steal_pointer (&scope);
}

static void
edit_several (GRand *rand, RensaDocument *document, const char *scope, GPtrArray *nodes)
{
  const char *const names[] = { pick_node (rand, nodes), pick_node (rand, nodes), pick_node (rand, nodes), NULL };
  g_autofree char *text = rensa_document_copy_nodes (document, scope, names, NULL);
  g_autofree char *elsewhere = pick_scope (rand, document);
  g_auto (GStrv) pasted = NULL;

  switch (g_rand_int_range (rand, 0, 3))
    {
    case 0:
      rensa_document_remove_nodes (document, scope, names, NULL);
      break;
    case 1:
      g_free (rensa_document_group_nodes (document, scope, names, NULL));
      break;
    default:
      if (text != NULL)
        pasted = rensa_document_paste_nodes (document, elsewhere, text, 20, 20, NULL);
    }
}

static void
edit_one (GRand *rand, RensaDocument *document, const char *scope, GPtrArray *nodes)
{
  const char *first = pick_node (rand, nodes);
  const char *second = pick_node (rand, nodes);
  g_autofree char *name = g_strdup_printf ("n%d", g_rand_int_range (rand, 0, 30));

  switch (g_rand_int_range (rand, 0, 11))
    {
    case 0:
    case 1:
      g_free (rensa_document_add_node (document, scope, pick_type (rand), NULL, 0, 0, NULL));
      break;
    case 2:
    case 3:
      g_free (rensa_document_insert_after (document, scope, first, pick_type (rand), 1e300, -5, NULL));
      break;
    case 4:
      rensa_document_rename_node (document, scope, first, name, NULL);
      break;
    case 5:
      rensa_document_set_repeat (document, scope, first, g_rand_int_range (rand, 0, 5), NULL);
      break;
    case 6:
    case 7:
      rensa_document_connect (document, scope, first, second, NULL);
      break;
    case 8:
      rensa_document_set_output (document, scope, first, NULL);
      break;
    case 9:
      rensa_document_ungroup_node (document, scope, first, NULL);
      break;
    default:
      rensa_document_tidy (document, scope, NULL);
    }
}

static void
edit_wire (GRand *rand, RensaDocument *document, const char *scope)
{
  const RensaModel *model = rensa_network_find_model (rensa_document_get_network (document), scope);
  const guint n = model->wires->len;
  const int wire = n > 0 ? (int) model->first_wire + g_rand_int_range (rand, 0, (int) n) : -1;

  if (g_rand_boolean (rand))
    rensa_document_disconnect (document, wire, NULL);
  else
    g_free (rensa_document_insert_into_wire (document, wire, pick_type (rand), 0, 0, NULL));
}

static void
edit_by_chance (GRand *rand, RensaDocument *document)
{
  g_autofree char *scope = pick_scope (rand, document);
  g_autoptr (GPtrArray) nodes = nodes_of (document, scope);
  const int what = g_rand_int_range (rand, 0, 10);

  if (what == 0)
    edit_wire (rand, document, scope);
  else if (what < 4)
    edit_several (rand, document, scope, nodes);
  else
    edit_one (rand, document, scope, nodes);
}

/* Whatever the edits make of it, it can be read, drawn and analysed, and undone to the last letter. */
static void
check_run (guint32 seed, RensaDataCache *cache)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (RensaDocument) first = document_of (test_document);
  g_autofree char *before = rensa_document_to_text (first);
  g_autofree char *after = NULL;
  g_autoptr (RensaHistory) history = rensa_history_new (first);

  for (int i = 0; i < 60; i++)
    {
      g_autoptr (RensaDocument) document = rensa_document_copy (rensa_history_get_document (history));
      g_autofree char *text = NULL;
      g_autofree char *text_again = NULL;
      g_autoptr (RensaDocument) again = NULL;

      edit_by_chance (rand, document);
      text = rensa_document_to_text (document);
      again = document_of (text);
      text_again = rensa_document_to_text (again);
      g_assert_cmpstr (text, ==, text_again);
      rensa_history_push (history, document, "Edit", NULL);
      if (i % 10 == 0)
        {
          g_autoptr (RensaAnalysis) analysis = rensa_analysis_new (document, cache);

          for (guint j = 0; j < rensa_analysis_get_n_problems (analysis); j++)
            g_assert_true (g_utf8_validate (rensa_analysis_get_problem (analysis, j)->sentence, -1, NULL));
        }
    }
  while (rensa_history_undo (history))
    continue;
  after = rensa_document_to_text (rensa_history_get_document (history));
  g_assert_cmpstr (before, ==, after);
}

static void
test_chance (void)
{
  g_autoptr (RensaDataCache) cache = rensa_data_cache_new (NULL);

  for (guint32 seed = 0; seed < (g_test_slow () ? 500 : 40); seed++)
    check_run (seed, cache);
}

int
main (int argc, char **argv)
{
  project_tests_init (&argc, &argv);
  g_test_add_func ("/project/document/history/undo", test_undo);
  g_test_add_func ("/project/document/history/merge", test_merge);
  g_test_add_func ("/project/document/history/saved", test_saved);
  g_test_add_func ("/project/document/history/chance", test_chance);
  return g_test_run ();
}
