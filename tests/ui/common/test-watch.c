/* test-watch.c: a watch notifies when its object is replaced and when that emits a signal.
 * SPDX-License-Identifier: MIT */

#include "studio-watch.h"

typedef struct
{
  guint n_notified;
  guint n_emitted;
} Counts;

static void
count (guint *n)
{
  (*n)++;
}

static StudioWatch *
make_watch (const char *names, Counts *counts)
{
  StudioWatch *watch = g_object_new (STUDIO_TYPE_WATCH, "signals", names, NULL);

  g_signal_connect_swapped (watch, "notify::source", G_CALLBACK (count), &counts->n_notified);
  g_signal_connect_swapped (watch, "emitted", G_CALLBACK (count), &counts->n_emitted);
  return watch;
}

static void
test_source (void)
{
  Counts counts = { 0 };
  g_autoptr (StudioWatch) watch = make_watch ("notify::string", &counts);
  g_autoptr (GtkStringObject) other = gtk_string_object_new ("2");
  g_autoptr (GtkStringObject) left = NULL;

  g_object_set (watch, "source", NULL, NULL);
  g_assert_cmpuint (counts.n_notified, ==, 1);
  g_assert_cmpuint (counts.n_emitted, ==, 0);

  g_object_set (watch, "source", other, NULL);
  g_object_get (watch, "source", &left, NULL);
  g_assert_true (left == other);
  g_assert_cmpuint (counts.n_notified, ==, 2);
  g_assert_cmpuint (counts.n_emitted, ==, 0);

  g_object_set (watch, "source", NULL, NULL);
  g_object_notify (G_OBJECT (other), "string");
  g_assert_cmpuint (counts.n_notified, ==, 3);
  g_assert_cmpuint (counts.n_emitted, ==, 0);
}

/* Whatever the arguments of the signal. */
static void
test_signals (void)
{
  Counts counts = { 0 };
  g_autoptr (StudioWatch) watch = make_watch ("items-changed notify", &counts);
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GtkStringList *kept = list;

  g_object_set (watch, "source", list, NULL);
  gtk_string_list_append (list, "1");
  g_assert_cmpuint (counts.n_emitted, ==, 1);
  g_assert_cmpuint (counts.n_notified, ==, 2);

  g_object_add_weak_pointer (G_OBJECT (list), (gpointer *) &kept);
  g_clear_object (&list);
  g_assert_nonnull (kept);
  g_clear_object (&watch);
  g_assert_null (kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/common/watch/source", test_source);
  g_test_add_func ("/ui/common/watch/signals", test_signals);
  return g_test_run ();
}
