/* rensa-onnx-run.c: evaluation of a form to nodes.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-run-private.h"

#include <string.h>

#include "rensa-fault.h"
#include "rensa-language.h"

static void
item_free (gpointer data)
{
  RensaOnnxItem *item = data;

  g_clear_pointer (&item->numbers, g_array_unref);
  g_clear_pointer (&item->values, g_ptr_array_unref);
  g_free (item->text);
  g_free (item);
}

RensaOnnxRun *
rensa_onnx_run_new (RensaOnnxGraph *graph, const char *place, const RensaComponent *component, gconstpointer attrs,
                    RensaDtype dtype)
{
  RensaOnnxRun *run = g_new0 (RensaOnnxRun, 1);

  run->graph = graph;
  run->place = place;
  run->component = component;
  run->attrs = attrs;
  run->dtype = dtype;
  run->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  run->items = g_ptr_array_new_with_free_func (item_free);
  rensa_onnx_run_bind (run, "none", NULL, 0, FALSE);
  return run;
}

void
rensa_onnx_run_free (RensaOnnxRun *run)
{
  g_hash_table_unref (run->names);
  g_ptr_array_unref (run->items);
  g_free (run);
}

void
rensa_onnx_run_bind (RensaOnnxRun *run, const char *name, RensaOnnxValue *const *values, guint n, gboolean is_list)
{
  RensaOnnxItem *item;

  if (is_list)
    {
      item = rensa_onnx_item_new (run, RENSA_ONNX_VALUES, TRUE);
      for (guint i = 0; i < n; i++)
        g_ptr_array_add (item->values, values[i]);
    }
  else
    item = rensa_onnx_item_new_value (run, n > 0 ? values[0] : NULL);
  g_hash_table_replace (run->names, g_strdup (name), item);
}

void
rensa_onnx_run_bind_numbers (RensaOnnxRun *run, const char *name, const double *numbers, guint n, gboolean is_whole)
{
  RensaOnnxItem *item = rensa_onnx_item_new_list (run);

  item->is_whole = is_whole;
  for (guint i = 0; i < n; i++)
    rensa_onnx_item_append (item, numbers[i]);
  g_hash_table_replace (run->names, g_strdup (name), item);
}

static RensaOnnxItem *evaluate (RensaOnnxRun *run, const RensaOnnxForm *form, GError **error);

static RensaOnnxItem *
find_name (RensaOnnxRun *run, const char *name, GError **error)
{
  RensaOnnxItem *item = g_hash_table_lookup (run->names, name);

  if (item == NULL)
    item = rensa_onnx_item_new_of_attr (run, name);
  if (item == NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the ONNX form of %s uses the unknown name “%s”"),
                     run->component->name, name);
  return item;
}

/* Operators */

/* Returns the data type of constants next to the other inputs. */
static RensaDtype
find_dtype (const RensaOnnxRun *run, const GPtrArray *args)
{
  for (guint i = 0; i < args->len; i++)
    {
      const RensaOnnxItem *item = args->pdata[i];

      for (guint k = 0; item->kind == RENSA_ONNX_VALUES && k < item->values->len; k++)
        if (((RensaOnnxValue *) item->values->pdata[k])->dtype != RENSA_BOOL)
          return ((RensaOnnxValue *) item->values->pdata[k])->dtype;
    }
  return run->dtype;
}

/* Each member of a list becomes an input. */
static gboolean
add_inputs (RensaOnnxRun *run, const GPtrArray *args, RensaOnnxOp *node, GError **error)
{
  const RensaDtype dtype = find_dtype (run, args);
  guint n = 0;

  for (guint i = 0; i < args->len; i++)
    {
      const RensaOnnxItem *item = args->pdata[i];

      if (item->kind == RENSA_ONNX_VALUES && item->is_list)
        for (guint k = 0; k < item->values->len; k++)
          g_ptr_array_add (node->inputs, item->values->pdata[k]);
      else
        g_ptr_array_add (node->inputs, rensa_onnx_item_to_value (run, item, dtype, error));
      if (item->kind != RENSA_ONNX_NONE && node->inputs->len > 0 && node->inputs->pdata[node->inputs->len - 1] == NULL)
        return FALSE;
      n = item->kind != RENSA_ONNX_NONE ? node->inputs->len : n;
    }
  g_ptr_array_set_size (node->inputs, (int) n);
  return TRUE;
}

