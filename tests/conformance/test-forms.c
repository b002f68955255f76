/* test-forms.c: was each form of a function or link in Chainer and PyTorch run there as it stands?
 * SPDX-License-Identifier: MIT */

#include <locale.h>
#include <string.h>

#include "calls.h"
#include "conformance.h"
#include "forms.h"
#include "rensa-chainer-private.h"
#include "rensa-document-fields.h"
#include "rensa-component.h"
#include "rensa-function-facts.h"
#include "rensa-init.h"
#include "rensa-json.h"
#include "rensa-link.h"
#include "rensa-torch-private.h"

static const RensaPythonDialect *const dialects[] = { &rensa_chainer_dialect, &rensa_torch_dialect };

/* What an exported program has of a sample: what makes the link, where it is one, the call, and the classes and functions that these need;
 * @refusal: why it has nothing. */
typedef struct
{
  char *constructor;
  char *call;
  char *functions;
  char *refusal;
} Form;

static void
form_clear (Form *form)
{
  g_free (form->constructor);
  g_free (form->call);
  g_free (form->functions);
  g_free (form->refusal);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Form, form_clear)

static void
form_end (Form *form, RensaPythonProgram *program, GError *error)
{
  form->functions = g_strdup (program->functions->str);
  form->refusal = error != NULL ? g_strdup (error->message) : NULL;
}

/* The call of a function; the inputs are x[0], x[1], … */
static void
write_function (const RensaPythonDialect *dialect, const Call *call, Form *form)
{
  const RensaFunctionClass *class = call->class;
  g_autoptr (RensaPythonProgram) program = rensa_python_program_new (dialect, NULL);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  RensaBinding bindings[RENSA_MAX_INPUT_SPECS];
  int starts[RENSA_MAX_INPUT_SPECS + 1];
  const int n_specs = rensa_inputs_parse (class->inputs, specs);
  RensaTemplateScope scope = { &program->writer, bindings, n_specs, FALSE };

  g_assert_true (rensa_function_divide_inputs (class, rensa_example_get_values (call), call->n_inputs, starts));
  for (int k = 0; k < n_specs; k++)
    {
      GString *values = g_string_new (specs[k].list ? "[" : NULL);

      for (int i = starts[k]; i < starts[k + 1]; i++)
        g_string_append_printf (values, call->inputs[i] != NULL ? "%sx[%d]" : "%sNone", i > starts[k] ? ", " : "", i);
      g_string_append (values, specs[k].list ? "]" : "");
      g_ptr_array_add (texts, g_string_free (values, FALSE));
      bindings[k] = (RensaBinding){ specs[k].name, texts->pdata[k] };
      if (!specs[k].list && (starts[k] == starts[k + 1] || call->inputs[starts[k]] == NULL))
        bindings[k].text = NULL;
    }
  form->call = rensa_template_write (call->attrs, &scope, &error);
  if (form->call != NULL)
    rensa_python_write_class (program, RENSA_COMPONENT (class), form->call);
  form_end (form, program, error);
}

static char *write_link_inputs (const RensaLinkClass *class, guint i);

/* "link(…)", where what it is called with may take something of the inputs, or something besides them. */
static char *
write_link_call (RensaPythonProgram *program, const RensaLinkClass *class, guint i, RensaAttrs *attrs)
{
  const char *input = rensa_python_get_form (program, RENSA_COMPONENT (class), "_input");
  const char *call = rensa_python_get_form (program, RENSA_COMPONENT (class), "_call");
  static const char *const values[] = { "x[0]", "x[1]", "x[2]" };
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  RensaBinding bindings[G_N_ELEMENTS (values)];
  const int n = rensa_inputs_parse (class->inputs, specs);
  RensaTemplateScope scope = { &program->writer, bindings, MIN (n, (int) G_N_ELEMENTS (values)), FALSE };
  g_autofree char *inputs = NULL;
  g_autofree char *more = NULL;

  for (guint k = 0; k < scope.n_bindings; k++)
    bindings[k] = (RensaBinding){ specs[k].name, values[k] };
  inputs = input != NULL ? rensa_template_fill (input, attrs, &scope) : write_link_inputs (class, i);
  more = call != NULL ? rensa_template_fill (call, attrs, &scope) : g_strdup ("");
  return g_strdup_printf ("link(%s%s%s)", inputs, inputs[0] != '\0' && more[0] != '\0' ? ", " : "", more);
}

