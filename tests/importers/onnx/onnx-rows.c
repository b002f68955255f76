/* onnx-rows.c: tables of operators, and what models of one node answer.
 * SPDX-License-Identifier: MIT */

#include <math.h>
#include <string.h>

#include "arrays.h"
#include "onnx-graph.h"

/* Numbers in a row. */
#define MOST_NUMBERS 128
/* float32, and another order of sums */
#define TOLERANCE 1e-5

/* "f 2?, 3: 1 2 3 4 5 6" */
typedef struct
{
  int elem_type;
  RensaDtype dtype;
  RensaShape shape;
  gint64 dims[RENSA_MAX_NDIM]; /* those of the file: 0 for an open axis */
  double numbers[MOST_NUMBERS];
  gsize n;
} Cell;

static const struct
{
  char letter;
  int elem_type;
  RensaDtype dtype;
} types[] = {
  { 'f', ONNX__TENSOR_PROTO__DATA_TYPE__FLOAT, RENSA_FLOAT32 },
  { 'd', ONNX__TENSOR_PROTO__DATA_TYPE__DOUBLE, RENSA_FLOAT64 },
  { 'i', ONNX__TENSOR_PROTO__DATA_TYPE__INT64, RENSA_INT64 },
  { 'h', ONNX__TENSOR_PROTO__DATA_TYPE__INT32, RENSA_INT32 },
  { 'c', ONNX__TENSOR_PROTO__DATA_TYPE__INT8, RENSA_INT8 },
  { 'u', ONNX__TENSOR_PROTO__DATA_TYPE__UINT8, RENSA_UINT8 },
  { 'b', ONNX__TENSOR_PROTO__DATA_TYPE__BOOL, RENSA_BOOL },
};

static void
read_type (Cell *self, char letter)
{
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].letter == letter)
      {
        self->elem_type = types[i].elem_type;
        self->dtype = types[i].dtype;
        return;
      }
  g_error ("no type “%c”", letter);
}

static Cell
read_cell (const char *text)
{
  Cell self = { 0 };
  const char *colon = strchr (text, ':');

  g_assert_nonnull (colon);
  read_type (&self, *text++);
  for (char *end; text < colon; text = end)
    {
      const gint64 length = g_ascii_strtoll (text, &end, 10);

      if (end == text)
        break;
      self.shape.dims[self.shape.ndim] = length;
      self.dims[self.shape.ndim++] = *end == '?' ? 0 : length;
      end += strspn (end, "?, ");
    }
  for (text = colon + 1 + strspn (colon + 1, " "); *text != '\0'; text += strspn (text, " "))
    {
      char *end;

      g_assert_cmpuint (self.n, <, MOST_NUMBERS);
      self.numbers[self.n++] = g_ascii_strtod (text, &end);
      g_assert_true (end > text);
      text = end;
    }
  g_assert_cmpint (rensa_shape_count (&self.shape), ==, self.n);
  return self;
}

static void
add_constant (Graph *graph, const char *name, Cell cell)
{
  Onnx__TensorProto *array = graph_add_array (graph, name, cell.elem_type, cell.shape.dims, (gsize) cell.shape.ndim);
  g_autoptr (RensaArray) values = array_of (cell.dtype, cell.shape, cell.numbers);
  const gsize n = rensa_array_get_n_bytes (values);
  g_autofree guint8 *bytes = g_malloc (n + 1);

  g_assert_true (rensa_array_to_host (values, bytes, NULL));
  array->has_raw_data = TRUE;
  array->raw_data = (ProtobufCBinaryData){ n, graph_keep (graph, bytes, n + 1) };
}

/* "x, c0, , c2" */
static char *
add_constants (Graph *graph, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ";", *text != '\0' ? -1 : 0);
  GString *names = g_string_new ("x");

  for (guint i = 0; *text != '\0' && parts[i] != NULL; i++)
    {
      const char *part = g_strstrip (parts[i]);
      g_autofree char *name = *part != '\0' ? g_strdup_printf ("c%u", i) : g_strdup ("");

      g_string_append_printf (names, ", %s", name);
      if (*part != '\0')
        add_constant (graph, name, read_cell (part));
    }
  return g_string_free (names, FALSE);
}