static void
add_attr (RensaOnnxOp *node, const char *name, const RensaOnnxItem *item)
{
  const char kind = item->kind == RENSA_ONNX_TEXT ? 's' : item->is_whole ? 'i' : 'f';
  RensaOnnxAttr *attr;

  if (item->kind == RENSA_ONNX_NONE)
    return;
  attr = rensa_onnx_op_add_attr (node, name, kind, item->is_list);
  attr->text = g_strdup (item->text);
  if (item->numbers != NULL)
    g_array_append_vals (attr->numbers, item->numbers->data, item->numbers->len);
}

static RensaOnnxItem *
add_outputs (RensaOnnxRun *run, RensaOnnxOp *node, const RensaOnnxItem *n_outputs)
{
  RensaOnnxItem *list;

  if (n_outputs == NULL)
    return rensa_onnx_item_new_value (run, rensa_onnx_graph_add_output (run->graph, node));
  list = rensa_onnx_item_new (run, RENSA_ONNX_VALUES, TRUE);
  for (int i = 0; i < (int) rensa_onnx_item_get (n_outputs, 0); i++)
    g_ptr_array_add (list->values, rensa_onnx_graph_add_output (run->graph, node));
  return list;
}

/* @attrs: (element-type RensaOnnxForm): name=value; "outputs" is not an attribute, but the number
 *   of outputs, which are then a list */
static RensaOnnxItem *
call_operator (RensaOnnxRun *run, const char *op, const GPtrArray *args, const GPtrArray *attrs, GError **error)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  const RensaOnnxItem *n_outputs = NULL;
  RensaOnnxOp *node;

  for (guint i = 0; i < attrs->len; i++)
    {
      RensaOnnxItem *value = evaluate (run, ((RensaOnnxForm *) attrs->pdata[i])->children->pdata[0], error);

      if (value == NULL)
        return NULL;
      g_ptr_array_add (values, value);
    }
  node = rensa_onnx_graph_add_node (run->graph, run->place, op);
  for (guint i = 0; i < attrs->len; i++)
    if (g_str_equal (((RensaOnnxForm *) attrs->pdata[i])->text, "outputs"))
      n_outputs = values->pdata[i];
    else
      add_attr (node, ((RensaOnnxForm *) attrs->pdata[i])->text, values->pdata[i]);
  return add_inputs (run, args, node, error) ? add_outputs (run, node, n_outputs) : NULL;
}

static RensaOnnxItem *
call_plain (RensaOnnxRun *run, const char *op, RensaOnnxItem *a, RensaOnnxItem *b, GError **error)
{
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  g_autoptr (GPtrArray) attrs = g_ptr_array_new ();

  g_ptr_array_add (args, a);
  if (b != NULL)
    g_ptr_array_add (args, b);
  return call_operator (run, op, args, attrs, error);
}

/* + - * / and comparisons */

static const struct
{
  const char *sign;
  const char *op;
} operators[] = {
  { "+", "Add" },     { "-", "Sub" },          { "*", "Mul" },  { "/", "Div" },
  { "==", "Equal" },  { "<=", "LessOrEqual" }, { "<", "Less" }, { ">=", "GreaterOrEqual" },
  { ">", "Greater" },
};

static double
calculate (const char *sign, double a, double b)
{
  switch (sign[0])
    {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '=':
      return a == b;
    case '!':
      return a != b;
    case '<':
      return sign[1] == '=' ? a <= b : a < b;
    default:
      return sign[1] == '=' ? a >= b : a > b;
    }
}

/* A number is combined with each member of a list. */
static RensaOnnxItem *
calculate_items (RensaOnnxRun *run, const char *sign, const RensaOnnxItem *a, const RensaOnnxItem *b)
{
  RensaOnnxItem *result = rensa_onnx_item_new (run, RENSA_ONNX_NUMBERS, a->is_list || b->is_list);
  const guint n = a->is_list ? a->numbers->len : b->numbers->len;

  result->is_whole = a->is_whole && b->is_whole && sign[0] != '/';
  for (guint i = 0; i < n; i++)
    rensa_onnx_item_append (result, calculate (sign, rensa_onnx_item_get (a, a->is_list ? i : 0),
                                               rensa_onnx_item_get (b, b->is_list ? i : 0)));
  return result;
}

