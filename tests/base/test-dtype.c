/* test-dtype.c: element types.
 * SPDX-License-Identifier: MIT */

#include "rensa-dtype.h"
#include "rensa-error.h"

#include <math.h>

/* numpy.promote_types () of the row's name and each dtype in turn; bfloat16 by torch.promote_types (), but with int16 and wider
 * integers, which NumPy never narrows. */
static const struct
{
  const char *name;
  const char *promoted;
} promotions[] = {
  { "bool", "bool int8 int16 int32 int64 uint8 float16 bfloat16 float32 float64" },
  { "int8", "int8 int8 int16 int32 int64 int16 float16 bfloat16 float32 float64" },
  { "int16", "int16 int16 int16 int32 int64 int16 float32 float32 float32 float64" },
  { "int32", "int32 int32 int32 int32 int64 int32 float64 float64 float64 float64" },
  { "int64", "int64 int64 int64 int64 int64 int64 float64 float64 float64 float64" },
  { "uint8", "uint8 int16 int16 int32 int64 uint8 float16 bfloat16 float32 float64" },
  { "float16", "float16 float16 float32 float64 float64 float16 float16 float32 float32 float64" },
  { "bfloat16", "bfloat16 bfloat16 float32 float64 float64 bfloat16 float32 bfloat16 float32 float64" },
  { "float32", "float32 float32 float32 float64 float64 float32 float32 float32 float32 float64" },
  { "float64", "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64" },
};

static void
test_promote (void)
{
  for (int a = 0; a < RENSA_N_DTYPES; a++)
    {
      g_autoptr (GString) row = g_string_new (NULL);

      for (int b = 0; b < RENSA_N_DTYPES; b++)
        g_string_append_printf (row, "%s%s", b > 0 ? " " : "",
                                rensa_dtype_get_name (rensa_dtype_promote ((RensaDtype) a, (RensaDtype) b)));
      g_assert_cmpstr (promotions[a].name, ==, rensa_dtype_get_name ((RensaDtype) a));
      g_assert_cmpstr (promotions[a].promoted, ==, row->str);
    }
}

