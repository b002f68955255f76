/* test-attention.c: attention of halves by cuDNN, in one call each way, beside that of the host.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"
#include "rensa-builder.h"
#include "rensa-cuda-class.h"
#include "rensa-document.h"
#include "rensa-functions.h"
#include "rensa-init.h"
#include "rensa-late-check.h"
#include "rensa-links.h"
#include "rensa-modes.h"

#include <math.h>

/* A case, of float16 where it names no dtype, and whether cuDNN does it. */
typedef struct
{
  const char *path;
  RensaShape q, k, v;
  gboolean causal;
  gboolean is_masked;
  double dropout;
  Rearrange rearrange;
  RensaDtype dtype;
  gboolean is_fused;
} Case;

/* The memory of @plain has axis 1 behind axis 2, as that of heads which were cut out of one array. */
static RensaArray *
joined (RensaArray *plain)
{
  static const int axes[] = { 0, 2, 1, 3 };
  g_autoptr (RensaArray) turned = rensa_array_view_transpose (plain, axes);
  g_autoptr (RensaArray) copy = rensa_array_copy (turned, NULL);

  return rensa_array_view_transpose (copy, axes);
}

#define SHAPE4(b, h, l, e)    \
  {                           \
    4, { (b), (h), (l), (e) } \
  }

static const Case cases[] = {
  { "plain", SHAPE4 (2, 3, 16, 8), SHAPE4 (2, 3, 16, 8), SHAPE4 (2, 3, 16, 8), .is_fused = TRUE },
  { "causal", SHAPE4 (2, 2, 24, 16), SHAPE4 (2, 2, 24, 16), SHAPE4 (2, 2, 24, 16), .causal = TRUE, .is_fused = TRUE },
  { "cross", SHAPE4 (2, 2, 8, 16), SHAPE4 (2, 2, 24, 16), SHAPE4 (2, 2, 24, 32), .is_fused = TRUE },
  { "causal-cross", SHAPE4 (1, 2, 24, 8), SHAPE4 (1, 2, 16, 8), SHAPE4 (1, 2, 16, 8), .causal = TRUE,
    .is_fused = TRUE },
  { "joined", SHAPE4 (2, 3, 16, 8), SHAPE4 (2, 3, 16, 8), SHAPE4 (2, 3, 16, 8), .causal = TRUE, .rearrange = joined,
    .is_fused = TRUE },
  { "spread-out", SHAPE4 (2, 3, 16, 8), SHAPE4 (2, 3, 16, 8), SHAPE4 (2, 3, 16, 8), .rearrange = spread_out,
    .is_fused = TRUE },
  { "reordered", SHAPE4 (2, 1, 16, 8), SHAPE4 (2, 1, 16, 8), SHAPE4 (2, 1, 16, 16), .rearrange = reordered,
    .is_fused = TRUE },
  { "matrices", { 3, { 5, 16, 8 } }, { 3, { 5, 8, 8 } }, { 3, { 5, 8, 24 } }, .is_fused = TRUE },
  { "matrix", { 2, { 8, 8 } }, { 2, { 16, 8 } }, { 2, { 16, 8 } }, .causal = TRUE, .is_fused = TRUE },
  { "bfloat16", SHAPE4 (2, 2, 24, 16), SHAPE4 (2, 2, 16, 16), SHAPE4 (2, 2, 16, 16), .causal = TRUE,
    .dtype = RENSA_BFLOAT16, .is_fused = TRUE },
  { "more-axes", { 5, { 2, 2, 2, 8, 8 } }, { 5, { 2, 2, 2, 8, 8 } }, { 5, { 2, 2, 2, 8, 8 } }, .is_fused = TRUE },
  /* What cuDNN is not asked for. */
  { "odd-keys", SHAPE4 (2, 2, 8, 6), SHAPE4 (2, 2, 8, 6), SHAPE4 (2, 2, 8, 8) },
  { "odd-values", SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 9) },
  { "odd-length", SHAPE4 (2, 2, 7, 8), SHAPE4 (2, 2, 7, 8), SHAPE4 (2, 2, 7, 8), .causal = TRUE },
  { "masked", SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 8), .is_masked = TRUE },
  { "dropped", SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 8), .dropout = 0.5 },
  { "float32", SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 8), .dtype = RENSA_FLOAT32 },
  { "no-queries", SHAPE4 (2, 2, 0, 8), SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 8, 8) },
  { "no-keys", SHAPE4 (2, 2, 8, 8), SHAPE4 (2, 2, 0, 8), SHAPE4 (2, 2, 0, 8) },
};