static RensaOnnxItem *
negate (RensaOnnxRun *run, RensaOnnxItem *a, GError **error)
{
  return a->kind == RENSA_ONNX_NUMBERS ? calculate_items (run, "-", rensa_onnx_item_new_number (run, 0, TRUE), a)
                                       : call_plain (run, "Neg", a, NULL, error);
}

static RensaOnnxItem *
call_sign (RensaOnnxRun *run, const char *sign, RensaOnnxItem *a, RensaOnnxItem *b, GError **error)
{
  if (a->kind == RENSA_ONNX_TEXT)
    return rensa_onnx_item_new_number (run, g_str_equal (a->text, b->text) == (sign[0] == '='), TRUE);
  if (a->kind == RENSA_ONNX_NUMBERS && b->kind == RENSA_ONNX_NUMBERS)
    return calculate_items (run, sign, a, b);
  if (g_str_equal (sign, "!="))
    {
      a = call_plain (run, "Equal", a, b, error);
      return a != NULL ? call_plain (run, "Not", a, NULL, error) : NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_str_equal (operators[i].sign, sign))
      return call_plain (run, operators[i].op, a, b, error);
  g_assert_not_reached ();
}

static RensaOnnxItem *
evaluate_binary (RensaOnnxRun *run, const RensaOnnxForm *form, GError **error)
{
  RensaOnnxItem *a = evaluate (run, form->children->pdata[0], error);
  RensaOnnxItem *b = a != NULL && form->children->len > 1 ? evaluate (run, form->children->pdata[1], error) : NULL;

  if (a == NULL || (b == NULL && form->children->len > 1))
    return NULL;
  return b == NULL ? negate (run, a, error) : call_sign (run, form->text, a, b, error);
}

/* Lists */

/* Concatenates numbers or values; nested lists are flattened, and None is omitted. */
static RensaOnnxItem *
join (RensaOnnxRun *run, const GPtrArray *items)
{
  const gboolean is_of_values = items->len > 0 && ((RensaOnnxItem *) items->pdata[0])->values != NULL;
  RensaOnnxItem *list = rensa_onnx_item_new (run, is_of_values ? RENSA_ONNX_VALUES : RENSA_ONNX_NUMBERS, TRUE);

  for (guint i = 0; i < items->len; i++)
    {
      const RensaOnnxItem *item = items->pdata[i];

      if (item->kind == RENSA_ONNX_NONE)
        continue;
      if (is_of_values)
        g_ptr_array_extend (list->values, item->values, NULL, NULL);
      else
        for (guint k = 0; k < item->numbers->len; k++)
          rensa_onnx_item_append (list, rensa_onnx_item_get (item, k));
      list->is_whole = list->is_whole && item->is_whole;
    }
  return list;
}

static GPtrArray *
evaluate_all (RensaOnnxRun *run, const GPtrArray *forms, GError **error)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; i < forms->len; i++)
    {
      RensaOnnxItem *item = evaluate (run, forms->pdata[i], error);

      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
    }
  return g_steal_pointer (&items);
}

static RensaOnnxItem *
evaluate_list (RensaOnnxRun *run, const RensaOnnxForm *form, GError **error)
{
  g_autoptr (GPtrArray) items = evaluate_all (run, form->children, error);

  return items != NULL ? join (run, items) : NULL;
}

/* Returns member @i as a separate item. */
static RensaOnnxItem *
get_member (RensaOnnxRun *run, const RensaOnnxItem *list, guint i)
{
  return list->kind == RENSA_ONNX_VALUES
             ? rensa_onnx_item_new_value (run, list->values->pdata[i])
             : rensa_onnx_item_new_number (run, rensa_onnx_item_get (list, i), list->is_whole);
}

