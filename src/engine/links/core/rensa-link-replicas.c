/* rensa-link-replicas.c: copies of a link that are trained together, on separate devices or on the
 * same one.
 *
 *             replica 0   replica 1
 *     l1/W    array ◄──── array          one row, exchanged by one call, as a sum or as a copy;
 *     l1/b    array ◄──── array          otherwise arrays are copied and added one by one
 *
 * SPDX-License-Identifier: MIT */

#include "rensa-link-replicas.h"

#include "rensa-collectives.h"
#include "rensa-link-private.h"
#include "rensa-primitives.h"

/* Values of one replica, in walking order: arrays, NULL if empty, and persistent integers. */
typedef struct
{
  GPtrArray *arrays;   /* RensaArray, borrowed */
  GPtrArray *integers; /* RensaPersistent */
} Values;

/* Replaces a gradient that is shared or not contiguous by a copy that can be added to. */
static gboolean
list_grad (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  Values *values = data;
  RensaArray *grad = rensa_variable_get_grad (param);

  if (grad != NULL && !(rensa_array_is_exclusive (grad) && rensa_array_is_c_contiguous (grad)))
    {
      g_autoptr (RensaArray) own = rensa_array_copy (grad, error);

      if (own == NULL)
        return FALSE;
      rensa_variable_set_grad (param, own);
    }
  g_ptr_array_add (values->arrays, rensa_variable_get_grad (param));
  return TRUE;
}

static gboolean
list_param (const char *path, RensaVariable *param, gpointer data, GError **error)
{
  g_ptr_array_add (((Values *) data)->arrays, rensa_variable_get_array (param));
  return TRUE;
}

static gboolean
list_persistent (const char *path, RensaLink *owner, int index, gpointer data, GError **error)
{
  RensaPersistent *persistent = owner->persistents->pdata[index];
  Values *values = data;

  g_ptr_array_add (persistent->is_int ? values->integers : values->arrays,
                   persistent->is_int ? (gpointer) persistent : (gpointer) persistent->array);
  return TRUE;
}

/* Allocates one entry per replica. */
static Values *
values_new (guint n)
{
  Values *values = g_new (Values, n);

  for (guint k = 0; k < n; k++)
    values[k] = (Values){ g_ptr_array_new (), g_ptr_array_new () };
  return values;
}

static void
values_free (Values *values, guint n)
{
  for (guint k = 0; k < n; k++)
    {
      g_ptr_array_unref (values[k].arrays);
      g_ptr_array_unref (values[k].integers);
    }
  g_free (values);
}

/* Adds array @i of each replica to @rows. Returns FALSE if only some of them have it. */
static gboolean
add_row (GPtrArray *rows, const Values *values, guint n, guint i)
{
  const gboolean has = values[0].arrays->pdata[i] != NULL;

  for (guint k = 0; k < n; k++)
    if ((values[k].arrays->pdata[i] != NULL) != has)
      return FALSE;
    else if (has)
      g_ptr_array_add (rows, values[k].arrays->pdata[i]);
  return TRUE;
}

/* Lists the arrays that devices can exchange in one call; NULL if they cannot, or if the replicas differ. */
static GPtrArray *
make_rows (const Values *values, guint n)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  for (guint k = 1; k < n; k++)
    if (values[k].arrays->len != values[0].arrays->len || values[k].integers->len != values[0].integers->len)
      return NULL;
  for (guint i = 0; i < values[0].arrays->len; i++)
    if (!add_row (rows, values, n, i))
      return NULL;
  return rensa_collectives_fit ((RensaArray *const *) rows->pdata, rows->len / n, n) ? g_steal_pointer (&rows) : NULL;
}

/* Returns TRUE if all replicas share a device, so that nothing needs to be exchanged. */
static gboolean
share_device (RensaLink *const *replicas, guint n)
{
  for (guint k = 1; k < n; k++)
    if (rensa_link_get_device (replicas[k]) == rensa_link_get_device (replicas[0]))
      return TRUE;
  return n < 2;
}

static gboolean
add_one_by_one (RensaLink *const *replicas, guint n, GError **error)
{
  for (guint k = 1; k < n; k++)
    if (!rensa_link_add_grads (replicas[0], replicas[k], error))
      return FALSE;
  return TRUE;
}

gboolean
rensa_replicas_reduce_grads (RensaLink *const *replicas, guint n, GError **error)
{
  if (share_device (replicas, n))
    return add_one_by_one (replicas, n, error);

  Values *values = values_new (n);
  gboolean ok = TRUE;

  for (guint k = 0; ok && k < n; k++)
    ok = rensa_link_foreach_param (replicas[k], list_grad, &values[k], error);

  g_autoptr (GPtrArray) rows = ok ? make_rows (values, n) : NULL;
  if (rows != NULL)
    ok = rensa_collectives_reduce ((RensaArray *const *) rows->pdata, rows->len / n, n, error);
  else
    ok = ok && add_one_by_one (replicas, n, error);
  values_free (values, n);
  return ok;
}

static gboolean
copy_one_by_one (RensaLink *const *replicas, guint n, GError **error)
{
  for (guint k = 1; k < n; k++)
    if (!rensa_link_copy_params (replicas[k], replicas[0], error))
      return FALSE;
  return TRUE;
}

static void
copy_integers (const Values *values, guint n)
{
  for (guint k = 1; k < n; k++)
    for (guint i = 0; i < values[0].integers->len; i++)
      ((RensaPersistent *) values[k].integers->pdata[i])->integer =
          ((const RensaPersistent *) values[0].integers->pdata[i])->integer;
}

gboolean
rensa_replicas_broadcast_params (RensaLink *const *replicas, guint n, GError **error)
{
  if (share_device (replicas, n))
    return copy_one_by_one (replicas, n, error);

  Values *values = values_new (n);
  gboolean ok;

  for (guint k = 0; k < n; k++)
    {
      rensa_link_foreach_param (replicas[k], list_param, &values[k], NULL);
      rensa_link_foreach_persistent (replicas[k], list_persistent, &values[k], NULL);
    }

  g_autoptr (GPtrArray) rows = make_rows (values, n);
  if (rows != NULL)
    {
      ok = rensa_collectives_broadcast ((RensaArray *const *) rows->pdata, rows->len / n, n, error);
      copy_integers (values, n);
    }
  else
    ok = copy_one_by_one (replicas, n, error);
  values_free (values, n);
  return ok;
}
