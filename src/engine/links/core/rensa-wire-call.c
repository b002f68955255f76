/* rensa-wire-call.c: calls links and functions with the values of connections, which may be
 * sequences.
 * SPDX-License-Identifier: MIT */

#include "rensa-wire-call.h"

#include "rensa-functions.h"
#include "rensa-links-faults.h"
#include "rensa-primitives.h"

/* Either @link or @function is called. */
typedef struct
{
  RensaLink *link;
  RensaAttrs *function;
  const char *const *inputs;
  const char *const *outputs;
} Callee;

static Callee
callee_of_link (RensaLink *link)
{
  const RensaLinkClass *class = rensa_link_get_class (link);

  return (Callee){ .link = link, .inputs = class->inputs, .outputs = class->outputs };
}

static Callee
callee_of_function (RensaAttrs *function)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);

  return (Callee){ .function = function, .inputs = class->inputs, .outputs = class->outputs };
}

static const char *
get_name (const Callee *callee)
{
  return callee->link != NULL ? rensa_link_get_class (callee->link)->name
                              : rensa_attrs_get_component (callee->function)->name;
}

static gboolean
copy_updated (const RensaFunctionClass *class, RensaVariable *const *inputs, int n_inputs, RensaVariable **copies,
              GError **error)
{
  for (int i = 0; i < n_inputs; i++)
    {
      g_autoptr (RensaArray) copy = NULL;

      copies[i] = inputs[i] != NULL ? rensa_variable_ref (inputs[i]) : NULL;
      if (!(class->updates >> i & 1) || inputs[i] == NULL)
        continue;
      copy = rensa_array_copy (rensa_variable_get_array (inputs[i]), error);
      if (copy == NULL)
        return FALSE;
      rensa_variable_unref (copies[i]);
      copies[i] = rensa_variable_new_constant (copy);
    }
  return TRUE;
}

static int
apply_function (RensaAttrs *function, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                int max_outputs, GError **error)
{
  const RensaFunctionClass *class = (const RensaFunctionClass *) rensa_attrs_get_component (function);
  gconstpointer values = rensa_attrs_get_values (function);
  RensaVariable *copies[RENSA_MAX_INPUT_SPECS] = { NULL };
  int n = -1;

  if (class->updates == 0 || n_inputs > RENSA_MAX_INPUT_SPECS)
    return rensa_function_apply (class, values, inputs, n_inputs, outputs, max_outputs, error);

  if (copy_updated (class, inputs, n_inputs, copies, error))
    n = rensa_function_apply (class, values, copies, n_inputs, outputs, max_outputs, error);
  rensa_variables_clear (copies, n_inputs);
  return n;
}

static int
call_plainly (const Callee *callee, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
              int max_outputs, GError **error)
{
  if (callee->link != NULL)
    return rensa_link_call_n (callee->link, inputs, n_inputs, outputs, max_outputs, error);
  return apply_function (callee->function, inputs, n_inputs, outputs, max_outputs, error);
}

/* Calls with all steps at once */

static RensaLengths *
get_lengths (RensaVariable *value)
{
  return value != NULL ? rensa_array_get_lengths (rensa_variable_get_array (value)) : NULL;
}

/* Finds the common lengths of the sequences among @inputs, which must agree; NULL if there are no
 * sequences. */
static gboolean
find_lengths (const Callee *callee, RensaVariable *const *inputs, int n_inputs, RensaLengths **found, GError **error)
{
  *found = NULL;
  for (int i = 0; i < n_inputs; i++)
    {
      RensaLengths *lengths = get_lengths (inputs[i]);

      if (lengths == NULL || *found == NULL || rensa_lengths_equal (*found, lengths))
        *found = lengths != NULL ? lengths : *found;
      else
        return rensa_set_fault (error, RENSA_ERROR_TYPE_CHECK,
                                &(RensaFault){ .code = &rensa_fault_lengths, .who = get_name (callee) });
    }
  return TRUE;
}

/* Links with any number of inputs consist of other links, each of which is called with the values
 * of its own connections. */
static gboolean
is_made_of_calls (const Callee *callee)
{
  return callee->link != NULL && callee->inputs[0] != NULL && strchr (callee->inputs[0], '*') != NULL;
}

/* Returns TRUE if @array is the array of an input, which is shared and must not be modified. */
static gboolean
is_given (RensaArray *array, RensaVariable *const *inputs, int n_inputs)
{
  for (int i = 0; i < n_inputs; i++)
    if (inputs[i] != NULL && rensa_variable_get_array (inputs[i]) == array)
      return TRUE;
  return FALSE;
}

