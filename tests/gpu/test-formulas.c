/* test-formulas.c: typed formulas on the stand-in give the host's bits, compiled or step by step.
 * SPDX-License-Identifier: MIT */

#include "gpu-fixture.h"

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "all-operations.h"
#include "cuda-formula.h"
#include "rensa-formula.h"

static RensaMockCounts
get_counts (void)
{
  RensaMockCounts counts;

  rensa_mock_get_counts (&counts);
  return counts;
}

static guint64
count_compilations (void)
{
  return get_counts ().n_compilations;
}

/* Whether the stand-in compiles, which is so where RENSA_MOCK says it. */
static gboolean
has_compiler (void)
{
  const char *options = g_getenv ("RENSA_MOCK");

  return options != NULL && strstr (options, "compiler") != NULL;
}

static void
clear (RensaArray **arrays, int n)
{
  for (int i = 0; i < n; i++)
    g_clear_pointer (&arrays[i], rensa_array_unref);
}

/* On MOCK and here, of inputs that are laid out by @rearrange.  Only what goes step by step has to be told the steps.
 * */
static void
assert_program_is_compiled (const char *what, const RensaProgram *program, RensaArray *const *inputs,
                            Rearrange rearrange, gboolean is_compiled)
{
  g_autoptr (GError) error = NULL;
  RensaArray *here[RENSA_PROGRAM_MAX_INPUTS] = { NULL };
  RensaArray *there[RENSA_PROGRAM_MAX_INPUTS] = { NULL };
  RensaArray *results[RENSA_PROGRAM_MAX_OUTPUTS] = { NULL };
  RensaArray *far_results[RENSA_PROGRAM_MAX_OUTPUTS] = { NULL };

  for (int i = 0; i < program->n_inputs; i++)
    {
      here[i] = rearrange (inputs[i]);
      there[i] = rearrange_there (inputs[i], rearrange);
    }
  rensa_run_program (program, here, results, &error);
  g_assert_no_error (error);
  const guint64 n_copies = get_counts ().n_copies_in;
  rensa_run_program (program, there, far_results, &error);
  g_assert_no_error (error);
  g_assert_cmpint (get_counts ().n_copies_in == n_copies, ==, is_compiled);
  for (int i = 0; i < program->n_outputs; i++)
    assert_same_bits (what, results[i], far_results[i]);

  clear (here, program->n_inputs);
  clear (there, program->n_inputs);
  clear (results, program->n_outputs);
  clear (far_results, program->n_outputs);
}

static void
assert_program (const char *what, const RensaProgram *program, RensaArray *const *inputs, Rearrange rearrange)
{
  assert_program_is_compiled (what, program, inputs, rearrange, has_compiler ());
}

/* Zeros, infinities, NaN, numbers that are tiny, huge, whole and none of these. */
static const double specials[] = { 0.0,   -0.0, 1.0, -1.0, INFINITY, -INFINITY, NAN,     1e-310, -1e-40, 1e-30,
                                   -1e30, 1e38, 0.5, -2.5, 3.0,      -7.0,      0.99999, 12.25,  -100.0, 1e300 };

static RensaArray *
make_specials (RensaDtype dtype, RensaShape shape)
{
  return array_of (dtype, shape, specials);
}