/* The file of @row. */
static void
make_graph (Graph *graph, const GraphRow *row, const Cell *x, guint n_outputs)
{
  g_autofree char *inputs = NULL;
  g_autoptr (GString) outputs = g_string_new ("y0");
  Onnx__NodeProto *node;

  graph_init (graph, (const gint64[]){ -1 });
  graph->opsets[0]->version = row->opset;
  graph->inputs[0] = graph_make_info (graph, "x", x->elem_type, x->dims, (gsize) x->shape.ndim);
  graph->outputs[0] = graph_make_info (graph, "y0", GRAPH_FLOAT, NULL, 0);
  graph->graph.n_output = n_outputs;
  for (guint i = 1; i < n_outputs; i++)
    {
      g_autofree char *name = g_strdup_printf ("y%u", i);

      graph->outputs[i] = graph_make_info (graph, name, GRAPH_FLOAT, NULL, 0);
      g_string_append_printf (outputs, ", %s", name);
    }
  inputs = add_constants (graph, row->constants);
  node = graph_add_node (graph, row->type, "n", inputs, outputs->str);
  if (*row->attrs != '\0')
    graph_set_attrs (graph, node, row->attrs);
}

static void
compare (RensaArray *found, const char *text)
{
  const Cell expected = read_cell (text);
  g_autofree double *values = get_values (found);
  g_autofree char *shape = rensa_shape_to_string (rensa_array_get_shape (found));

  g_test_message ("%s has the shape %s", text, shape);
  g_assert_cmpint (rensa_array_get_dtype (found), ==, expected.dtype);
  g_assert_true (rensa_shape_equal (rensa_array_get_shape (found), &expected.shape));
  if (!rensa_shape_equal (rensa_array_get_shape (found), &expected.shape))
    return;
  for (gsize i = 0; i < expected.n; i++)
    if (isfinite (expected.numbers[i]))
      g_assert_cmpfloat_with_epsilon (values[i], expected.numbers[i], TOLERANCE * fmax (1, fabs (expected.numbers[i])));
    else
      g_assert_true (values[i] == expected.numbers[i] || (isnan (values[i]) && isnan (expected.numbers[i])));
}

static void
check_refusal (const GError *error, const char *sentence)
{
  g_assert_nonnull (error);
  if (error == NULL)
    return;
  g_assert_true (error->domain == RENSA_ERROR);
  if (strstr (error->message, sentence) == NULL)
    g_test_fail_printf ("“%s” was expected in “%s”", sentence, error->message);
}

static void
check_row (gconstpointer data)
{
  const GraphRow *row = data;
  const Cell x = read_cell (row->x);
  g_auto (GStrv) outputs = g_strsplit (row->y, ";", -1);
  const guint n = g_strv_length (outputs);
  Graph graph;
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaImported) imported = NULL;
  g_autoptr (RensaArray) input = array_of (x.dtype, x.shape, x.numbers);
  RensaArray *found[GRAPH_MOST] = { NULL };

  make_graph (&graph, row, &x, n);
  imported = graph_import (&graph, &error);
  if (imported != NULL)
    rensa_imported_ask (imported, &input, found, &error);
  if (*row->y == '!')
    check_refusal (error, outputs[0] + 1);
  else
    g_assert_no_error (error);
  for (guint i = 0; i < n && error == NULL && *row->y != '!'; i++)
    compare (found[i], g_strstrip (outputs[i]));
  rensa_arrays_clear (found, GRAPH_MOST);
  graph_clear (&graph);
}

void
graph_add_rows (const char *path, const GraphRow *rows, guint n)
{
  g_test_set_nonfatal_assertions ();
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/%s/%u", path, rows[i].type, i);

      g_test_add_data_func (name, &rows[i], check_row);
    }
}
