/* check-functions.c: functions, their gradients and the gradients of those.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "gradient-cases.h"
#include "rensa-error.h"
#include "rensa-function.h"

/* Whether the case calls an array "xs.1" or "ws.0.2", which is in the list "xs*" or "ws*", or by the name of the input. */
static gboolean
is_named (const RensaInputSpec *spec, const char *name)
{
  const gsize length = strlen (spec->name);

  if (strncmp (spec->name, name, length) != 0)
    return FALSE;
  return name[length] == '\0' || (spec->list && name[length] == '.');
}

/* Where each named array stands in the call: in the order of the declared inputs, those of a list in the order in which they
 * are named. An optional input that is not named leaves its place empty. Returns the number of places; -1 with an error. */
static int
place_inputs (Case *self, const RensaFunctionClass *class, RensaVariable **inputs, GError **error)
{
  RensaInputSpec specs[RENSA_MAX_INPUT_SPECS];
  const int n = rensa_inputs_parse (class->inputs, specs);
  int n_places = 0;
  int place = 0;
  int n_found = 0;

  for (int k = 0; k < n; k++)
    {
      const int start = place;

      for (int i = 0; i < self->n_named; i++)
        {
          /* The reference names the operand of a method "self" or "a"; a function of one array means that. */
          if (!is_named (&specs[k], case_get_input_name (self, i)) && !(n == 1 && !specs[0].list && self->n_named == 1))
            continue;
          inputs[place++] = self->named[i];
          n_places = place;
          n_found++;
        }
      if (place == start && !specs[k].list)
        place++;
    }
  if (n_found == self->n_named)
    return n_places;
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_NOT_FOUND, "the case names %d inputs, the function knows %d of them",
               self->n_named, n_found);
  return -1;
}

static gboolean
call_function (Case *self, GError **error)
{
  const RensaFunctionClass *class = self->data;
  RensaVariable *inputs[MAX_VARIABLES] = { NULL };
  g_autoptr (RensaAttrs) attrs = make_attrs (RENSA_COMPONENT_FUNCTION, class->name, get (self->json, "attrs"), error);
  int n;

  if (attrs == NULL || !rensa_attrs_check_complete (attrs, error))
    return FALSE;
  n = place_inputs (self, class, inputs, error);
  if (n < 0)
    return FALSE;
  self->n_outputs =
      rensa_function_apply (class, rensa_attrs_get_values (attrs), inputs, n, self->outputs, MAX_VARIABLES, error);
  return self->n_outputs >= 0;
}

/* The size of their results, or of tables on the way to them, follows from values, so that the device must be waited for; copy takes
 * arrays from one device to another. */
static const char *const waiting[] = {
  "classification_summary", "copy", "f1_score", "precision", "recall", "roi_average_align_2d", "roi_max_align_2d", NULL,
};

static void
check_function (Report *report, const char *name, CaseFile *file)
{
  struct json_object *cases = get (file->json, "cases");
  const RensaComponent *component = rensa_registry_find (RENSA_COMPONENT_FUNCTION, name, NULL);

  if (component == NULL)
    {
      report_skip (report, "function", name, "not implemented");
      return;
    }

  report_begin (report, "function", name);
  for (int i = 0; i < get_length (cases); i++)
    case_report (&(Case){ .report = report,
                          .file = file,
                          .json = get_item (cases, i),
                          .compute = call_function,
                          .data = component,
                          .may_wait = g_strv_contains (waiting, name) });
  report_end (report);
}

void
check_functions (Report *report, const char *dir)
{
  foreach_case_file (report, dir, "functions", check_function);
}
