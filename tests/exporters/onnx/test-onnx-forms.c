/* test-onnx-forms.c: the forms of all components for ONNX, read without running them, and forms with slips.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-function.h"
#include "rensa-init.h"
#include "rensa-onnx-run-private.h"
#include "rensa-transform.h"

/* A form that is checked: the names that are known so far, and the first slip. */
typedef struct
{
  const RensaComponent *component;
  GHashTable *names;
  char *slip;
} Check;

static void
add_name (Check *check, const char *name)
{
  g_hash_table_add (check->names, g_strdup (name));
}

static void
fail (Check *check, const char *what, const char *name)
{
  if (check->slip == NULL)
    check->slip = g_strdup_printf ("%s: %s %s", check->component->name, what, name);
}

static void walk (Check *check, const RensaOnnxForm *form);

static void
walk_children (Check *check, const RensaOnnxForm *form)
{
  for (guint i = 0; i < form->children->len; i++)
    walk (check, form->children->pdata[i]);
}

static const char *
get_text (const RensaOnnxForm *form, guint i)
{
  return ((const RensaOnnxForm *) form->children->pdata[i])->text;
}

static void
walk_call (Check *check, const RensaOnnxForm *form)
{
  const guint n = form->children->len;

  if (g_str_equal (form->text, "each"))
    {
      walk (check, form->children->pdata[1]);
      add_name (check, get_text (form, 0));
      walk (check, form->children->pdata[2]);
      return;
    }
  if (!g_ascii_isupper (form->text[0]) && !rensa_onnx_has_fact (form->text, n))
    fail (check, "does not know the call", form->text);
  if (g_str_equal (form->text, "refuse") && rensa_component_find_attr (check->component, get_text (form, 0)) == NULL)
    fail (check, "refuses the unknown attribute", get_text (form, 0));
  walk_children (check, form);
}

static void
walk (Check *check, const RensaOnnxForm *form)
{
  const guint last = form->children->len - 1;

  switch (form->kind)
    {
    case RENSA_ONNX_FORM_NAME:
      if (!g_hash_table_contains (check->names, form->text)
          && rensa_component_find_attr (check->component, form->text) == NULL)
        fail (check, "does not know the name", form->text);
      break;
    case RENSA_ONNX_FORM_CALL:
      walk_call (check, form);
      break;
    case RENSA_ONNX_FORM_ASSIGN:
      walk (check, form->children->pdata[last]);
      for (guint i = 0; i < last; i++)
        add_name (check, get_text (form, i));
      break;
    default:
      walk_children (check, form);
    }
}

/* The slip in @text, or NULL. */
static char *
find_slip (const RensaComponent *component, const char *text, const char *const *names)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaOnnxForm) form = rensa_onnx_form_parse (text, &error);
  Check check = { component, known, NULL };

  if (form == NULL)
    return g_strdup_printf ("%s: %s", component->name, error->message);
  add_name (&check, "none");
  add_name (&check, "out");
  for (guint i = 0; names[i] != NULL; i++)
    add_name (&check, names[i]);
  walk (&check, form);
  return check.slip;
}

/* The inputs of a function, the figures of a transform, and what rensa-onnx-trace.c and rensa-onnx-preprocessing.c bind
 * besides. */
static GPtrArray *
list_names (RensaComponentKind kind, const RensaComponent *component)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  if (kind == RENSA_COMPONENT_FUNCTION)
    {
      RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
      const int n = rensa_inputs_parse (((const RensaFunctionClass *) component)->inputs, specs);

      g_ptr_array_add (names, g_strdup ("outs"));
      for (int i = 0; i < n; i++)
        g_ptr_array_add (names, g_strdup (specs[i].name));
    }
  else
    {
      static const char *const usual[] = { "x", "before", "after", "fill" };
      const RensaTransformClass *class = (const RensaTransformClass *) component;

      for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
        g_ptr_array_add (names, g_strdup (usual[i]));
      for (guint i = 0; i < rensa_transform_class_count_figures (class); i++)
        g_ptr_array_add (names, g_strdup (class->figures[i]));
    }
  g_ptr_array_add (names, NULL);
  return names;
}