static void
write_link (const RensaPythonDialect *dialect, const RensaLinkClass *class, guint i, Form *form)
{
  g_autoptr (RensaPythonProgram) program = rensa_python_program_new (dialect, NULL);
  g_autoptr (RensaAttrs) attrs = rensa_attrs_new (RENSA_COMPONENT (class));
  g_autoptr (GError) error = NULL;
  RensaModelNode node = {
    .kind = RENSA_MODEL_NODE_LINK, .place = "sample", .path = "sample", .attrs = attrs, .repeat = 1
  };

  g_assert_true (rensa_attrs_parse (attrs, class->samples[i].attrs, NULL));
  form->constructor = dialect->write_link (program, &node, FALSE, &error);
  form->call = write_link_call (program, class, i, attrs);
  form_end (form, program, error);
}

static void
add_samples (const RensaSample *samples, guint n_samples, GChecksum *sum)
{
  for (guint i = 0; i < n_samples; i++)
    {
      const RensaSample *sample = &samples[i];
      g_autofree char *line =
          g_strjoin ("|", "", sample->attrs != NULL ? sample->attrs : "", sample->inputs, sample->outputs, "", NULL);

      g_checksum_update (sum, (const guchar *) line, (gssize) strlen (line));
    }
}

static void
add_form (const Form *form, GChecksum *sum)
{
  g_autofree char *text =
      g_strjoin ("|", form->constructor != NULL ? form->constructor : "", form->call != NULL ? form->call : "",
                 form->functions, form->refusal != NULL ? form->refusal : "", NULL);

  g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text));
}

/* Of what the form becomes in each sample, and of the samples: another one has to be run. */
static char *
hash_function (const RensaPythonDialect *dialect, const RensaFunctionClass *class)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Call) call = { 0 };
      g_auto (Form) form = { 0 };

      call_init (&call, class, i);
      write_function (dialect, &call, &form);
      add_form (&form, sum);
    }
  add_samples (class->samples, class->n_samples, sum);
  return g_strndup (g_checksum_get_string (sum), 16);
}

static char *
hash_link (const RensaPythonDialect *dialect, const RensaLinkClass *class)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < class->n_samples; i++)
    {
      g_auto (Form) form = { 0 };

      write_link (dialect, class, i, &form);
      add_form (&form, sum);
    }
  add_samples (class->samples, class->n_samples, sum);
  return g_strndup (g_checksum_get_string (sum), 16);
}

/* For build-aux/record-forms.py */

static struct json_object *
form_to_json (const Form *form)
{
  struct json_object *json = json_object_new_object ();

  json_object_object_add (json, "functions", json_object_new_string (form->functions));
  json_object_object_add (json, "constructor",
                          form->constructor != NULL ? json_object_new_string (form->constructor) : NULL);
  json_object_object_add (json, "call", form->call != NULL ? json_object_new_string (form->call) : NULL);
  json_object_object_add (json, "refusal", form->refusal != NULL ? json_object_new_string (form->refusal) : NULL);
  return json;
}

static struct json_object *
sample_to_json (const RensaFunctionClass *class, guint i)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *weights = json_object_new_array ();
  g_auto (Call) call = { 0 };
  g_auto (Results) results = { 0 };

  call_init (&call, class, i);
  g_assert_true (call_apply (&call, FALSE, &results, NULL));
  for (int k = 0; k < results.n_outputs; k++)
    {
      const RensaType type = rensa_array_get_type (results.outputs[k]);
      g_autoptr (RensaArray) weight = rensa_dtype_is_floating (type.dtype) ? make_weights (&type) : NULL;

      json_object_array_add (weights, array_to_json (weight));
    }
  for (guint k = 0; k < G_N_ELEMENTS (dialects); k++)
    if (rensa_component_get_form (RENSA_COMPONENT (class), dialects[k]->target) != NULL)
      {
        g_auto (Form) form = { 0 };

        write_function (dialects[k], &call, &form);
        json_object_object_add (json, dialects[k]->target, form_to_json (&form));
      }
  json_object_object_add (json, "attrs", rensa_attrs_to_json (call.attrs));
  json_object_object_add (json, "inputs", arrays_to_json (call.inputs, call.n_inputs));
  json_object_object_add (json, "outputs", arrays_to_json (results.outputs, results.n_outputs));
  json_object_object_add (json, "weights", weights);
  json_object_object_add (json, "grads", arrays_to_json (results.grads, results.n_grads));
  return json;
}