#define N_INPUTS 3

/* One call, and what came of it. */
typedef struct
{
  const Case *form;
  RensaVariable *inputs[N_INPUTS];
  RensaVariable *y;
  RensaVariable *grads[N_INPUTS];
} Call;

static void
call_clear (Call *self)
{
  rensa_variables_clear (self->inputs, N_INPUTS);
  rensa_variables_clear (self->grads, N_INPUTS);
  g_clear_pointer (&self->y, rensa_variable_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Call, call_clear)

static RensaDtype
get_dtype (const Case *form)
{
  return rensa_dtype_is_floating (form->dtype) ? form->dtype : RENSA_FLOAT16;
}

/* Numbers of the case's dtype, as @dtype and on @device. */
static RensaVariable *
variable_new (const Case *form, RensaShape shape, guint seed, RensaDtype dtype, const RensaDevice *device)
{
  g_autoptr (RensaArray) numbers = noise (get_dtype (form), shape, seed);
  g_autoptr (RensaArray) cast = rensa_array_cast (numbers, dtype, NULL);
  g_autoptr (RensaArray) there = gpu_copy_to (device, cast);
  g_autoptr (RensaArray) laid_out = form->rearrange != NULL ? form->rearrange (there) : rensa_array_ref (there);

  return rensa_variable_new (laid_out);
}

/* Every third score does not count. */
static RensaVariable *
make_mask (const Case *form, const RensaDevice *device)
{
  const gint64 n_rows = form->q.dims[form->q.ndim - 2];
  const gint64 n_columns = form->k.dims[form->k.ndim - 2];
  g_autofree double *values = g_new (double, n_rows *n_columns);

  for (gint64 i = 0; i < n_rows * n_columns; i++)
    values[i] = i % 3 != 0;
  g_autoptr (RensaArray) mask = array_of (RENSA_BOOL, RENSA_SHAPE (n_rows, n_columns), values);
  g_autoptr (RensaArray) there = gpu_copy_to (device, mask);

  return rensa_variable_new_constant (there);
}

/* The gradients of all inputs from arbitrary ones of the @n variables @of, into @grads. */
static void
differentiate (const Call *self, RensaVariable *const *of, int n, gboolean is_recorded, RensaVariable **grads)
{
  g_autoptr (GError) error = NULL;
  RensaVariable *grad_outputs[N_INPUTS] = { NULL };

  for (int i = 0; i < n; i++)
    {
      RensaArray *array = rensa_variable_get_array (of[i]);

      grad_outputs[i] = variable_new (&(Case){ .dtype = self->form->dtype }, *rensa_array_get_shape (array),
                                      100 + (guint) i, rensa_array_get_dtype (array), rensa_array_get_device (array));
    }
  rensa_grad (of, n, self->inputs, N_INPUTS, grad_outputs, is_recorded, grads, &error);
  rensa_variables_clear (grad_outputs, N_INPUTS);
  g_assert_no_error (error);
}

static void
call_prepare (Call *self, RensaDtype dtype, const RensaDevice *device)
{
  const Case *form = self->form;
  const RensaShape shapes[] = { form->q, form->k, form->v };
  g_auto (RensaDeviceScope) scope = rensa_device_enter (device);

  for (int i = 0; i < N_INPUTS; i++)
    self->inputs[i] = variable_new (form, shapes[i], (guint) i + 1, dtype, device);
}

static void
call_run (Call *self, const RensaDevice *device)
{
  const Case *form = self->form;
  g_autoptr (GError) error = NULL;
  g_auto (RensaDeviceScope) scope = rensa_device_enter (device);
  g_autoptr (RensaVariable) mask = form->is_masked ? make_mask (form, device) : NULL;

  *rensa_random_get_default () = rensa_random_init (7, 0);
  self->y = rensa_scaled_dot_product_attention (self->inputs[0], self->inputs[1], self->inputs[2], mask, form->causal,
                                                NULL, form->dropout, &error);
  g_assert_no_error (error);
}

/* The same numbers as exact ones, as far as halves go: weights and the gradients of scores are rounded, too, before they are added. */
static void
assert_near (RensaVariable *exact, RensaVariable *found, double tolerance)
{
  RensaArray *array = rensa_variable_get_array (exact);
  g_autofree double *expected = get_values (array);

  assert_values_of (rensa_variable_get_array (found), rensa_array_get_dtype (rensa_variable_get_array (found)),
                    *rensa_array_get_shape (array), tolerance, expected);
}

static guint64
count_calls (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts.n_dnn_calls;
}

/* How many of the two passes cuDNN does: not backwards on devices whose engines for that are others. */
static guint
count_passes (void)
{
  return rensa_cuda_get_dnn_version (MOCK) == 0                         ? 0
         : g_strcmp0 (g_getenv ("RENSA_MOCK"), "architecture=100") == 0 ? 1
                                                                        : 2;
}

static void
test_case (gconstpointer data)
{
  const Case *form = data;
  const double tolerance = form->dtype == RENSA_FLOAT32 ? 1e-5 : form->dtype == RENSA_BFLOAT16 ? 0x1p-6 : 0x1p-9;
  const guint64 n_before = count_calls ();
  g_auto (Call) here = { .form = form };
  g_auto (Call) there = { .form = form };

  call_prepare (&here, RENSA_FLOAT64, gpu_find ("cpu"));
  call_run (&here, gpu_find ("cpu"));
  differentiate (&here, &here.y, 1, FALSE, here.grads);
  call_prepare (&there, get_dtype (form), MOCK);
  call_run (&there, MOCK);
  differentiate (&there, &there.y, 1, FALSE, there.grads);
  g_assert_cmpuint (count_calls () - n_before, ==, form->is_fused ? count_passes () : 0);
  assert_near (here.y, there.y, tolerance);
  for (int i = 0; i < N_INPUTS; i++)
    assert_near (here.grads[i], there.grads[i], 2 * tolerance);
}

/* Gradients of gradients, which are made of other functions, from what cuDNN has left. */
static void
test_double_backward (void)
{
  const guint64 n_before = count_calls ();
  g_auto (Call) here = { .form = &cases[1] };
  g_auto (Call) there = { .form = &cases[1] };
  Call *const calls[] = { &here, &there };

  call_prepare (&here, RENSA_FLOAT64, gpu_find ("cpu"));
  call_run (&here, gpu_find ("cpu"));
  call_prepare (&there, RENSA_FLOAT16, MOCK);
  call_run (&there, MOCK);
  for (int i = 0; i < 2; i++)
    {
      RensaVariable *firsts[N_INPUTS] = { NULL };

      differentiate (calls[i], &calls[i]->y, 1, TRUE, firsts);
      differentiate (calls[i], firsts, N_INPUTS, FALSE, calls[i]->grads);
      rensa_variables_clear (firsts, N_INPUTS);
    }
  g_assert_cmpuint (count_calls () - n_before, ==, MIN (count_passes (), 1));
  for (int i = 0; i < N_INPUTS; i++)
    assert_near (here.grads[i], there.grads[i], 0x1p-6);
}

/* What the passes that cuDNN does not do ask for. */
static const struct
{
  guint n_products;
  guint n_launches;
} work[] = { { 7, 33 }, { 5, 20 }, { 0, 0 } };

/* All that one attention asks of the device: nothing but two calls, as heads lie in memory that was cut out of one array. */
static void
test_counts (void)
{
  const guint n_passes = count_passes ();
  const RensaDevice *device = MOCK;
  g_auto (Call) call = { .form = &cases[4] };
  g_autoptr (GError) error = NULL;
  RensaMockCounts before, after;

  call_prepare (&call, RENSA_FLOAT16, device);
  RensaVariable *gy = variable_new (call.form, call.form->q, 9, RENSA_FLOAT16, device);
  g_assert_true (rensa_device_synchronize (device, NULL));
  rensa_mock_get_counts (&before);
  call_run (&call, device);
  rensa_grad (&call.y, 1, call.inputs, N_INPUTS, &gy, FALSE, call.grads, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_device_synchronize (device, NULL));
  rensa_mock_get_counts (&after);
  rensa_variable_unref (gy);

  g_assert_cmpuint (after.n_dnn_calls - before.n_dnn_calls, ==, n_passes);
  g_assert_cmpuint (after.n_blas_calls - before.n_blas_calls, ==, work[n_passes].n_products);
  g_assert_cmpuint (after.n_launches + after.n_copies_within - before.n_launches - before.n_copies_within, ==,
                    work[n_passes].n_launches);
}

#define N_EXAMPLES 1
#define N_STEPS 8

static RensaVariable *
make_characters (const RensaDevice *device, int step)
{
  double values[N_EXAMPLES * N_STEPS];

  for (int i = 0; i < N_EXAMPLES * N_STEPS; i++)
    values[i] = (i * step + i / N_STEPS) % 27;
  g_autoptr (RensaArray) characters = array_of (RENSA_INT32, RENSA_SHAPE (N_EXAMPLES, N_STEPS), values);
  g_autoptr (RensaArray) there = gpu_copy_to (device, characters);

  return rensa_variable_new_constant (there);
}

/* The network of a document, as float16 and smaller. */
static RensaLink *
make_transformer (const char *device)
{
  static const char *const settings[] = {
    "dtype=float16",
    "model.embed1.out_size=16",
    "model.attention1.size=16",
    "model.attention1.n_heads=2",
    "model.attention1.hidden_size=16",
    "model.attention2.size=16",
    "model.attention2.n_heads=2",
    "model.attention2.hidden_size=16",
  };
  g_autofree char *folder = g_test_build_filename (G_TEST_DIST, "..", "data", "examples", NULL);
  g_autofree char *path = g_build_filename (folder, "little-sentences-transformer.rensa", NULL);
  g_autofree char *place = g_strdup_printf ("device=%s", device);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_autoptr (RensaDocument) document = rensa_document_parse (text, -1, folder, &error);
  rensa_document_set (document, place, &error);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_assert_no_error (error);
      rensa_document_set (document, settings[i], &error);
    }
  g_assert_no_error (error);

  RensaBuilder *builder = rensa_builder_new (document, folder, &error);
  g_assert_no_error (error);
  g_autoptr (RensaLink) model = rensa_builder_make_model (builder, &error);
  g_assert_no_error (error);
  RensaLink *predictor = rensa_link_ref (rensa_builder_find_predictor (builder, model, &error));
  rensa_builder_free (builder);
  return predictor;
}

