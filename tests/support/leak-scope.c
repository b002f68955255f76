/* leak-scope.c: checks that each test frees what it allocates. The linker wraps every test of a
 * program that depends on support_dep in a scope.
 * SPDX-License-Identifier: MIT */

#include <pthread.h>

#include "rensa-variable.h"

/* Programs of a layer below autograd have none of these. */
#pragma weak rensa_variable_count_alive
#pragma weak rensa_function_node_count_alive

/* The existing arrays, and the index of each among all created ones. The thread sanitizer
 * supports this kind of lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static GHashTable *alive;
static guint64 n_made;

static void
watch (RensaArray *array, gboolean is_made)
{
  pthread_mutex_lock (&lock);
  if (is_made)
    g_hash_table_insert (alive, array, (gpointer) (guintptr) ++n_made);
  else
    g_hash_table_remove (alive, array);
  pthread_mutex_unlock (&lock);
}

/* Counts at the start of a test. */
typedef struct
{
  guint arrays;
  guint variables;
  guint function_nodes;
  guint64 n_made;
} LeakScope;

static LeakScope
leak_scope_enter (void)
{
  guint64 number;

  if (alive == NULL)
    {
      alive = g_hash_table_new (NULL, NULL);
      rensa_array_watch (watch);
    }
  pthread_mutex_lock (&lock);
  number = n_made;
  pthread_mutex_unlock (&lock);
  return (LeakScope){
    .arrays = rensa_array_count_alive (),
    .variables = rensa_variable_count_alive != NULL ? rensa_variable_count_alive () : 0,
    .function_nodes = rensa_function_node_count_alive != NULL ? rensa_function_node_count_alive () : 0,
    .n_made = number,
  };
}

static void
name_leaks (const LeakScope *scope)
{
  GHashTableIter iter;
  gpointer array, number;

  pthread_mutex_lock (&lock);
  g_hash_table_iter_init (&iter, alive);
  while (g_hash_table_iter_next (&iter, &array, &number))
    {
      g_autofree char *shape = rensa_shape_to_string (rensa_array_get_shape (array));

      if ((guintptr) number > scope->n_made)
        g_printerr ("leaked: an array of shape %s and dtype %s, number %" G_GUINT64_FORMAT " of the test's\n", shape,
                    rensa_dtype_get_name (rensa_array_get_dtype (array)), (guintptr) number - scope->n_made);
    }
  pthread_mutex_unlock (&lock);
}

static gboolean
leak_scope_equal (const LeakScope *a, const LeakScope *b)
{
  return a->arrays == b->arrays && a->variables == b->variables && a->function_nodes == b->function_nodes;
}

/* Fails the test if something that it created still exists. Waits for threads that are not
 * joined, such as a predictor's. */
static void
leak_scope_leave (const LeakScope *scope)
{
  const gint64 limit = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  LeakScope now = leak_scope_enter ();

  for (; !leak_scope_equal (&now, scope) && g_get_monotonic_time () < limit; now = leak_scope_enter ())
    g_usleep (1000);
  if (now.arrays != scope->arrays)
    name_leaks (scope);
  g_assert_cmpuint (now.function_nodes, ==, scope->function_nodes);
  g_assert_cmpuint (now.variables, ==, scope->variables);
  g_assert_cmpuint (now.arrays, ==, scope->arrays);
}

/* A test as passed to GLib; one of the functions is set. */
typedef struct
{
  GTestFunc plain;
  GTestDataFunc with_data;
  GTestFixtureFunc set_up, with_fixture, tear_down;
  gsize fixture_size;
  gconstpointer data;
  GDestroyNotify free_data;
} Test;

static void
run_with_fixture (const Test *test)
{
  g_autofree gpointer fixture = g_malloc0 (test->fixture_size);

  if (test->set_up != NULL)
    test->set_up (fixture, test->data);
  test->with_fixture (fixture, test->data);
  if (test->tear_down != NULL)
    test->tear_down (fixture, test->data);
}

static void
run (gconstpointer data)
{
  const Test *test = data;
  LeakScope scope = leak_scope_enter ();

  if (test->plain != NULL)
    test->plain ();
  else if (test->with_data != NULL)
    test->with_data (test->data);
  else
    run_with_fixture (test);
  leak_scope_leave (&scope);
}

static void
test_free (gpointer data)
{
  Test *test = data;

  if (test->free_data != NULL)
    test->free_data ((gpointer) test->data);
  g_free (test);
}

/* GLib's functions that add a test, as renamed by the linker, and the original ones that they
 * call. */
void __real_g_test_add_data_func_full (const char *path, gpointer data, GTestDataFunc func, GDestroyNotify free_data);
void __wrap_g_test_add_func (const char *path, GTestFunc func);
void __wrap_g_test_add_data_func (const char *path, gconstpointer data, GTestDataFunc func);
void __wrap_g_test_add_data_func_full (const char *path, gpointer data, GTestDataFunc func, GDestroyNotify free_data);
void __wrap_g_test_add_vtable (const char *path, gsize size, gconstpointer data, GTestFixtureFunc set_up,
                               GTestFixtureFunc func, GTestFixtureFunc tear_down);

static void
add (const char *path, Test test)
{
  __real_g_test_add_data_func_full (path, g_memdup2 (&test, sizeof test), run, test_free);
}

void
__wrap_g_test_add_func (const char *path, GTestFunc func)
{
  add (path, (Test){ .plain = func });
}

void
__wrap_g_test_add_data_func (const char *path, gconstpointer data, GTestDataFunc func)
{
  add (path, (Test){ .with_data = func, .data = data });
}

void
__wrap_g_test_add_data_func_full (const char *path, gpointer data, GTestDataFunc func, GDestroyNotify free_data)
{
  add (path, (Test){ .with_data = func, .data = data, .free_data = free_data });
}

void
__wrap_g_test_add_vtable (const char *path, gsize size, gconstpointer data, GTestFixtureFunc set_up,
                          GTestFixtureFunc func, GTestFixtureFunc tear_down)
{
  add (path,
       (Test){ .set_up = set_up, .with_fixture = func, .tear_down = tear_down, .fixture_size = size, .data = data });
}
