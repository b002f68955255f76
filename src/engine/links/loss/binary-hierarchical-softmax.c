/* binary-hierarchical-softmax.c: words as the leaves of a binary tree with learned branch
 * probabilities.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "binary-hierarchical-softmax.py.inc"
#include "rensa-fault.h"
#include "rensa-functions.h"
#include "rensa-links.h"
#include "rensa-memory.h"
#include "rensa-primitives.h"

#define MAX_DEPTH 1024
#define MAX_WORDS 16777216

/* Label of ignored examples, as with other label losses. */
#define IGNORED -1

typedef struct
{
  gint64 in_size;
  char *tree;
} BinaryHierarchicalSoftmax;

/* For each word, the nodes on its path from the root and the branches taken: 1 for the first, -1
 * for the second; both of shape (V, longest), padded with -1 and 0. */
typedef struct
{
  RensaArray *nodes;
  RensaArray *branches;
} Ways;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (BinaryHierarchicalSoftmax, in_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE,
                  .title = N_ ("Inputs"), .hint = N_ ("Values per example")),
  RENSA_ATTR_STRING (BinaryHierarchicalSoftmax, tree, .required = TRUE, .initial_text = "(0, 1)", .title = N_ ("Tree"),
                     .hint = N_ ("Nested pairs of words, such as ((0, 1), 2)")),
};

/* Parser of a tree. @path and @branches: path to the current position; @steps: for each step of
 * each word, the word, the position in its path, the node and the branch. */
typedef struct
{
  const char *at;
  int depth;
  gint64 n_nodes;
  gint64 path[MAX_DEPTH];
  int branches[MAX_DEPTH];
  GArray *steps;
  GHashTable *words;
  gint64 n_words;
  int longest;
} Reader;

typedef struct
{
  gint64 word;
  int place;
  gint64 node;
  int branch;
} Step;

static void
skip_spaces (Reader *reader)
{
  while (g_ascii_isspace (*reader->at))
    reader->at++;
}

static gboolean
read_sign (Reader *reader, char sign)
{
  skip_spaces (reader);
  if (*reader->at != sign)
    return FALSE;
  reader->at++;
  skip_spaces (reader);
  return TRUE;
}

/* A word may occur only once. */
static gboolean
read_word (Reader *reader)
{
  char *end = NULL;
  const gint64 word = g_ascii_isdigit (*reader->at) ? g_ascii_strtoll (reader->at, &end, 10) : -1;

  if (word < 0 || word >= MAX_WORDS || !g_hash_table_add (reader->words, GINT_TO_POINTER ((int) word)))
    return FALSE;

  reader->at = end;
  reader->n_words = MAX (reader->n_words, word + 1);
  reader->longest = MAX (reader->longest, reader->depth);
  for (int i = 0; i < reader->depth; i++)
    {
      const Step step = { word, i, reader->path[i], reader->branches[i] };

      g_array_append_val (reader->steps, step);
    }
  return TRUE;
}

/* Numbers nodes in preorder. */
static gboolean
read_node (Reader *reader)
{
  const int depth = reader->depth;

  if (!read_sign (reader, '('))
    return read_word (reader);
  if (depth == MAX_DEPTH)
    return FALSE;

  reader->path[depth] = reader->n_nodes++;
  reader->branches[depth] = 1;
  reader->depth++;
  if (!read_node (reader) || !read_sign (reader, ','))
    return FALSE;
  reader->branches[depth] = -1;
  if (!read_node (reader) || !read_sign (reader, ')'))
    return FALSE;
  reader->depth--;
  return TRUE;
}

