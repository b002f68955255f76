/* rensa-link-table.c: parameters in the table of a class, created with the link or by its first
 * call.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

#include "rensa-language.h"

#include <string.h>

#include "rensa-base-faults.h"
#include "rensa-initializers.h"
#include "rensa-links-faults.h"
#include "rensa-registry-faults.h"

#define MAX_INPUTS 16

const RensaAttrSpec *
rensa_link_get_spec (const RensaLinkClass *class, const char *attr)
{
  const RensaAttrSpec *spec = rensa_component_find_attr (RENSA_COMPONENT (class), attr);

  g_assert (spec != NULL);
  return spec;
}

gconstpointer
rensa_link_get_field (RensaLink *link, const char *attr)
{
  return (const char *) rensa_link_get_values (link) + rensa_link_get_spec (link->class, attr)->offset;
}

static gboolean
is_on (RensaLink *link, const char *attr)
{
  return rensa_attr_value_is_on (rensa_link_get_spec (link->class, attr), rensa_link_get_field (link, attr));
}

gboolean
rensa_link_is_left_out (RensaLink *link, const char *unless, const char *only_if)
{
  return (unless != NULL && is_on (link, unless)) || (only_if != NULL && !is_on (link, only_if));
}

static gboolean
is_left_out (RensaLink *link, const RensaParamSpec *row)
{
  return rensa_link_is_left_out (link, row->unless, row->only_if);
}

/* Returns a new reference. */
static RensaAttrs *
make_initializer (RensaLink *link, const RensaParamSpec *row, GError **error)
{
  const RensaAttrSpec *spec = row->initializer != NULL ? rensa_link_get_spec (link->class, row->initializer) : NULL;
  RensaAttrs *given;

  if (spec != NULL && spec->type == RENSA_ATTR_TYPE_FLOAT)
    return rensa_constant_new_attrs (*(const double *) rensa_link_get_field (link, row->initializer), error);
  given = spec != NULL ? *(RensaAttrs *const *) rensa_link_get_field (link, row->initializer) : NULL;
  if (given != NULL)
    return rensa_attrs_ref (given);
  return rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, spec != NULL ? spec->fallback : row->first, error);
}

static RensaParam *
find_param (RensaLink *link, const char *name)
{
  for (guint i = 0; i < link->params->len; i++)
    if (strcmp (((RensaParam *) link->params->pdata[i])->name, name) == 0)
      return link->params->pdata[i];
  return NULL;
}

static RensaPersistent *
find_persistent (RensaLink *link, const char *name)
{
  for (guint i = 0; i < link->persistents->len; i++)
    if (strcmp (((RensaPersistent *) link->persistents->pdata[i])->name, name) == 0)
      return link->persistents->pdata[i];
  g_assert_not_reached ();
}

RensaVariable *
rensa_link_get_param (RensaLink *link, int index)
{
  RensaParam *param =
      link->class->n_params > 0 ? find_param (link, link->class->params[index].name) : link->params->pdata[index];

  return param != NULL ? rensa_param_get (param) : NULL;
}

/* Borrowed; NULL if it has no values yet. */
static RensaArray *
get_array (RensaLink *link, const RensaParamSpec *row)
{
  return row->is_persistent ? find_persistent (link, row->name)->array
                            : rensa_variable_get_array (find_param (link, row->name)->variable);
}

static void
set_array (RensaLink *link, const RensaParamSpec *row, RensaArray *array)
{
  if (row->is_persistent)
    rensa_persistent_set (find_persistent (link, row->name), array);
  else
    rensa_variable_set_array (find_param (link, row->name)->variable, array);
}

static gint64
get_int (RensaLink *link, const char *attr)
{
  return *(const gint64 *) rensa_link_get_field (link, attr);
}

static gboolean
is_learnt (const RensaLinkClass *class, const char *attr)
{
  return g_strcmp0 (class->learns, attr) == 0;
}

/* Product of the extents of @axes of @x, "1:"; RENSA_INT_NONE if @x does not have them. */
static gint64
multiply_axes (RensaLink *link, const char *axes, const RensaShape *x)
{
  g_auto (GStrv) parts = g_strsplit (axes, ":", 2);
  const gint64 begin = g_ascii_isalpha (axes[0]) ? get_int (link, parts[0]) : g_ascii_strtoll (parts[0], NULL, 10);
  const gint64 first = begin < 0 ? begin + x->ndim : begin;
  const gint64 end = parts[1] != NULL ? x->ndim : first + 1;
  gint64 n = 1;

  if (first < 0 || first >= x->ndim)
    return RENSA_INT_NONE;
  for (gint64 axis = first; axis < end; axis++)
    n *= x->dims[axis];
  return n;
}

static gboolean
can_count (const RensaLinkClass *class)
{
  return class->count != NULL || class->learns_from != NULL;
}

/* Infers the value of the learned attribute from the shapes of the inputs. */
static gint64
count (RensaLink *link, const RensaShape *inputs)
{
  return link->class->count != NULL ? link->class->count (rensa_link_get_values (link), inputs)
                                    : multiply_axes (link, link->class->learns_from, &inputs[0]);
}

