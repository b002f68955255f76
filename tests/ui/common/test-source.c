/* test-source.c: whoever listens to an object leaves it together with its reference.
 * SPDX-License-Identifier: MIT */

#include <gtk/gtk.h>

#include "studio-watch.h"

static void
count (guint *n_changes)
{
  (*n_changes)++;
}

static GtkStringObject *
listen (GtkStringObject **place, GtkStringObject *object, guint *n_changes)
{
  if (studio_source_replace (place, object, n_changes) && object != NULL)
    g_signal_connect_swapped (object, "notify", G_CALLBACK (count), n_changes);
  return object;
}

static void
test_replace (void)
{
  g_autoptr (GtkStringObject) first = gtk_string_object_new ("1");
  g_autoptr (GtkStringObject) second = gtk_string_object_new ("2");
  GtkStringObject *source = NULL;
  guint n_changes = 0;

  listen (&source, first, &n_changes);
  listen (&source, first, &n_changes);
  g_assert_true (source == first);
  g_object_notify (G_OBJECT (first), "string");
  g_assert_cmpuint (n_changes, ==, 1);

  listen (&source, second, &n_changes);
  g_object_notify (G_OBJECT (first), "string");
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_cmpuint (G_OBJECT (first)->ref_count, ==, 1);
  g_object_notify (G_OBJECT (second), "string");
  g_assert_cmpuint (n_changes, ==, 2);

  g_assert_true (studio_source_clear (&source, &n_changes));
  g_assert_null (source);
  g_assert_false (studio_source_clear (&source, &n_changes));
  g_object_notify (G_OBJECT (second), "string");
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpuint (G_OBJECT (second)->ref_count, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/common/source/replace", test_replace);
  return g_test_run ();
}