/* each (name, list, form) */
static RensaOnnxItem *
evaluate_each (RensaOnnxRun *run, const RensaOnnxForm *form, GError **error)
{
  const RensaOnnxForm *name = form->children->pdata[0];
  const RensaOnnxItem *list = evaluate (run, form->children->pdata[1], error);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  const guint n = list == NULL ? 0 : list->kind == RENSA_ONNX_VALUES ? list->values->len : list->numbers->len;

  for (guint i = 0; i < n; i++)
    {
      RensaOnnxItem *item;

      g_hash_table_replace (run->names, g_strdup (name->text), get_member (run, list, i));
      item = evaluate (run, form->children->pdata[2], error);
      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
    }
  return list != NULL ? join (run, items) : NULL;
}

static RensaOnnxItem *
evaluate_call (RensaOnnxRun *run, const RensaOnnxForm *form, GError **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  g_autoptr (GPtrArray) attrs = g_ptr_array_new ();
  g_autoptr (GPtrArray) args = NULL;

  if (g_str_equal (form->text, "each"))
    return evaluate_each (run, form, error);
  for (guint i = 0; i < form->children->len; i++)
    g_ptr_array_add (((RensaOnnxForm *) form->children->pdata[i])->kind == RENSA_ONNX_FORM_ATTR ? attrs : inputs,
                     form->children->pdata[i]);
  args = evaluate_all (run, inputs, error);
  if (args == NULL)
    return NULL;
  return g_ascii_isupper (form->text[0])
             ? call_operator (run, form->text, args, attrs, error)
             : rensa_onnx_fact (run, form->text, (RensaOnnxItem *const *) args->pdata, args->len, error);
}

static RensaOnnxItem *
assign (RensaOnnxRun *run, const RensaOnnxForm *form, GError **error)
{
  const guint n = form->children->len - 1;
  RensaOnnxItem *item = evaluate (run, form->children->pdata[n], error);

  for (guint i = 0; item != NULL && i < n; i++)
    g_hash_table_replace (run->names, g_strdup (((RensaOnnxForm *) form->children->pdata[i])->text),
                          n > 1 ? get_member (run, item, i) : item);
  return item;
}

static RensaOnnxItem *
evaluate_choice (RensaOnnxRun *run, const RensaOnnxForm *form, GError **error)
{
  const RensaOnnxItem *condition = evaluate (run, form->children->pdata[0], error);

  if (condition == NULL)
    return NULL;
  return evaluate (run, form->children->pdata[rensa_onnx_item_get (condition, 0) != 0 ? 1 : 2], error);
}

static RensaOnnxItem *
evaluate (RensaOnnxRun *run, const RensaOnnxForm *form, GError **error)
{
  RensaOnnxItem *item = NULL;

  switch (form->kind)
    {
    case RENSA_ONNX_FORM_NUMBER:
      return rensa_onnx_item_new_number (run, form->number, form->is_whole);
    case RENSA_ONNX_FORM_TEXT:
      item = rensa_onnx_item_new (run, RENSA_ONNX_TEXT, FALSE);
      item->text = g_strdup (form->text);
      return item;
    case RENSA_ONNX_FORM_NAME:
      return find_name (run, form->text, error);
    case RENSA_ONNX_FORM_LIST:
      return evaluate_list (run, form, error);
    case RENSA_ONNX_FORM_CALL:
      return evaluate_call (run, form, error);
    case RENSA_ONNX_FORM_BINARY:
      return evaluate_binary (run, form, error);
    case RENSA_ONNX_FORM_CHOICE:
      return evaluate_choice (run, form, error);
    case RENSA_ONNX_FORM_ASSIGN:
      return assign (run, form, error);
    case RENSA_ONNX_FORM_FORM:
      for (guint i = 0; i < form->children->len && (i == 0 || item != NULL); i++)
        item = evaluate (run, form->children->pdata[i], error);
      return item;
    case RENSA_ONNX_FORM_ATTR:
      break;
    }
  g_assert_not_reached ();
}

GPtrArray *
rensa_onnx_run_form (RensaOnnxRun *run, const char *text, GError **error)
{
  g_autoptr (RensaOnnxForm) form = rensa_onnx_form_parse (text, error);
  const RensaOnnxItem *item = form != NULL ? evaluate (run, form, error) : NULL;

  if (item != NULL && item->values == NULL)
    rensa_set_words (error, RENSA_ERROR_FORMAT, N_ ("the ONNX form of %s expects an array as its output"),
                     run->component->name);
  return item != NULL && item->values != NULL ? g_ptr_array_ref (item->values) : NULL;
}