static void
test_names (void)
{
  g_autoptr (GError) error = NULL;
  const gsize sizes[] = { 1, 1, 2, 4, 8, 1, 2, 2, 4, 8 };
  const char kinds[] = "biiiiuffff";

  for (int i = 0; i < RENSA_N_DTYPES; i++)
    {
      RensaDtype dtype = RENSA_BOOL;

      g_assert_true (rensa_dtype_from_name (rensa_dtype_get_name ((RensaDtype) i), &dtype, &error));
      g_assert_cmpint (dtype, ==, i);
      g_assert_cmpuint (rensa_dtype_get_size (dtype), ==, sizes[i]);
      g_assert_cmpint (rensa_dtype_get_kind (dtype), ==, kinds[i]);
      g_assert_cmpint (rensa_dtype_is_floating (dtype), ==, kinds[i] == 'f');
      g_assert_cmpint (rensa_dtype_is_integer (dtype), ==, kinds[i] == 'i' || kinds[i] == 'u');
      g_assert_cmpint (rensa_dtype_is_half (dtype), ==, kinds[i] == 'f' && sizes[i] == 2);
      g_assert_cmpint (rensa_dtype_widen (dtype), ==, rensa_dtype_is_half (dtype) ? RENSA_FLOAT32 : dtype);
    }

  RensaDtype dtype = RENSA_INT16;
  g_assert_false (rensa_dtype_from_name ("complex64", &dtype, &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_nonnull (g_strstr_len (error->message, -1, "complex64"));
  g_assert_nonnull (g_strstr_len (error->message, -1, "float16"));
  g_assert_cmpint (dtype, ==, RENSA_INT16);
}

/* The value of a half after the definition of its format. */
static double
define_half (int half)
{
  const double sign = half & 0x8000 ? -1 : 1;
  const int exponent = (half >> 10) & 0x1f;
  const int mantissa = half & 0x3ff;

  if (exponent == 31)
    return mantissa != 0 ? NAN : sign * INFINITY;

  return sign * (exponent == 0 ? ldexp (mantissa, -24) : ldexp (1024 + mantissa, exponent - 25));
}

static void
test_every_half (void)
{
  for (int half = 0; half <= 0xffff; half++)
    {
      const double expected = define_half (half);
      const float value = rensa_half_to_float ((guint16) half);
      const guint16 back = rensa_float_to_half (value);

      if (isnan (expected))
        {
          g_assert_true (isnan (value));
          g_assert_true (isnan (rensa_half_to_float (back)));
          continue;
        }
      g_assert_true (expected == (double) value);
      g_assert_cmpint (signbit (value) != 0, ==, half >> 15);
      g_assert_cmphex (back, ==, half);
    }
}

/* Between any two neighbours: below the middle down, above it up, and on it to the even one. */
static void
test_half_rounding (void)
{
  for (int half = 0; half < 0x7c00; half++)
    {
      const double upper = half == 0x7bff ? 65536 : define_half (half + 1);
      const float middle = (float) ((define_half (half) + upper) / 2);

      g_assert_cmphex (rensa_float_to_half (nextafterf (middle, 0)), ==, half);
      g_assert_cmphex (rensa_float_to_half (nextafterf (middle, INFINITY)), ==, half + 1);
      g_assert_cmphex (rensa_float_to_half (middle), ==, half + (half & 1));
      g_assert_cmphex (rensa_float_to_half (-middle), ==, 0x8000 | (half + (half & 1)));
    }
}

/* numpy.float32 (value).astype (numpy.float16). */
static const struct
{
  float value;
  guint16 half;
} roundings[] = {
  { 65504, 0x7bff },    { 65519.996f, 0x7bff }, { 65520, 0x7c00 },     { 0x1p-24f, 0x0001 },
  { 0x1p-25f, 0x0000 }, { 0x1.8p-24f, 0x0002 }, { 2049, 0x6800 },      { 2051, 0x6802 },
  { -0.0f, 0x8000 },    { 0x1p-14f, 0x0400 },   { 1.0f / 3, 0x3555 },  { -1.5f, 0xbe00 },
  { 1e-10f, 0x0000 },   { 1e30f, 0x7c00 },      { -INFINITY, 0xfc00 }, { 0x1.006p+0f, 0x3c02 },
};

static void
test_half_edges (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (roundings); i++)
    g_assert_cmphex (rensa_float_to_half (roundings[i].value), ==, roundings[i].half);
}

/* The value of a bfloat16 after the definition of its format. */
static double
define_bfloat (int bfloat)
{
  const double sign = bfloat & 0x8000 ? -1 : 1;
  const int exponent = (bfloat >> 7) & 0xff;
  const int mantissa = bfloat & 0x7f;

  if (exponent == 255)
    return mantissa != 0 ? NAN : sign * INFINITY;

  return sign * (exponent == 0 ? ldexp (mantissa, -133) : ldexp (128 + mantissa, exponent - 134));
}

static void
test_every_bfloat (void)
{
  for (int bfloat = 0; bfloat <= 0xffff; bfloat++)
    {
      const double expected = define_bfloat (bfloat);
      const float value = rensa_bfloat_to_float ((guint16) bfloat);
      const guint16 back = rensa_float_to_bfloat (value);

      if (isnan (expected))
        {
          g_assert_true (isnan (value));
          g_assert_true (isnan (rensa_bfloat_to_float (back)));
          continue;
        }
      g_assert_true (expected == (double) value);
      g_assert_cmpint (signbit (value) != 0, ==, bfloat >> 15);
      g_assert_cmphex (back, ==, bfloat);
    }
}

static void
test_bfloat_rounding (void)
{
  for (int bfloat = 0; bfloat < 0x7f80; bfloat++)
    {
      const double upper = bfloat == 0x7f7f ? 0x1p128 : define_bfloat (bfloat + 1);
      const double middle = (define_bfloat (bfloat) + upper) / 2;
      const float narrow = (float) middle;

      g_assert_cmphex (rensa_float_to_bfloat (nextafterf (narrow, 0)), ==, bfloat);
      g_assert_cmphex (rensa_float_to_bfloat (nextafterf (narrow, INFINITY)), ==, bfloat + 1);
      g_assert_cmphex (rensa_float_to_bfloat (narrow), ==, bfloat + (bfloat & 1));
      g_assert_cmphex (rensa_float_to_bfloat (-narrow), ==, 0x8000 | (bfloat + (bfloat & 1)));
      g_assert_cmphex (rensa_double_to_bfloat (nextafter (middle, 0)), ==, bfloat);
      g_assert_cmphex (rensa_double_to_bfloat (-nextafter (middle, INFINITY)), ==, 0x8000 | (bfloat + 1));
      g_assert_cmphex (rensa_double_to_bfloat (middle), ==, bfloat + (bfloat & 1));
    }
  /* A NaN whose bits are all low ones is none of infinity's. */
  g_assert_true (isnan (rensa_bfloat_to_float (rensa_float_to_bfloat (nanf ("1")))));
}

/* What lies beside a middle by less than a float has digits for. */
static void
test_half_of_double (void)
{
  for (int half = 0; half < 0x7bff; half++)
    {
      const double middle = (define_half (half) + define_half (half + 1)) / 2;

      g_assert_cmphex (rensa_double_to_half (nextafter (middle, 0)), ==, half);
      g_assert_cmphex (rensa_double_to_half (-nextafter (middle, INFINITY)), ==, 0x8000 | (half + 1));
      g_assert_cmphex (rensa_double_to_half (middle), ==, half + (half & 1));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/dtype/promote", test_promote);
  g_test_add_func ("/base/dtype/names", test_names);
  g_test_add_func ("/base/dtype/half/every", test_every_half);
  g_test_add_func ("/base/dtype/half/rounding", test_half_rounding);
  g_test_add_func ("/base/dtype/half/edges", test_half_edges);
  g_test_add_func ("/base/dtype/half/of-double", test_half_of_double);
  g_test_add_func ("/base/dtype/bfloat/every", test_every_bfloat);
  g_test_add_func ("/base/dtype/bfloat/rounding", test_bfloat_rounding);

  return g_test_run ();
}
