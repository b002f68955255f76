/* test-huge-attributes.c: a huge number in an attribute ends in a sentence, or in a result.
 *
 * Memory is limited, so that what asks for too much is refused at once; a program that ends itself instead fails the test.
 * SPDX-License-Identifier: MIT */

#include <json-c/json.h>
#include <sys/resource.h>

#include "rensa-error.h"
#include "rensa-example.h"
#include "rensa-functions.h"
#include "rensa-sanitizer.h"

#define HEADROOM (G_GUINT64_CONSTANT (512) << 20)

static const gint64 huge[] = { G_MAXINT16, 40000000, G_MAXINT32, G_MAXINT64 };

/* What this process may take beyond what it has. */
static void
limit_memory (void)
{
  g_autofree char *text = NULL;
  guint64 n_pages;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  n_pages = g_ascii_strtoull (text, NULL, 10);
  setrlimit (RLIMIT_AS, &(struct rlimit){ n_pages * 4096 + HEADROOM, RLIM_INFINITY });
}

/* @value in place of entry @place of an attribute's numbers; NULL where there is no such entry. */
static struct json_object *
put_huge (struct json_object *json, size_t place, gint64 value)
{
  struct json_object *changed = NULL;

  if (json_object_is_type (json, json_type_int) && place == 0)
    return json_object_new_int64 (value);
  if (!json_object_is_type (json, json_type_array) || place >= json_object_array_length (json))
    return NULL;
  json_object_deep_copy (json, &changed, NULL);
  json_object_array_put_idx (changed, place, json_object_new_int64 (value));
  return changed;
}

/* Nothing may be larger than what was asked for, and nothing may be without a sentence. */
static void
run (const RensaExample *example)
{
  RensaVariable *inputs[RENSA_EXAMPLE_MAX_INPUTS] = { NULL };
  g_autofree RensaVariable **outputs = g_new0 (RensaVariable *, G_MAXINT16 + 1);
  g_autoptr (GError) error = NULL;
  int n;

  for (int i = 0; i < example->n_inputs; i++)
    inputs[i] = example->inputs[i] != NULL ? rensa_variable_new (example->inputs[i]) : NULL;
  n = rensa_function_apply (example->class, rensa_example_get_values (example), inputs, example->n_inputs, outputs,
                            G_MAXINT16 + 1, &error);
  g_assert_true (n >= 0 || error != NULL);
  for (int i = 0; i < n; i++)
    rensa_variable_unref (outputs[i]);
  for (int i = 0; i < example->n_inputs; i++)
    g_clear_pointer (&inputs[i], rensa_variable_unref);
}

static int
try_attribute (RensaExample *example, const RensaAttrSpec *spec)
{
  RensaAttrs *attrs = example->attrs;
  struct json_object *json = rensa_attrs_get_json (attrs, spec);
  int n_taken = 0;

  for (guint k = 0; k < G_N_ELEMENTS (huge); k++)
    for (size_t place = 0;; place++)
      {
        struct json_object *changed = put_huge (json, place, huge[k]);

        if (changed == NULL)
          break;
        example->attrs = rensa_attrs_copy (attrs);
        if (rensa_attrs_set_json (example->attrs, spec->name, changed, NULL))
          {
            run (example);
            n_taken++;
          }
        rensa_attrs_unref (example->attrs);
        json_object_put (changed);
      }
  example->attrs = attrs;
  json_object_put (json);
  return n_taken;
}

static void
test_huge_attributes (void)
{
  guint n;
  const RensaComponent *const *all = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);
  int n_tried = 0;

  for (guint i = 0; i < n; i++)
    {
      const RensaFunctionClass *class = (const RensaFunctionClass *) all[i];

      for (guint sample = 0; sample < class->n_samples; sample++)
        {
          g_auto (RensaExample) example = { 0 };

          if (!rensa_example_init (&example, class, sample, NULL))
            continue;
          for (guint k = 0; k < class->n_attrs; k++)
            n_tried += try_attribute (&example, &class->attrs[k]);
        }
    }
  g_test_message ("%d calls", n_tried);
  g_assert_cmpint (n_tried, >, 500);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_registry_add (RENSA_COMPONENT_FUNCTION, (const RensaComponent *const *) rensa_functions_classes,
                      rensa_n_functions_classes);
  /* Sanitizers take terabytes of addresses. */
  if (!RENSA_SANITIZED)
    {
      limit_memory ();
      g_test_add_func ("/functions/huge-attributes", test_huge_attributes);
    }
  return g_test_run ();
}