/* Also in branches that no sample reaches, a form uses known names, and known calls with the right number of arguments. */
static void
test_all (void)
{
  static const RensaComponentKind kinds[] = { RENSA_COMPONENT_FUNCTION, RENSA_COMPONENT_TRANSFORM };
  guint n_checked = 0;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n;
      const RensaComponent *const *components = rensa_registry_list (kinds[k], &n);

      for (guint i = 0; i < n; i++)
        {
          const char *form = rensa_component_get_form (components[i], "onnx");

          if (form == NULL)
            continue;
          g_autoptr (GPtrArray) names = list_names (kinds[k], components[i]);
          g_autofree char *slip = find_slip (components[i], form, (const char *const *) names->pdata);
          g_assert_cmpstr (slip, ==, NULL);
          n_checked++;
        }
    }
  g_assert_cmpuint (n_checked, >, 180);
}

/* The check above finds what it looks for. */
static void
test_planted (void)
{
  static const char *const names[] = { "x", NULL };
  static const struct
  {
    const char *form;
    const char *slip;
  } cases[] = {
    { "x > 0 ? x : y", "relu: does not know the name y" },
    { "Clip (x, min=y)", "relu: does not know the name y" },
    { "axis == 1 ? x : x", "relu: does not know the name axis" },
    { "t = x; Neg (s)", "relu: does not know the name s" },
    { "each (i, shape (x), i + j)", "relu: does not know the name j" },
    { "dim (x)", "relu: does not know the call dim" },
    { "size (x)", NULL },
    { "each (i, shape (x), i + 1)", NULL },
  };
  const RensaComponent *relu = rensa_registry_find (RENSA_COMPONENT_FUNCTION, "relu", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *slip = find_slip (relu, cases[i].form, names);

      g_assert_cmpstr (slip, ==, cases[i].slip);
    }
}

/* A slip is an error, not the end of the program. */
static void
test_errors (void)
{
  static const struct
  {
    const char *form;
    const char *message;
  } cases[] = {
    { "", "the ONNX form “” expects “value” at “”" },
    { "Neg (x", "the ONNX form “Neg (x” expects “)” at “”" },
    { "Neg (x) y", "the ONNX form “Neg (x) y” expects “operator” at “y”" },
    { "Cast (x, to='float)", "the ONNX form “Cast (x, to='float)” expects “'” at “float)”" },
    { "none ? 1", "the ONNX form “none ? 1” expects “:” at “”" },
    { "[a=1]", "the ONNX form “[a=1]” expects “]” at “=1]”" },
    { "size (x, a=1)", "the ONNX form “size (x, a=1)” expects “)” at “=1)”" },
    { "each (1, [1], 2)", "the ONNX form “each (1, [1], 2)” expects “each (name, list, form)” at “”" },
    { "each (i, [1])", "the ONNX form “each (i, [1])” expects “each (name, list, form)” at “”" },
    { "1 = 2", "the ONNX form “1 = 2” expects “name = value” at “ 2”" },
    { "* 2 + ; (", "the ONNX form “* 2 + ; (” expects “value” at “* 2 + ; (”" },
    { "y", "the ONNX form of relu uses the unknown name “y”" },
    { "Neg (y + 1)", "the ONNX form of relu uses the unknown name “y”" },
    { "size ()", "the ONNX form of relu calls size, which is unknown or takes another number of arguments" },
    { "soze (1)", "the ONNX form of relu calls soze, which is unknown or takes another number of arguments" },
    { "1 + 2", "the ONNX form of relu expects an array as its output" },
  };
  const RensaComponent *relu = rensa_registry_find (RENSA_COMPONENT_FUNCTION, "relu", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RensaOnnxRun) run = rensa_onnx_run_new (NULL, "node", relu, NULL, RENSA_FLOAT32);
      g_autoptr (GError) error = NULL;

      g_assert_null (rensa_onnx_run_form (run, cases[i].form, &error));
      g_assert_error (error, RENSA_ERROR, RENSA_ERROR_FORMAT);
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  g_test_add_func ("/exporters/onnx/forms/all", test_all);
  g_test_add_func ("/exporters/onnx/forms/planted", test_planted);
  g_test_add_func ("/exporters/onnx/forms/errors", test_errors);
  return g_test_run ();
}
