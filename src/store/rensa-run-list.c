/* rensa-run-list.c: sorted list of runs.
 * SPDX-License-Identifier: MIT */

#include "rensa-run-list-private.h"

struct _RensaRunList
{
  GObject parent_instance;
  GPtrArray *runs;
};

static GType
get_item_type (GListModel *model)
{
  return RENSA_TYPE_RUN;
}

static guint
get_n_items (GListModel *model)
{
  return RENSA_RUN_LIST (model)->runs->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  GPtrArray *runs = RENSA_RUN_LIST (model)->runs;

  return position < runs->len ? g_object_ref (runs->pdata[position]) : NULL;
}

static void
init_list_model (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RensaRunList, rensa_run_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_list_model))

static void
rensa_run_list_finalize (GObject *object)
{
  g_ptr_array_unref (RENSA_RUN_LIST (object)->runs);
  G_OBJECT_CLASS (rensa_run_list_parent_class)->finalize (object);
}

static void
rensa_run_list_class_init (RensaRunListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rensa_run_list_finalize;
}

static void
rensa_run_list_init (RensaRunList *self)
{
  self->runs = g_ptr_array_new_with_free_func (g_object_unref);
}

RensaRunList *
rensa_run_list_new (void)
{
  return g_object_new (RENSA_TYPE_RUN_LIST, NULL);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return rensa_run_compare (*(RensaRun *const *) a, *(RensaRun *const *) b);
}

static void
append (GPtrArray *array, RensaRun *run)
{
  g_ptr_array_add (array, g_object_ref (run));
}

/* Merges the remaining and the added runs, both sorted. */
static GPtrArray *
merge (GPtrArray *present, GPtrArray *added, GHashTable *removed)
{
  GPtrArray *runs = g_ptr_array_new_full (present->len + added->len, g_object_unref);
  guint next = 0;

  for (guint i = 0; i < present->len; i++)
    {
      if (g_hash_table_contains (removed, present->pdata[i]))
        continue;
      while (next < added->len && rensa_run_compare (added->pdata[next], present->pdata[i]) < 0)
        append (runs, added->pdata[next++]);
      append (runs, present->pdata[i]);
    }
  while (next < added->len)
    append (runs, added->pdata[next++]);

  return runs;
}

static void
emit_difference (RensaRunList *self, GPtrArray *before)
{
  GPtrArray *after = self->runs;
  guint n_before = before->len;
  guint n_after = after->len;
  guint start = 0;

  while (start < MIN (n_before, n_after) && before->pdata[start] == after->pdata[start])
    start++;
  while (MIN (n_before, n_after) > start && before->pdata[n_before - 1] == after->pdata[n_after - 1])
    {
      n_before--;
      n_after--;
    }
  if (n_before > start || n_after > start)
    g_list_model_items_changed (G_LIST_MODEL (self), start, n_before - start, n_after - start);
}

void
rensa_run_list_change (RensaRunList *self, GPtrArray *added, GPtrArray *removed)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->runs);
  g_autoptr (GPtrArray) sorted = g_ptr_array_new ();
  g_autoptr (GHashTable) gone = g_hash_table_new (NULL, NULL);

  for (guint i = 0; added != NULL && i < added->len; i++)
    g_ptr_array_add (sorted, added->pdata[i]);
  for (guint i = 0; removed != NULL && i < removed->len; i++)
    g_hash_table_add (gone, removed->pdata[i]);
  g_ptr_array_sort (sorted, compare);

  self->runs = merge (before, sorted, gone);
  emit_difference (self, before);
}