/* The network after one pass forwards and backwards; *@n_calls of cuDNN. */
static RensaLink *
run_transformer (const char *device_name, guint64 *n_calls)
{
  const RensaDevice *device = gpu_find (device_name);
  g_auto (RensaModesScope) modes = rensa_modes_enter ();
  g_auto (RensaDeviceScope) scope = rensa_device_enter (device);
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaLink) network = make_transformer (device_name);
  g_autoptr (RensaVariable) x = make_characters (device, 5);
  g_autoptr (RensaVariable) t = make_characters (device, 7);
  const guint64 n_before = count_calls ();

  rensa_modes_get ()->dtype = RENSA_FLOAT16;
  g_autoptr (RensaVariable) y = rensa_link_call (network, x, &error);
  g_autoptr (RensaVariable) loss = rensa_softmax_cross_entropy (y, t, &error);
  g_assert_no_error (error);
  g_assert_true (rensa_variable_backward (loss, NULL, &error));
  g_assert_true (rensa_late_checks_read (&error));
  *n_calls = count_calls () - n_before;
  return g_steal_pointer (&network);
}

static gboolean
add_grad (const char *path, RensaVariable *param, gpointer grads, GError **error)
{
  g_ptr_array_add (grads, rensa_variable_get_grad (param));
  return TRUE;
}