static void
test_all_operations (void)
{
  const gint64 n = G_N_ELEMENTS (specials);

  for (RensaDtype dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
    for (int first = 0; first < RENSA_N_OPS; first += RENSA_PROGRAM_MAX_OUTPUTS)
      {
        AllOperations all;
        g_autoptr (RensaArray) a = make_specials (dtype, RENSA_SHAPE (n, 1, 1));
        g_autoptr (RensaArray) b = make_specials (dtype, RENSA_SHAPE (1, n, 1));
        g_autoptr (RensaArray) c = make_specials (dtype, RENSA_SHAPE (1, 1, n));
        g_autofree char *what = g_strdup_printf ("operations from %d on", first);

        all_operations_init (&all, first);
        assert_program (what, &all.program, (RensaArray *[]){ a, b, c }, unchanged);
      }
}

/* Each constant, and -c of a register that another instruction wrote before; an output that is read again. */
static void
test_constants (void)
{
  static const double constants[] = {
    0.0, -0.0, NAN, INFINITY, -INFINITY, 0.1, -1e-310, 0x1.fffffffffffffp1023, 1e-40
  };
  enum
  {
    N = G_N_ELEMENTS (constants),
    REGISTER = 1 + N,
    OUT = REGISTER + 1,
  };
  RensaInstruction instructions[2 * N + 2];
  int n = 0;

  for (int i = 0; i < N; i++)
    {
      instructions[n++] = (RensaInstruction){ RENSA_OP_MUL, REGISTER, { 0, (guint16) (1 + i) } };
      instructions[n++] = (RensaInstruction){ i == 0 ? RENSA_OP_NEG : RENSA_OP_COPY,
                                              (guint16) (OUT + i),
                                              { i == 0 ? REGISTER : (guint16) (1 + i) } };
    }
  instructions[n++] = (RensaInstruction){ RENSA_OP_ADD, OUT + N, { OUT + 5, REGISTER } };

  const RensaProgram program = { 1, N, 1, N + 1, n, constants, instructions };
  for (RensaDtype dtype = RENSA_FLOAT32; dtype <= RENSA_FLOAT64; dtype++)
    {
      g_autoptr (RensaArray) x = make_specials (dtype, RENSA_SHAPE (G_N_ELEMENTS (specials)));

      assert_program ("constants", &program, &x, unchanged);
    }
}

static RensaArray *
reverse_last (RensaArray *array)
{
  return reversed (array, array->shape.ndim - 1);
}

static void
test_strides (void)
{
  static const Rearrange ways[] = { unchanged, spread_out, reordered, reverse_last };
  g_autoptr (RensaArray) x = noise (RENSA_FLOAT32, RENSA_SHAPE (5, 7, 9), 1);
  g_autoptr (RensaArray) y = noise (RENSA_FLOAT32, RENSA_SHAPE (7, 1), 2);
  g_autoptr (RensaFormula) formula =
      rensa_formula_get (&(RensaFormulaText){ "x, y", "z = x > y ? x * y : sin (x) / 3; w = z - x", "", "z, w" }, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    assert_program ("strides", rensa_formula_get_program (formula), (RensaArray *[]){ x, y }, ways[i]);
}

/* More arrays than a kernel takes, and more steps than are compiled: it is done all the same. */
static void
test_large (void)
{
  RensaInstruction instructions[3000] = { { RENSA_OP_COPY, 49, { 0 } } };
  const RensaProgram many_arrays = { 48, 0, 0, 1, 48, NULL, instructions };
  const RensaProgram many_steps = { 1, 0, 0, 1, 3000, NULL, instructions };
  const guint64 before = count_compilations ();
  RensaArray *inputs[48];

  for (int i = 0; i < 48; i++)
    {
      inputs[i] = noise (RENSA_FLOAT32, RENSA_SHAPE (3), (guint) i);
      instructions[i] =
          (RensaInstruction){ i == 0 ? RENSA_OP_COPY : RENSA_OP_ADD, 48, { i == 0 ? 0 : 48, (guint16) i } };
    }
  assert_program_is_compiled ("many arrays", &many_arrays, inputs, unchanged, FALSE);
  for (int i = 0; i < 3000; i++)
    instructions[i] = (RensaInstruction){ i == 0 ? RENSA_OP_COPY : RENSA_OP_ADD, 1, { i == 0 ? 0 : 1, 0 } };
  assert_program_is_compiled ("many steps", &many_steps, inputs, unchanged, FALSE);
  g_assert_cmpuint (count_compilations (), ==, before);
  clear (inputs, 48);
}

/* The value of @text for x = 2 on @device. */
static double
evaluate (const RensaDevice *device, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaFormula) formula = rensa_formula_get (&(RensaFormulaText){ "x", text, "", "" }, &error);
  g_autoptr (RensaArray) here = ARRAY (RENSA_FLOAT64, RENSA_SHAPE (1), 2);
  g_autoptr (RensaArray) x = gpu_copy_to (device, here);
  g_autoptr (RensaArray) y = NULL;

  g_assert_no_error (error);
  rensa_run_program (rensa_formula_get_program (formula), &x, &y, &error);
  g_assert_no_error (error);
  g_autofree double *values = get_values (y);
  return values[0];
}

static char *
find_only_file (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "rensa", "kernels", NULL);
  g_autoptr (GDir) directory = g_dir_open (folder, 0, NULL);

  g_assert_nonnull (directory);
  char *path = g_build_filename (folder, g_dir_read_name (directory), NULL);
  g_assert_null (g_dir_read_name (directory));
  return path;
}

