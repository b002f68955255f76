/* studio-recent.c: recently used projects.
 * SPDX-License-Identifier: MIT */

#include "studio-recent.h"

#include <unistd.h>

#include <glib/gstdio.h>

#define GROUP "rensa"

/* Returns NULL if the list is not writable, because GTK would print a warning. */
static GtkRecentManager *
get_manager (void)
{
  const char *folder = g_get_user_data_dir ();

  if (g_mkdir_with_parents (folder, 0700) != 0 || g_access (folder, W_OK) != 0)
    return NULL;
  return gtk_recent_manager_get_default ();
}

/* Works around a bug in GTK 4, which considers a list of groups empty if the first byte of the
 * first group's address is zero. */
static char *
place_group (char room[sizeof GROUP + 1])
{
  char *group = room + (((guintptr) room & 0xff) == 0);

  g_strlcpy (group, GROUP, sizeof GROUP);
  return group;
}

void
studio_recent_add (const char *path)
{
  GtkRecentManager *manager = get_manager ();
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  char room[sizeof GROUP + 1];
  char *groups[] = { place_group (room), NULL };
  const GtkRecentData data = {
    .mime_type = (char *) "application/x-rensa",
    .app_name = (char *) "Rensa",
    .app_exec = (char *) "rensa-studio %u",
    .groups = groups,
  };

  if (manager != NULL && uri != NULL)
    gtk_recent_manager_add_full (manager, uri, &data);
}

void
studio_recent_forget_missing (GFile *file)
{
  GtkRecentManager *manager = get_manager ();
  g_autofree char *uri = g_file_get_uri (file);

  if (manager != NULL && !g_file_query_exists (file, NULL))
    gtk_recent_manager_remove_item (manager, uri, NULL);
}

static int
compare_visits (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_visited ((GtkRecentInfo *) b),
                              gtk_recent_info_get_visited ((GtkRecentInfo *) a));
}

GPtrArray *
studio_recent_list (guint most)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GtkRecentManager *manager = get_manager ();
  GList *items = manager != NULL ? g_list_sort (gtk_recent_manager_get_items (manager), compare_visits) : NULL;

  for (GList *l = items; l != NULL && list->len < most; l = l->next)
    if (gtk_recent_info_has_group (l->data, GROUP) && gtk_recent_info_exists (l->data))
      g_ptr_array_add (list, gtk_recent_info_ref (l->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  return list;
}