static GPtrArray *
list_grads (RensaLink *model)
{
  GPtrArray *grads = g_ptr_array_new ();

  g_assert_true (rensa_link_foreach_param (model, add_grad, grads, NULL));
  return grads;
}

/* Each of them as far as 1/64 of the largest, which is what float16 leaves after two layers. */
static void
assert_alike (RensaArray *here, RensaArray *there)
{
  const gint64 n = rensa_array_get_count (here);
  g_autofree double *expected = get_values (here);
  g_autofree double *found = get_values (there);
  double largest = 0;

  for (gint64 i = 0; i < n; i++)
    largest = MAX (largest, fabs (expected[i]));
  for (gint64 i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], largest / 64 + 0x1p-14);
}

/* The example of a document, of two layers, as float16: the gradients of all parameters are those of the host. */
static void
test_document (void)
{
  guint64 n_calls;
  g_autoptr (RensaLink) here = run_transformer ("cpu", &n_calls);
  g_autoptr (RensaLink) there = run_transformer ("mock:0", &n_calls);
  g_autoptr (GPtrArray) expected = list_grads (here);
  g_autoptr (GPtrArray) found = list_grads (there);

  g_assert_cmpuint (n_calls, ==, 4);
  g_assert_cmpuint (found->len, >, 20);
  for (guint i = 0; i < found->len; i++)
    assert_alike (expected->pdata[i], found->pdata[i]);
}

int
main (int argc, char **argv)
{
  rensa_init ();
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/gpu/attention/%s", cases[i].path);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/gpu/attention/double-backward", test_double_backward);
  g_test_add_func ("/gpu/attention/counts", test_counts);
  /* What a network does without cuDNN is for others to test. */
  if (count_passes () == 2)
    g_test_add_func ("/gpu/attention/document", test_document);
  return run_tests ();
}