/* Once for a program and a device; and not at all where another run, or another device like it, left it on disk. */
static void
test_once (void)
{
  const guint64 before = count_compilations ();

  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpfloat (evaluate (gpu_find ("mock:0"), "x + 0.5"), ==, 2.5);
      g_assert_cmpuint (count_compilations (), ==, before + 1);
    }
  g_assert_cmpfloat (evaluate (gpu_find ("mock:1"), "x + 0.5"), ==, 2.5);
  g_assert_cmpuint (count_compilations (), ==, before + 1);
}

static void
test_spoiled (void)
{
  const guint64 before = count_compilations ();

  g_assert_cmpfloat (evaluate (gpu_find ("mock:0"), "x + 0.75"), ==, 2.75);
  g_autofree char *path = find_only_file ();
  g_assert_true (g_file_set_contents_full (path, "no kernel", -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL));
  g_assert_cmpfloat (evaluate (gpu_find ("mock:1"), "x + 0.75"), ==, 2.75);
  g_assert_cmpuint (count_compilations (), ==, before + 2);
}

/* Whatever stands in the way, it is gone through step by step, and not tried again. */
static void
test_refused (void)
{
  g_autofree char *before_path = g_strdup (g_getenv ("PATH"));
  const guint64 before = count_compilations ();

  g_setenv ("PATH", "/nowhere", TRUE);
  g_assert_cmpfloat (evaluate (gpu_find ("mock:0"), "x + 0.25"), ==, 2.25);
  g_setenv ("PATH", before_path, TRUE);
  g_assert_cmpfloat (evaluate (gpu_find ("mock:0"), "x + 0.25"), ==, 2.25);
  g_assert_cmpuint (count_compilations (), ==, before + has_compiler ());
}

/* All words that a source may have; what a person calls an input or an output is none of them. */
static void
test_source (void)
{
  static const char words[] =
      "^(real|float|double|const|include|define|gpu|formula|h|GPU_KERNEL|gpu_formula_args|args|for|k_index|i|"
      "gpu_first|count|gpu_step|offsets|gpu_seek_formula|gpu_get_place|K_NAN|K_INFINITY|"
      "(in|constant|temporary|out)?[0-9]+|(called_)?op_[A-Z0-9_]+|0x[0-9a-f]+p|)$";
  g_autoptr (GError) error = NULL;
  g_autoptr (RensaFormula) formula =
      rensa_formula_get (&(RensaFormulaText){ "asm, system",
                                              "__global__ = asm * k * zeta (system, inf) % nan; "
                                              "main = __global__ ? exp (k) : atan2 (asm, -0.1)",
                                              "k=1e-310", "__global__, main" },
                         &error);

  g_assert_no_error (error);
  g_autofree char *source = rensa_formula_print_source (rensa_formula_get_program (formula), RENSA_FLOAT32);
  g_auto (GStrv) found = g_regex_split_simple ("[^A-Za-z0-9_]+", source, G_REGEX_DEFAULT, 0);
  for (guint i = 0; found[i] != NULL; i++)
    if (!g_regex_match_simple (words, found[i], G_REGEX_DEFAULT, 0))
      g_error ("“%s” stands in\n%s", found[i], source);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/gpu/formulas/all-operations", test_all_operations);
  g_test_add_func ("/gpu/formulas/constants", test_constants);
  g_test_add_func ("/gpu/formulas/strides", test_strides);
  g_test_add_func ("/gpu/formulas/large", test_large);
  g_test_add_func ("/gpu/formulas/refused", test_refused);
  g_test_add_func ("/gpu/formulas/source", test_source);
  if (has_compiler ())
    {
      g_test_add_func ("/gpu/formulas/once", test_once);
      g_test_add_func ("/gpu/formulas/spoiled", test_spoiled);
    }
  return run_tests ();
}