static int
call_with_all_steps (const Callee *callee, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                     int max_outputs, GError **error)
{
  RensaLengths *lengths;
  int n;

  if (is_made_of_calls (callee))
    return call_plainly (callee, inputs, n_inputs, outputs, max_outputs, error);
  if (!find_lengths (callee, inputs, n_inputs, &lengths, error))
    return -1;
  n = call_plainly (callee, inputs, n_inputs, outputs, max_outputs, error);
  for (int i = 0; lengths != NULL && i < n; i++)
    {
      RensaArray *array = rensa_variable_get_array (outputs[i]);

      if (rensa_array_get_ndim (array) > 0 && !is_given (array, inputs, n_inputs)
          && rensa_array_get_dim (array, 0) == rensa_lengths_get_total (lengths))
        rensa_array_set_lengths (array, lengths);
    }
  return n;
}

/* Lists instead of sequences */

/* Number of parts of @value as a list */
static gint64
count_items (RensaVariable *value)
{
  const RensaType type = rensa_variable_get_type (value);

  return type.n_sequences > 0 ? type.n_sequences : type.shape.ndim > 1 ? type.shape.dims[0] : 0;
}

static int
split_up (RensaVariable *value, RensaVariable **items, int n, GError **error)
{
  RensaLengths *lengths = get_lengths (value);
  g_autofree gint64 *indices = NULL;

  if (lengths == NULL)
    return rensa_separate (value, 0, items, n, error);
  indices = g_new (gint64, n);
  for (int i = 1; i < n; i++)
    indices[i - 1] = rensa_lengths_get_start (lengths, i);
  return rensa_split_at (value, indices, n - 1, 0, items, n, error);
}

/* Joins @n arrays to a sequence. */
static RensaVariable *
join (RensaVariable *const *items, int n, GError **error)
{
  g_autofree gint64 *extents = g_new (gint64, n);
  g_autoptr (RensaLengths) lengths = NULL;
  RensaVariable *joined = rensa_concat (items, n, 0, error);

  if (joined == NULL)
    return NULL;
  for (int i = 0; i < n; i++)
    extents[i] = rensa_variable_get_type (items[i]).shape.dims[0];
  lengths = rensa_lengths_new (extents, n);
  rensa_array_set_lengths (rensa_variable_get_array (joined), lengths);
  return joined;
}

static void
unref_variable (gpointer variable)
{
  rensa_variable_unref (variable);
}

static gboolean
add_items (const Callee *callee, RensaVariable *value, GPtrArray *flat, GError **error)
{
  const gint64 n = count_items (value);
  g_autofree RensaVariable **items = NULL;

  if (n < 1 || n > G_MAXINT / 2)
    return rensa_set_fault (error, RENSA_ERROR_TYPE_CHECK,
                            &(RensaFault){ .code = &rensa_fault_no_sequence, .who = get_name (callee) });

  items = g_new0 (RensaVariable *, n);
  if (split_up (value, items, (int) n, error) < 0)
    return FALSE;
  for (int i = 0; i < n; i++)
    g_ptr_array_add (flat, items[i]);
  return TRUE;
}

/* Inputs before the lists can be omitted, but only from the end. */
static gboolean
add_input (const Callee *callee, const RensaInputSpec *spec, RensaVariable *value, gboolean is_behind_gap,
           GPtrArray *flat, GError **error)
{
  if (spec->sequence)
    return value == NULL || add_items (callee, value, flat, error);
  if (value == NULL)
    return TRUE;
  if (is_behind_gap || get_lengths (value) != NULL)
    return rensa_set_fault (error, RENSA_ERROR_TYPE_CHECK,
                            &(RensaFault){ .code = is_behind_gap ? &rensa_fault_gap : &rensa_fault_sequence,
                                           .who = get_name (callee),
                                           .port = spec->name });
  g_ptr_array_add (flat, rensa_variable_ref (value));
  return TRUE;
}

/* Lists are processed in parallel, so they must have the same number of items. Values that are not
 * lists are reported when they are split. */
static gboolean
expect_like_lists (const Callee *callee, const RensaInputSpec *specs, RensaVariable *const *inputs, int n_inputs,
                   GError **error)
{
  gint64 n_items = -1;

  for (int i = 0; i < n_inputs; i++)
    {
      const gint64 n = specs[i].sequence && inputs[i] != NULL ? count_items (inputs[i]) : n_items;

      if (n_items > 0 && n > 0 && n != n_items)
        return rensa_set_fault (error, RENSA_ERROR_TYPE_CHECK,
                                &(RensaFault){ .code = &rensa_fault_lengths, .who = get_name (callee) });
      n_items = n;
    }
  return TRUE;
}