static void
add_hash (struct json_object *json, const RensaPythonDialect *dialect, char *hash)
{
  g_autofree char *key = g_strconcat (dialect->target, "_hash", NULL);
  g_autofree char *text = hash;

  json_object_object_add (json, key, json_object_new_string (text));
}

static void
dump (const RensaFunctionClass *class)
{
  struct json_object *json = rensa_function_to_json (class);
  struct json_object *samples = json_object_new_array ();

  for (guint i = 0; i < class->n_samples; i++)
    json_object_array_add (samples, sample_to_json (class, i));
  json_object_object_add (json, "samples", samples);
  for (guint k = 0; k < G_N_ELEMENTS (dialects); k++)
    if (rensa_component_get_form (RENSA_COMPONENT (class), dialects[k]->target) != NULL)
      add_hash (json, dialects[k], hash_function (dialects[k], class));
  g_print ("%s\n", json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));
  json_object_put (json);
}

/* The array of each text, of integers where the input takes them. */
static struct json_object *
texts_to_json (const char *joined, const char *const *inputs)
{
  struct json_object *json = json_object_new_array ();
  g_auto (GStrv) texts = g_strsplit (joined, ";", -1);
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = inputs != NULL ? rensa_inputs_parse (inputs, specs) : 0;
  int last = 0;

  /* All from a list on are of one; where there are more lists, those of another type say so. */
  while (last < n - 1 && !specs[last].list)
    last++;
  for (int i = 0; texts[i] != NULL; i++)
    {
      const RensaDtype dtype = n > 0 && specs[MIN (i, last)].integer ? RENSA_INT32 : RENSA_FLOAT64;
      g_autoptr (RensaArray) array = rensa_array_new_from_text (texts[i], dtype, NULL);

      json_object_array_add (json, array_to_json (array));
    }
  return json;
}

static int
count_axes (const char *text)
{
  g_autoptr (RensaArray) array = rensa_array_new_from_text (text, RENSA_FLOAT64, NULL);

  return rensa_array_get_ndim (array);
}

/* Arrays of as many axes in a row are a list; what is before has three, or is not given. */
static char *
write_lists (const RensaInputSpec *specs, int n_specs, const char *const *texts)
{
  g_autoptr (GString) call = g_string_new (NULL);
  int at = 0;

  for (int k = 0; k < n_specs && (texts[at] != NULL || !specs[k].optional); k++)
    {
      const int n_axes = texts[at] != NULL ? count_axes (texts[at]) : 0;

      g_string_append (call, k > 0 ? ", " : "");
      if (!specs[k].sequence && n_axes != 3)
        g_string_append (call, "None");
      else if (!specs[k].sequence)
        g_string_append_printf (call, "x[%d]", at++);
      else
        {
          g_string_append_c (call, '[');
          for (const int first = at; texts[at] != NULL && count_axes (texts[at]) == n_axes; at++)
            g_string_append_printf (call, "%sx[%d]", at > first ? ", " : "", at);
          g_string_append_c (call, ']');
        }
    }
  return g_string_free (g_steal_pointer (&call), FALSE);
}

/* What stands between the brackets of the call of sample @i. */
static char *
write_link_inputs (const RensaLinkClass *class, guint i)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n_specs = rensa_inputs_parse (class->inputs, specs);
  g_auto (GStrv) texts = g_strsplit (class->samples[i].inputs, ";", -1);

  if (!rensa_inputs_take_sequences (class->inputs))
    return g_strdup ("*x");
  return write_lists (specs, n_specs, (const char *const *) texts);
}