/* Returns the address of a size in the link's copy of the attributes. */
static gint64 *
get_size (RensaLink *link, const char *attr)
{
  return (gint64 *) ((char *) link->values + rensa_link_get_spec (link->class, attr)->offset);
}

gboolean
rensa_link_settle_size (RensaLink *link, GError **error)
{
  const char *only_size = link->class->only_size;
  gint64 *size = only_size != NULL ? get_size (link, only_size) : NULL;
  gint64 *learnt = size != NULL ? get_size (link, link->class->learns) : NULL;

  if (size == NULL || *size != RENSA_INT_NONE)
    return TRUE;
  if (*learnt == RENSA_INT_NONE)
    return rensa_set_fault (
        error, RENSA_ERROR_INVALID,
        &(RensaFault){
            .code = &rensa_fault_attr_value, .attr = only_size, .expected = N_ ("an integer"), .found = "None" });
  *size = *learnt;
  *learnt = RENSA_INT_NONE;
  return TRUE;
}

/* Evaluates a number or the name of a numeric attribute; RENSA_INT_NONE if it is left to the first call. */
static gint64
find_factor (RensaLink *link, const char *text, const RensaShape *inputs)
{
  gint64 n;

  if (g_ascii_isdigit (text[0]))
    return g_ascii_strtoll (text, NULL, 10);
  n = get_int (link, text);
  return n == RENSA_INT_NONE && inputs != NULL && is_learnt (link->class, text) ? count (link, inputs) : n;
}

/* Computes one extent. */
static gint64
find_extent (RensaLink *link, const char *axis, const RensaShape *inputs)
{
  gint64 n = 1;
  char operation = '*';

  while (operation != '\0')
    {
      const gsize length = strcspn (axis, "*/");
      g_autofree char *text = g_strndup (axis, length);
      const gint64 factor = find_factor (link, text, inputs);

      if (factor == RENSA_INT_NONE)
        return RENSA_INT_NONE;
      if (operation == '/')
        n /= factor;
      else if (__builtin_mul_overflow (n, factor, &n))
        n = G_MAXINT64;
      operation = axis[length];
      axis += length + 1;
    }
  return n;
}

/* Adds "ksize^2" as two extents. */
static gboolean
add_power (RensaLink *link, const char *axis, RensaShape *shape, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (axis, "^", 2);
  const int n = (int) find_factor (link, parts[1], NULL);

  g_assert (n <= RENSA_MAX_NDIM - shape->ndim);
  shape->ndim += n;
  return rensa_ints_expand (rensa_link_get_field (link, parts[0]), n, 0, parts[0], &shape->dims[shape->ndim - n],
                            error);
}

/* Adds all entries of an attribute with several numbers. */
static void
add_entries (const RensaInts *ints, RensaShape *shape)
{
  const int n = ints->n == RENSA_INTS_SCALAR || ints->n == RENSA_INTS_NONE ? 1 : ints->n;

  g_assert (n <= RENSA_MAX_NDIM - shape->ndim);
  for (int i = 0; i < n; i++)
    shape->dims[shape->ndim++] = ints->n == RENSA_INTS_NONE ? RENSA_INT_NONE : ints->values[i];
}

static gboolean
add_extents (RensaLink *link, const char *axis, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  if (strchr (axis, '^') != NULL)
    return add_power (link, axis, shape, error);
  if (axis[strcspn (axis, "*/")] == '\0' && rensa_link_get_spec (link->class, axis)->type == RENSA_ATTR_TYPE_INTS)
    add_entries (rensa_link_get_field (link, axis), shape);
  else
    shape->dims[shape->ndim++] = find_extent (link, axis, inputs);
  return TRUE;
}

static gboolean
is_unknown (const RensaShape *shape)
{
  for (int axis = 0; axis < shape->ndim; axis++)
    if (shape->dims[axis] == RENSA_INT_NONE)
      return TRUE;
  return FALSE;
}

static gboolean
find_shape (RensaLink *link, const RensaParamSpec *row, const RensaShape *inputs, RensaShape *shape, GError **error)
{
  *shape = (RensaShape){ 0 };
  for (int i = 0; row->axes[i] != NULL; i++)
    if (!add_extents (link, row->axes[i], inputs, shape, error))
      return FALSE;
  if (row->get_shape == NULL || (row->axes[0] != NULL && !is_unknown (shape)))
    return TRUE;
  return row->get_shape (rensa_link_get_values (link), inputs, shape, error);
}

static gboolean
fill_row (RensaLink *link, const RensaParamSpec *row, const RensaShape *shape, GError **error)
{
  g_autoptr (RensaAttrs) initializer = make_initializer (link, row, error);
  g_autoptr (RensaArray) array =
      initializer != NULL ? rensa_link_make_array (row->name, initializer, link->dtype, shape, error) : NULL;

  if (array == NULL)
    return FALSE;

  set_array (link, row, array);
  return TRUE;
}

