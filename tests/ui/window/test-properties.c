/* test-properties.c: every property of every type of the studio can be read and written, and is what it says it is.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "studio-plot.h"
#include "studio-try-dialog.h"
#include "window-fixture.h"

static gboolean
is_ours (GType type)
{
  return g_str_has_prefix (g_type_name (type), "Studio");
}

/* All types below @type that are known by now and can be made. */
static void
gather (GType type, GArray *types)
{
  g_autofree GType *children = g_type_children (type, NULL);

  for (guint i = 0; children[i] != 0; i++)
    {
      if (is_ours (children[i]) && !G_TYPE_IS_ABSTRACT (children[i]))
        g_array_append_val (types, children[i]);
      gather (children[i], types);
    }
}

/* A value other than the default, where there is one that any object takes. */
static gboolean
choose_value (GParamSpec *spec, GValue *value)
{
  g_value_init (value, G_PARAM_SPEC_VALUE_TYPE (spec));
  g_param_value_set_default (spec, value);
  if (G_IS_PARAM_SPEC_BOOLEAN (spec))
    g_value_set_boolean (value, !g_value_get_boolean (value));
  else if (G_IS_PARAM_SPEC_STRING (spec))
    g_value_set_string (value, "text");
  else if (G_IS_PARAM_SPEC_INT (spec))
    g_value_set_int (value, MIN (G_PARAM_SPEC_INT (spec)->minimum + 1, G_PARAM_SPEC_INT (spec)->maximum));
  else if (G_IS_PARAM_SPEC_DOUBLE (spec))
    g_value_set_double (value, (G_PARAM_SPEC_DOUBLE (spec)->minimum + G_PARAM_SPEC_DOUBLE (spec)->maximum) / 2);
  else if (G_IS_PARAM_SPEC_ENUM (spec))
    g_value_set_enum (value, G_PARAM_SPEC_ENUM (spec)->enum_class->maximum);
  else if (G_PARAM_SPEC_VALUE_TYPE (spec) == GTK_TYPE_WIDGET)
    g_value_set_object (value, gtk_label_new ("child"));
  else
    return G_IS_PARAM_SPEC_OBJECT (spec) || G_IS_PARAM_SPEC_BOXED (spec);
  return TRUE;
}

static void
read_property (GObject *object, GParamSpec *spec, GValue *value)
{
  g_value_init (value, G_PARAM_SPEC_VALUE_TYPE (spec));
  g_object_get_property (object, spec->name, value);
  g_assert_true (G_VALUE_HOLDS (value, G_PARAM_SPEC_VALUE_TYPE (spec)));
  g_assert_false (g_param_value_validate (spec, value));
}

static gboolean
can_write (GParamSpec *spec)
{
  return (spec->flags & G_PARAM_WRITABLE) && !(spec->flags & G_PARAM_CONSTRUCT_ONLY);
}

/* Without a project and a run to be about, an object may refuse a value; it must not take another. */
static void
check_property (GObject *object, GParamSpec *spec)
{
  g_auto (GValue) before = G_VALUE_INIT;
  g_auto (GValue) written = G_VALUE_INIT;
  g_auto (GValue) after = G_VALUE_INIT;

  g_test_message ("%s:%s", G_OBJECT_TYPE_NAME (object), spec->name);
  if (spec->flags & G_PARAM_READABLE)
    read_property (object, spec, &before);
  if (!can_write (spec) || !choose_value (spec, &written))
    return;

  g_object_set_property (object, spec->name, &written);
  if (!(spec->flags & G_PARAM_READABLE))
    return;
  read_property (object, spec, &after);
  g_assert_true (g_param_values_cmp (spec, &after, &written) == 0 || g_param_values_cmp (spec, &after, &before) == 0);
  if (!G_IS_PARAM_SPEC_OBJECT (spec))
    g_object_set_property (object, spec->name, &before);
}

static guint
check_type (GType type)
{
  GObject *object = g_object_new (type, NULL);
  g_autofree GParamSpec **specs = NULL;
  guint n_specs;
  guint n_checked = 0;

  if (G_IS_INITIALLY_UNOWNED (object) && !GTK_IS_WINDOW (object))
    g_object_ref_sink (object);
  specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (object), &n_specs);
  for (guint i = 0; i < n_specs; i++)
    if (is_ours (specs[i]->owner_type))
      {
        check_property (object, specs[i]);
        n_checked++;
      }
  if (GTK_IS_WINDOW (object))
    gtk_window_destroy (GTK_WINDOW (object));
  else
    g_object_unref (object);
  return n_checked;
}

/* Those that need something to be about. */
static gboolean
is_made_by_itself (GType type)
{
  static const char *const others[] = { "StudioApplication", "StudioWindow", NULL };

  return g_type_is_a (type, GTK_TYPE_WIDGET) && !g_strv_contains (others, g_type_name (type));
}

static void
test_properties (Desk *desk, StudioWindow *window)
{
  static const char *const names[] = { "data", "training", "graph", "runs", "code", "model" };
  g_autoptr (GArray) types = g_array_new (FALSE, FALSE, sizeof (GType));
  guint n_types = 0;
  guint n_properties = 0;

  /* What was seen is known. */
  g_type_ensure (STUDIO_TYPE_PLOT);
  g_type_ensure (STUDIO_TYPE_TRY_DIALOG);
  desk_open_example (desk, "moons.rensa");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    act_on (window, "win.show-page", names[i]);
  gather (GTK_TYPE_WIDGET, types);
  for (guint i = 0; i < types->len; i++)
    if (is_made_by_itself (g_array_index (types, GType, i)))
      {
        n_properties += check_type (g_array_index (types, GType, i));
        n_types++;
      }
  g_test_message ("%u properties of %u types", n_properties, n_types);
  g_assert_cmpuint (n_types, >=, 30);
  g_assert_cmpuint (n_properties, >=, 30);
}

/* The objects that are there in a window with a project and a run. */
static void
test_models (Desk *desk, StudioWindow *window)
{
  GObject *objects[3];

  desk_open_example (desk, "moons.rensa");
  train (window);
  objects[0] = G_OBJECT (window);
  objects[1] = G_OBJECT (window->project);
  objects[2] = G_OBJECT (window->run);
  for (guint k = 0; k < G_N_ELEMENTS (objects); k++)
    {
      guint n_specs;
      g_autofree GParamSpec **specs = g_object_class_list_properties (G_OBJECT_GET_CLASS (objects[k]), &n_specs);

      for (guint i = 0; i < n_specs; i++)
        if (is_ours (specs[i]->owner_type))
          check_property (objects[k], specs[i]);
    }
  stop (window);
}

int
main (int argc, char **argv)
{
  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/window/properties/widgets", test_properties);
  ADD_DESK_TEST ("/ui/window/properties/models", test_models);
  return g_test_run ();
}