static struct json_object *
link_sample_to_json (const RensaLinkClass *class, guint i)
{
  struct json_object *json = json_object_new_object ();

  for (guint k = 0; k < G_N_ELEMENTS (dialects); k++)
    if (rensa_component_get_form (RENSA_COMPONENT (class), dialects[k]->target) != NULL)
      {
        g_auto (Form) form = { 0 };

        write_link (dialects[k], class, i, &form);
        json_object_object_add (json, dialects[k]->target, form_to_json (&form));
      }
  json_object_object_add (json, "inputs", texts_to_json (class->samples[i].inputs, class->inputs));
  json_object_object_add (json, "outputs", texts_to_json (class->samples[i].outputs, NULL));
  return json;
}

static void
dump_link (const RensaLinkClass *class)
{
  struct json_object *json = json_object_new_object ();
  struct json_object *samples = json_object_new_array ();

  for (guint i = 0; i < class->n_samples; i++)
    json_object_array_add (samples, link_sample_to_json (class, i));
  json_object_object_add (json, "link", json_object_new_string (class->name));
  json_object_object_add (json, "samples", samples);
  for (guint k = 0; k < G_N_ELEMENTS (dialects); k++)
    if (rensa_component_get_form (RENSA_COMPONENT (class), dialects[k]->target) != NULL)
      add_hash (json, dialects[k], hash_link (dialects[k], class));
  g_print ("%s\n", json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));
  json_object_put (json);
}

/* What links of PyTorch call. */
static void
dump_runtime (void)
{
  struct json_object *json = json_object_new_object ();
  g_autofree char *text = g_strconcat (rensa_torch_drawn, rensa_torch_lecun, rensa_torch_initialize, NULL);

  json_object_object_add (json, "torch_runtime", json_object_new_string (text));
  g_print ("%s\n", json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN));
  json_object_put (json);
}

/* The test */

static void
check_forms (gconstpointer data)
{
  const RensaFunctionClass *class = data;

  for (guint k = 0; k < G_N_ELEMENTS (dialects); k++)
    if (rensa_component_get_form (RENSA_COMPONENT (class), dialects[k]->target) != NULL)
      check_form (class->name, class->n_samples, dialects[k]->target, hash_function (dialects[k], class));
    else
      check_no_form (class->name, dialects[k]->target);
}

static void
check_link_forms (gconstpointer data)
{
  const RensaLinkClass *class = data;
  g_autofree char *name = g_strconcat ("links/", class->name, NULL);

  for (guint k = 0; k < G_N_ELEMENTS (dialects); k++)
    if (rensa_component_get_form (RENSA_COMPONENT (class), dialects[k]->target) != NULL)
      check_form (name, class->n_samples, dialects[k]->target, hash_link (dialects[k], class));
    else
      check_no_form (name, dialects[k]->target);
}

static void
add_links (gboolean dumps)
{
  guint n;
  const RensaComponent *const *table = rensa_registry_list (RENSA_COMPONENT_LINK, &n);

  for (guint i = 0; i < n; i++)
    {
      const RensaLinkClass *class = (const RensaLinkClass *) table[i];
      g_autofree char *path = g_strdup_printf ("/links/%s/forms", class->name);

      if (class->n_samples == 0)
        continue;
      if (dumps)
        dump_link (class);
      else
        g_test_add_data_func (path, class, check_link_forms);
    }
}

int
main (int argc, char **argv)
{
  const gboolean dumps = argc > 1 && g_str_equal (argv[1], "--dump");
  const RensaComponent *const *table;
  guint n;
  int status = 0;

  setlocale (LC_ALL, "C.UTF-8");
  rensa_init ();
  table = rensa_registry_list (RENSA_COMPONENT_FUNCTION, &n);
  if (!dumps)
    {
      g_test_init (&argc, &argv, NULL);
      forms_open ();
    }
  for (guint i = 0; i < n; i++)
    {
      const RensaFunctionClass *class = (const RensaFunctionClass *) table[i];
      g_autofree char *name = g_strdup_printf ("/functions/%s/forms", class->name);

      if (class->group != NULL && dumps)
        dump (class);
      else if (class->group != NULL)
        g_test_add_data_func (name, class, check_forms);
    }
  if (dumps)
    dump_runtime ();
  add_links (dumps);
  status = dumps ? 0 : g_test_run ();
  forms_close ();
  return status;
}
