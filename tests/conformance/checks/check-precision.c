/* check-precision.c: float16 parameters updated in float32, and scaled losses.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"
#include "models.h"
#include "rensa-primitives.h"
#include "runs.h"

typedef struct
{
  Report *report;
  struct json_object *json;
  RensaLink *link;
  RensaOptimizer *optimizer;
} Case;

static gboolean
is_half (Case *self)
{
  return g_str_equal (get_string (self->json, "dtype"), "float16");
}

/* Those that are too large become infinite. */
static RensaArray *
make_array (Case *self, struct json_object *numbers, GError **error)
{
  struct json_object *dims = get (self->json, "shape");
  const RensaShape shape =
      RENSA_SHAPE (json_object_get_int64 (get_item (dims, 0)), json_object_get_int64 (get_item (dims, 1)));
  g_autofree double *values = g_new (double, get_length (numbers));
  g_autoptr (RensaArray) wide = NULL;

  for (int i = 0; i < get_length (numbers); i++)
    values[i] = json_object_get_double (get_item (numbers, i));
  wide = rensa_array_new_from_host (RENSA_FLOAT64, &shape, values, error);
  return wide != NULL ? rensa_array_cast (wide, is_half (self) ? RENSA_FLOAT16 : RENSA_FLOAT32, error) : NULL;
}

static gboolean
set_up (Case *self, GError **error)
{
  g_autoptr (RensaAttrs) zero = rensa_attrs_new_from_text (RENSA_COMPONENT_INITIALIZER, "Zero", error);
  g_autoptr (RensaArray) init = make_array (self, get (self->json, "init"), error);

  self->link = rensa_chain_new ();
  if (init == NULL || !rensa_link_add_param (self->link, "W", NULL, zero, error)
      || !model_set_param (self->link, "/W", init, error))
    return FALSE;
  self->optimizer = run_new_optimizer (self->link, get_string (self->json, "optimizer"), get (self->json, "given"),
                                       get (self->json, "hooks"), error);
  return self->optimizer != NULL;
}

static gboolean
run_update (Case *self, int i, GError **error)
{
  RensaVariable *W = model_find_param (self->link, "/W");
  g_autoptr (RensaArray) grad = make_array (self, get_item (get (self->json, "grads"), i), error);
  g_autoptr (RensaArray) want = make_array (self, get_item (get (self->json, "after"), i), error);
  g_autofree char *what = g_strdup_printf ("W after update %d", i + 1);

  if (grad == NULL || want == NULL)
    return FALSE;
  rensa_variable_set_grad (W, grad);
  return rensa_optimizer_update (self->optimizer, error)
         && check_array (self->report, what, rensa_variable_get_array (W), want, get_tolerance (self->json), error)
         && check_number (self->report, "the loss scale", rensa_optimizer_get_loss_scale (self->optimizer),
                          json_object_get_double (get_item (get (self->json, "loss_scale"), i)),
                          (Tolerance){ 1e-12, 0 }, error);
}

static gboolean
check_case (Report *report, struct json_object *json, GError **error)
{
  Case self = { .report = report, .json = json };
  gboolean ok = set_up (&self, error);

  for (int i = 0; ok && i < get_length (get (json, "grads")); i++)
    ok = run_update (&self, i, error);
  g_clear_pointer (&self.optimizer, rensa_optimizer_free);
  rensa_link_unref (self.link);
  return ok;
}

void
check_precision (Report *report, const char *dir)
{
  CaseFile file;

  if (!case_file_open (&file, dir, "precision"))
    return;

  report_list (report, "optimizer", "mixed precision", get (file.json, "cases"), check_case);
  case_file_close (&file);
}