static void
reader_clear (Reader *reader)
{
  g_array_unref (reader->steps);
  g_hash_table_unref (reader->words);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* The root must be a pair. */
static gboolean
read_tree (Reader *reader, const char *tree, GError **error)
{
  reader->at = tree;
  reader->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  reader->words = g_hash_table_new (NULL, NULL);
  skip_spaces (reader);
  if (*reader->at == '(' && read_node (reader) && *reader->at == '\0')
    return TRUE;

  rensa_set_words (
      error, RENSA_ERROR_INVALID,
      N_ ("tree must consist of nested pairs of words, such as ((0, 1), 2), with each word once, but is “%s”"), tree);
  return FALSE;
}

static gboolean
get_shape (gconstpointer values, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  const BinaryHierarchicalSoftmax *self = values;
  gint64 n_nodes = 0;

  for (const char *c = self->tree; *c != '\0'; c++)
    n_nodes += *c == '(';
  *shape = RENSA_SHAPE (n_nodes, self->in_size);
  return TRUE;
}

static const RensaParamSpec params[] = { { "W", .get_shape = get_shape, .first = "Uniform(scale=1.0)" } };

/* Computed by hand: with zero inputs, both branches of a node are equally likely, so each node on
 * the path costs ln 2. */
static const RensaSample samples[] = {
  { "in_size=2, tree='((0, 1), 2)'", "[[0, 0], [0, 0]]; [0, 2]", "2.07944154167983593" },
  { "in_size=1, tree='(1, (3, 0))'", "[[0], [0], [0]]; [1, 3, 2]", "2.07944154167983593" },
};

static void
clear_state (RensaLink *link)
{
  Ways *ways = rensa_link_get_state (link);

  g_clear_pointer (&ways->nodes, rensa_array_unref);
  g_clear_pointer (&ways->branches, rensa_array_unref);
}

static gboolean
copy_state (RensaLink *link, RensaLink *copy, GError **error)
{
  const Ways *ways = rensa_link_get_state (link);
  Ways *copied = rensa_link_get_state (copy);

  copied->nodes = rensa_array_ref (ways->nodes);
  copied->branches = rensa_array_ref (ways->branches);
  return TRUE;
}

static gboolean
setup (RensaLink *link, GError **error)
{
  const BinaryHierarchicalSoftmax *self = rensa_link_get_values (link);
  Ways *ways = rensa_link_get_state (link);
  g_auto (Reader) reader = { 0 };
  g_autofree gint64 *nodes = NULL;
  g_autofree gint64 *branches = NULL;
  RensaShape shape;

  if (!read_tree (&reader, self->tree, error))
    return FALSE;

  shape = RENSA_SHAPE (reader.n_words, reader.longest);
  nodes = rensa_memory_try_new (gint64, (guint64) (reader.n_words * reader.longest), "tree", error);
  branches = rensa_memory_try_new (gint64, (guint64) (reader.n_words * reader.longest), "tree", error);
  if (nodes == NULL || branches == NULL)
    return FALSE;
  for (gint64 i = 0; i < reader.n_words * reader.longest; i++)
    {
      nodes[i] = -1;
      branches[i] = 0;
    }
  for (guint i = 0; i < reader.steps->len; i++)
    {
      const Step *step = &g_array_index (reader.steps, Step, i);

      nodes[step->word * reader.longest + step->place] = step->node;
      branches[step->word * reader.longest + step->place] = step->branch;
    }
  ways->nodes = rensa_array_new_from_host (RENSA_INT64, &shape, nodes, error);
  ways->branches = ways->nodes != NULL ? rensa_array_new_from_host (RENSA_INT64, &shape, branches, error) : NULL;
  return ways->branches != NULL;
}

/* Looks up the rows of @table for the labels @t, as @dtype, zeros for ignored ones; on the current device. */
static RensaArray *
look_up (RensaArray *table, RensaVariable *t, RensaDtype dtype, GError **error)
{
  RensaArray *labels = rensa_variable_get_array (t);
  g_autoptr (RensaArray) placed = rensa_array_to_device (table, rensa_device_get_current (), error);
  g_autoptr (RensaArray) rows = placed != NULL ? rensa_take_rows (placed, labels, IGNORED, FALSE, error) : NULL;

  return rows != NULL ? rensa_array_cast (rows, dtype, error) : NULL;
}

/* x·w for each node on the path, of shape (N, longest). */
static RensaVariable *
score (RensaVariable *x, RensaVariable *W, RensaVariable *nodes, GError **error)
{
  const RensaShape shape = rensa_variable_get_type (nodes).shape;
  const RensaShape column = RENSA_SHAPE (shape.dims[0], rensa_variable_get_type (W).shape.dims[1], 1);
  g_autoptr (RensaVariable) columns = rensa_reshape (x, &column, error);
  g_autoptr (RensaVariable) rows = rensa_embed_id (nodes, W, -1, error);
  g_autoptr (RensaVariable) products = rensa_matmul (rows, columns, FALSE, FALSE, error);

  return rensa_reshape (products, &shape, error);
}

/* Sum of softplus (-b x·w), excluding padding steps after the end of a path. */
static RensaVariable *
add_up (RensaVariable *scores, RensaVariable *branches, GError **error)
{
  g_autoptr (RensaVariable) counts = rensa_multiply (branches, branches, error);
  g_autoptr (RensaVariable) right = rensa_multiply (scores, branches, error);
  g_autoptr (RensaVariable) wrong = rensa_negate (right, error);
  g_autoptr (RensaVariable) terms = rensa_softplus (wrong, 1, error);
  g_autoptr (RensaVariable) counted = rensa_multiply (terms, counts, error);

  return rensa_sum (counted, NULL, FALSE, error);
}

static gboolean
check_inputs (RensaLink *link, RensaVariable *x, RensaVariable *t, GError **error)
{
  const BinaryHierarchicalSoftmax *self = rensa_link_get_values (link);
  const RensaType type = rensa_variable_get_type (x);
  const RensaType labels = rensa_variable_get_type (t);
  g_autofree char *x_found = NULL;
  g_autofree char *t_found = NULL;

  if (type.shape.ndim == 2 && type.shape.dims[1] == self->in_size && labels.shape.ndim == 1
      && labels.shape.dims[0] == type.shape.dims[0])
    return TRUE;

  x_found = rensa_shape_to_string (&type.shape);
  t_found = rensa_shape_to_string (&labels.shape);
  rensa_set_words (error, RENSA_ERROR_TYPE_CHECK,
                   N_ ("%s expects x of shape (n, %lld) and t of shape (n,), but their shapes are %s and %s"),
                   "BinaryHierarchicalSoftmax", (long long) self->in_size, x_found, t_found);
  return FALSE;
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const Ways *ways = rensa_link_get_state (link);

  if (!check_inputs (link, inputs[0], inputs[1], error))
    return -1;

  g_autoptr (RensaArray) node_array = look_up (ways->nodes, inputs[1], RENSA_INT64, error);
  g_autoptr (RensaArray) branch_array =
      look_up (ways->branches, inputs[1], rensa_variable_get_type (inputs[0]).dtype, error);
  g_autoptr (RensaVariable) nodes = node_array != NULL ? rensa_variable_new_constant (node_array) : NULL;
  g_autoptr (RensaVariable) branches = branch_array != NULL ? rensa_variable_new_constant (branch_array) : NULL;
  g_autoptr (RensaVariable) scores =
      branches != NULL ? score (inputs[0], rensa_link_get_param (link, 0), nodes, error) : NULL;

  outputs[0] = add_up (scores, branches, error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_binary_hierarchical_softmax_link_class = {
  .name = "BinaryHierarchicalSoftmax",
  .group = &rensa_loss_group,
  .title = N_ ("Binary Hierarchical Softmax"),
  .summary = N_ ("Loss of words at the leaves of a binary tree, with a learned decision at each branch"),
  .words = N_ ("Huffman tree;word vector;language model"),
  .stem = "hsm",
  .formula = "L = -Σ ln σ(bᵢ x·W[nᵢ]) over the nodes nᵢ on the way to t, bᵢ = ±1",
  .reference = "Morin and Bengio, \"Hierarchical Probabilistic Neural Network Language Model\", AISTATS 2005",
  RENSA_ATTRS (BinaryHierarchicalSoftmax, attrs),
  .inputs = RENSA_INPUTS ("x", "t:int"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .state_size = sizeof (Ways),
  .setup = setup,
  .forward = forward,
  .copy_state = copy_state,
  .clear_state = clear_state,
  RENSA_FORMS ({ "chainer", "L.BinaryHierarchicalSoftmax({in_size}, eval({tree}))" },
               { "torch", "BinaryHierarchicalSoftmax({in_size}, ast.literal_eval({tree}))" },
               { "torch_class", torch_class }, { "torch_uses", "drawn" }),
};

/**
 * rensa_binary_hierarchical_softmax_link_new:
 * @in_size: values per example
 * @tree: pairs of words or of further pairs: "((0, 1), 2)"
 *
 * A BinaryHierarchicalSoftmax: L = -Σ ln σ (b x·W[n]) over the nodes n on the path from the root of
 * @tree to the word of each example, with b = 1 for the first branch of a node and -1 for the
 * second; a scalar. Words that are not in the tree and the label -1 contribute nothing. Returns
 * Returns NULL with RENSA_ERROR_INVALID if a size is less than one or the tree cannot be parsed.
 *
 * Morin and Bengio, "Hierarchical Probabilistic Neural Network Language Model", AISTATS 2005.
 */
RENSA_API RensaLink *
rensa_binary_hierarchical_softmax_link_new (gint64 in_size, const char *tree, GError **error)
{
  const BinaryHierarchicalSoftmax self = { in_size, (char *) tree };

  return rensa_link_new_from_values (&rensa_binary_hierarchical_softmax_link_class, &self, error);
}
