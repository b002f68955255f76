/* rensa-device-list.c: lists the available devices.
 * SPDX-License-Identifier: MIT */

#include "rensa-device-list.h"

#include <stdlib.h>
#include <string.h>

static void
listed_free (gpointer data)
{
  RensaListedDevice *listed = data;

  g_free (listed->name);
  g_clear_error (&listed->why_not);
  g_free (listed);
}

/* Takes ownership of @name. */
static RensaListedDevice *
add (GPtrArray *list, const RensaDeviceClass *class, int number, char *name)
{
  RensaListedDevice *listed = g_new0 (RensaListedDevice, 1);

  *listed = (RensaListedDevice){ .name = name, .klass = class, .number = number };
  g_ptr_array_add (list, listed);
  return listed;
}

static void
add_class (GPtrArray *list, const RensaDeviceClass *class)
{
  const int n = class->count != NULL ? class->count (class) : 1;

  if (class->count == NULL)
    add (list, class, 0, g_strdup (class->name));
  else if (n == 0)
    class->explain (class, &add (list, class, 0, g_strdup (class->name))->why_not);
  else
    for (int number = 0; number < n; number++)
      add (list, class, number, g_strdup_printf ("%s:%d", class->name, number));
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(const RensaDeviceClass *const *) a)->name, (*(const RensaDeviceClass *const *) b)->name);
}

/* Sorts the classes, because the order of registration depends on how the program was linked. */
static void
add_classes (GPtrArray *list, gboolean are_hidden)
{
  guint n;
  const RensaDeviceClass *const *registered = rensa_device_get_classes (&n);
  g_autofree const RensaDeviceClass **classes = g_memdup2 (registered, n * sizeof *registered);

  qsort (classes, n, sizeof *classes, compare_names);
  for (guint i = 0; i < n; i++)
    if (classes[i]->is_hidden == are_hidden)
      add_class (list, classes[i]);
}

GPtrArray *
rensa_device_list (gboolean all)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (listed_free);

  add_classes (list, FALSE);
  if (all)
    add_classes (list, TRUE);
  return list;
}