/* Lists one array for each input and each part of a list, in call order. */
static GPtrArray *
spread (const Callee *callee, const RensaInputSpec *specs, RensaVariable *const *inputs, int n_inputs, GError **error)
{
  g_autoptr (GPtrArray) flat = g_ptr_array_new_with_free_func (unref_variable);
  gboolean is_gap = FALSE;

  if (!expect_like_lists (callee, specs, inputs, n_inputs, error))
    return NULL;
  for (int i = 0; i < n_inputs; i++)
    {
      if (!add_input (callee, &specs[i], inputs[i], is_gap, flat, error))
        return NULL;
      is_gap |= inputs[i] == NULL;
    }
  return g_steal_pointer (&flat);
}

/* Maximum number of outputs: the number of inputs, or the number of rows of the longest one. */
static int
count_room (const GPtrArray *flat)
{
  gint64 room = flat->len;

  for (guint i = 0; i < flat->len; i++)
    {
      const RensaShape shape = rensa_variable_get_type (flat->pdata[i]).shape;

      room = MAX (room, shape.ndim > 0 ? shape.dims[0] : 0);
    }
  return (int) MIN (room, G_MAXINT / 2) + RENSA_MAX_OUTPUTS;
}

/* Number of outputs that are not lists; all lists come after them. */
static int
count_single (const Callee *callee, int n)
{
  int n_single = 0;

  if (callee->outputs == NULL)
    return n;
  while (callee->outputs[n_single] != NULL && strchr (callee->outputs[n_single], '*') == NULL)
    n_single++;
  return MIN (n_single, n);
}

/* Takes ownership of @made: first single values, then lists of equal length. */
static int
gather (const Callee *callee, RensaVariable **made, int n_made, RensaVariable **outputs, int max_outputs,
        GError **error)
{
  const int n_single = count_single (callee, n_made);
  const int n_lists = n_made > n_single ? (int) g_strv_length ((char **) callee->outputs) - n_single : 0;
  const int n = n_single + n_lists;
  gboolean ok = n <= max_outputs;

  if (!ok)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s returns too many values: %d instead of %d"), get_name (callee),
                     n, max_outputs);
  for (int i = 0; ok && i < n_single; i++)
    outputs[i] = g_steal_pointer (&made[i]);
  for (int i = 0; ok && i < n_lists; i++)
    {
      const int length = (n_made - n_single) / n_lists;

      outputs[n_single + i] = join (made + n_single + i * length, length, error);
      ok = outputs[n_single + i] != NULL;
      if (!ok)
        rensa_variables_clear (outputs, n_single + i);
    }
  rensa_variables_clear (made, n_made);
  return ok ? n : -1;
}

static int
call_with_lists (const Callee *callee, const RensaInputSpec *specs, RensaVariable *const *inputs, int n_inputs,
                 RensaVariable **outputs, int max_outputs, GError **error)
{
  g_autoptr (GPtrArray) flat = spread (callee, specs, inputs, n_inputs, error);
  g_autofree RensaVariable **made = NULL;
  int room;
  int n;

  if (flat == NULL)
    return -1;
  room = count_room (flat);
  made = g_new0 (RensaVariable *, room);
  n = call_plainly (callee, (RensaVariable *const *) flat->pdata, (int) flat->len, made, room, error);
  return n < 0 ? -1 : gather (callee, made, n, outputs, max_outputs, error);
}

static int
call_wired (const Callee *callee, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
            GError **error)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_take_sequences (callee->inputs) ? rensa_inputs_parse (callee->inputs, specs) : 0;

  if (n == 0)
    return call_with_all_steps (callee, inputs, n_inputs, outputs, max_outputs, error);
  return call_with_lists (callee, specs, inputs, MIN (n_inputs, n), outputs, max_outputs, error);
}

int
rensa_link_call_wired (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                       int max_outputs, GError **error)
{
  const Callee callee = callee_of_link (link);

  return call_wired (&callee, inputs, n_inputs, outputs, max_outputs, error);
}

int
rensa_function_call_wired (RensaAttrs *function, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs,
                           int max_outputs, GError **error)
{
  const Callee callee = callee_of_function (function);

  return call_wired (&callee, inputs, n_inputs, outputs, max_outputs, error);
}

RensaVariable *
rensa_sequences_deal_out (RensaVariable *value, int first, int step, GError **error)
{
  const int n = (int) count_items (value);
  g_autofree RensaVariable **items = g_new0 (RensaVariable *, n);
  g_autofree RensaVariable **chosen = g_new (RensaVariable *, n);
  RensaVariable *dealt = NULL;
  int n_chosen = 0;

  if (split_up (value, items, n, error) < 0)
    return NULL;
  for (int i = first; i < n; i += step)
    chosen[n_chosen++] = items[i];
  dealt = join (chosen, n_chosen, error);
  rensa_variables_clear (items, n);
  return dealt;
}