static gboolean
add_row (RensaLink *link, const RensaParamSpec *row, GError **error)
{
  g_autoptr (RensaAttrs) initializer = make_initializer (link, row, error);
  RensaShape shape;

  if (initializer == NULL || !find_shape (link, row, NULL, &shape, error))
    return FALSE;

  if (row->is_persistent)
    rensa_link_add_empty_persistent (link, row->name);
  else
    rensa_link_add_empty_param (link, row->name, link->dtype, initializer);
  return is_unknown (&shape) || fill_row (link, row, &shape, error);
}

gboolean
rensa_link_add_rows (RensaLink *link, GError **error)
{
  for (guint i = 0; i < link->class->n_params; i++)
    if (!is_left_out (link, &link->class->params[i]) && !add_row (link, &link->class->params[i], error))
      return FALSE;
  return TRUE;
}

static void
list_shapes (RensaVariable *const *inputs, int n_inputs, RensaShape shapes[MAX_INPUTS])
{
  for (int i = 0; i < MIN (n_inputs, MAX_INPUTS); i++)
    shapes[i] = inputs[i] != NULL ? rensa_variable_get_type (inputs[i]).shape : (RensaShape){ 0 };
}

/* Extents that cannot be inferred from these inputs are set to one; the function then reports the
 * mismatch. */
static gboolean
init_row (RensaLink *link, const RensaParamSpec *row, const RensaShape *inputs, GError **error)
{
  RensaShape shape;

  if (!find_shape (link, row, inputs, &shape, error))
    return FALSE;
  for (int axis = 0; axis < shape.ndim; axis++)
    if (shape.dims[axis] == RENSA_INT_NONE)
      shape.dims[axis] = 1;
  return fill_row (link, row, &shape, error);
}

gboolean
rensa_link_init_rows (RensaLink *link, RensaVariable *const *inputs, int n_inputs, guint *made, GError **error)
{
  RensaShape shapes[MAX_INPUTS];

  for (guint i = 0; i < link->class->n_params; i++)
    {
      const RensaParamSpec *row = &link->class->params[i];

      if (is_left_out (link, row) || get_array (link, row) != NULL)
        continue;
      if (*made == 0)
        list_shapes (inputs, n_inputs, shapes);
      if (!init_row (link, row, shapes, error))
        return FALSE;
      *made |= 1u << i;
    }
  return TRUE;
}

guint
rensa_link_get_empty_rows (RensaLink *link)
{
  guint rows = 0;

  for (guint i = 0; i < link->class->n_params; i++)
    if (!is_left_out (link, &link->class->params[i]) && get_array (link, &link->class->params[i]) == NULL)
      rows |= 1u << i;
  return rows;
}

void
rensa_link_forget_rows (RensaLink *link, guint made)
{
  for (guint i = 0; i < link->class->n_params; i++)
    if ((made & 1u << i) != 0)
      set_array (link, &link->class->params[i], NULL);
}

/* Reads the learned attribute from the array of @row if it is an axis of it, possibly divided. An
 * attribute with several numbers is not a single number. */
static gint64
read_row (RensaLink *link, const RensaParamSpec *row)
{
  RensaArray *array = is_left_out (link, row) ? NULL : get_array (link, row);
  const RensaAttrSpec *spec = rensa_link_get_spec (link->class, link->class->learns);
  const int n = array != NULL ? rensa_array_get_ndim (array) : 0;

  if (spec->type == RENSA_ATTR_TYPE_INTS && n != 1)
    return RENSA_INT_NONE;

  for (int i = 0; i < n && row->axes[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (row->axes[i], "/", 2);

      if (is_learnt (link->class, parts[0]))
        return rensa_array_get_dim (array, i) * (parts[1] != NULL ? get_int (link, parts[1]) : 1);
    }
  return RENSA_INT_NONE;
}

gint64
rensa_link_get_learnt (RensaLink *link)
{
  gint64 learnt = link->class->learns != NULL ? rensa_link_get_learnt_by_children (link) : RENSA_INT_NONE;

  for (guint i = 0; link->class->learns != NULL && learnt == RENSA_INT_NONE && i < link->class->n_params; i++)
    learnt = read_row (link, &link->class->params[i]);
  return learnt;
}

/* Fills in @n in "{} value per example". */
static char *
count_in_words (RensaLink *link, gint64 n)
{
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, n);
  GString *words = g_string_new (_ (link->class->takes[n != 1]));

  g_string_replace (words, "{}", number, 1);
  return g_string_free (words, FALSE);
}

void
rensa_link_explain (RensaLink *link, RensaVariable *const *inputs, int n_inputs, GError **error)
{
  const gint64 taken = rensa_link_get_learnt (link);
  g_autofree char *words = NULL;
  RensaShape shapes[MAX_INPUTS];
  gint64 given;

  if (taken == RENSA_INT_NONE || !can_count (link->class) || error == NULL || *error == NULL)
    return;

  list_shapes (inputs, n_inputs, shapes);
  given = count (link, shapes);
  if (given == RENSA_INT_NONE || given == taken)
    return;

  words = count_in_words (link, taken);
  rensa_error_explain (error, &(RensaFault){ .code = &rensa_fault_values,
                                             .who = link->name != NULL ? link->name : link->class->name,
                                             .expected = words,
                                             .n_found = { &rensa_count_given, given } });
}
