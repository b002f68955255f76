/* rensa-c-kernels.c: fenced formulas as C99 functions.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "rensa-c-kernels.c.in.inc"
#include "rensa-c-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"

/* Functions of k.h from <math.h>, with the same names except for the first. */
static const char *const plain[] = {
  "k_abs",   "k_exp",   "k_exp2",  "k_expm1", "k_log",  "k_log2",     "k_log10", "k_log1p", "k_cbrt",
  "k_sin",   "k_cos",   "k_tan",   "k_asin",  "k_acos", "k_atan",     "k_sinh",  "k_cosh",  "k_tanh",
  "k_asinh", "k_acosh", "k_atanh", "k_erf",   "k_erfc", "k_pow",      "k_atan2", "k_hypot", "k_sqrt",
  "k_floor", "k_ceil",  "k_trunc", "k_rint",  "k_fmod", "k_copysign",
};

/* Other functions of k.h; real is replaced by the number type. */
static const char *const own[][3] = {
  { "k_max", "larger",
    "/* NaN where either is NaN. */\nstatic real\nlarger (real x, real y)\n{\n  const real m = x > y ? x : y;\n\n"
    "  return x == x ? m : x;\n}\n" },
  { "k_min", "smaller",
    "/* NaN where either is NaN. */\nstatic real\nsmaller (real x, real y)\n{\n  const real m = x < y ? x : y;\n\n"
    "  return x == x ? m : x;\n}\n" },
  { "k_isnan", "is_nan", "static int\nis_nan (real x)\n{\n  return x != x;\n}\n" },
  { "k_isfinite", "is_finite", "static int\nis_finite (real x)\n{\n  return x - x == 0;\n}\n" },
  { "k_sign", "get_sign", "static real\nget_sign (real x)\n{\n  return x != x ? x : (real) ((x > 0) - (x < 0));\n}\n" },
};

static const char *
get_suffix (RensaDtype dtype)
{
  return dtype == RENSA_FLOAT32 ? "" : "_double";
}

void
rensa_c_add_helper (RensaCWriter *self, const char *name, const char *code)
{
  if (g_hash_table_contains (self->taken, name))
    return;
  g_hash_table_add (self->taken, g_strdup (name));
  g_string_append_printf (self->helpers, "%s\n", code);
}

/* Translates words of a fence that are not functions. */
static char *
translate_word (RensaCWriter *self, const char *word, RensaDtype dtype, GError **error)
{
  const gboolean is_float = dtype == RENSA_FLOAT32;

  if (g_str_equal (word, "KERNEL"))
    return g_strdup ("static");
  if (g_str_equal (word, "real"))
    return g_strdup (rensa_c_get_type (dtype));
  if (g_str_equal (word, "K_PI"))
    return g_strdup (is_float ? "3.14159265358979323846f" : "3.14159265358979323846");
  if (g_str_equal (word, "K_INFINITY") || g_str_equal (word, "K_NAN"))
    return g_strdup (word + 2);
  if (g_str_equal (word, "K_UNROLL"))
    return g_strdup ("");
  if (g_str_equal (word, "k_index"))
    return g_strdup ("long long");
  if (!g_str_has_prefix (word, "k_"))
    return g_strdup (word);

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("C99 has no function for %s"), word + 2);
  return NULL;
}

/* Adds @code to the helpers under @name plus the suffix of @dtype; returns the full name. */
static char *
add_typed (RensaCWriter *self, const char *name, const char *code, RensaDtype dtype)
{
  g_autofree char *whole = g_strconcat (name, get_suffix (dtype), NULL);
  g_auto (GStrv) reals = g_strsplit (code, "real", -1);
  g_autofree char *typed = g_strjoinv (rensa_c_get_type (dtype), reals);
  g_auto (GStrv) names = g_strsplit (typed, name, -1);
  g_autofree char *renamed = g_strjoinv (whole, names);

  rensa_c_add_helper (self, whole, renamed);
  return g_steal_pointer (&whole);
}

static char *
translate (RensaCWriter *self, const char *word, RensaDtype dtype, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    if (g_str_equal (word, plain[i]))
      return g_strconcat (i == 0 ? "fabs" : word + 2, dtype == RENSA_FLOAT32 ? "f" : "", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_str_equal (word, own[i][0]))
      return add_typed (self, own[i][1], own[i][2], dtype);
  if (g_str_equal (word, "k_view"))
    return add_typed (self, word, view, dtype);
  if (g_str_equal (word, "k_int_view"))
    {
      rensa_c_add_helper (self, word, int_view);
      return g_strdup (word);
    }
  return translate_word (self, word, dtype, error);
}

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Also appends the suffix of @dtype to the words of @code that are in @functions. */
static char *
translate_all (RensaCWriter *self, const char *code, RensaDtype dtype, GHashTable *functions, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (*code != '\0')
    {
      gsize n = 0;
      g_autofree char *word = NULL;
      g_autofree char *mine = NULL;

      while (is_word (code[n]))
        n++;
      if (n == 0 || g_ascii_isdigit (*code))
        {
          g_string_append_len (text, code, (gssize) MAX (n, 1));
          code += MAX (n, 1);
          continue;
        }
      word = g_strndup (code, n);
      mine = functions != NULL && g_hash_table_contains (functions, word) ? g_strconcat (word, get_suffix (dtype), NULL)
                                                                          : translate (self, word, dtype, error);
      if (mine == NULL)
        return NULL;
      g_string_append (text, mine);
      code += n;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

char *
rensa_c_translate (RensaCWriter *self, const char *code, RensaDtype dtype, GError **error)
{
  return translate_all (self, code, dtype, NULL, error);
}

/* Fences */

/* The functions of a source, each including the text before it. */
typedef struct
{
  GPtrArray *names;
  GPtrArray *codes;
  GHashTable *functions;
} Fence;

static void
fence_clear (Fence *self)
{
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->codes);
  g_hash_table_unref (self->functions);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fence, fence_clear)

/* A function ends with a brace at the beginning of a line; its name is at the beginning of a line
 * after KERNEL. */
#define END "\n}\n"

static void
read_fence (Fence *self, const char *source)
{
  g_autoptr (GRegex) head = g_regex_new ("^KERNEL\\s[\\w \\t*]*\\n(\\w+) \\(", G_REGEX_MULTILINE, 0, NULL);
  g_auto (GStrv) pieces = g_strsplit (source, END, -1);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->codes = g_ptr_array_new_with_free_func (g_free);
  self->functions = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; pieces[i] != NULL && pieces[i + 1] != NULL; i++)
    {
      g_autofree char *code = g_strconcat (pieces[i], END, NULL);
      g_autoptr (GMatchInfo) match = NULL;

      if (g_regex_match (head, code, 0, &match))
        {
          char *name = g_match_info_fetch (match, 1);

          g_ptr_array_add (self->names, name);
          g_ptr_array_add (self->codes, g_strdup (g_strchug (code)));
          g_hash_table_add (self->functions, name);
        }
    }
}

static gboolean
calls (const char *code, const char *name)
{
  const gsize length = strlen (name);

  while (*code != '\0')
    {
      gsize n = 0;

      while (is_word (code[n]))
        n++;
      if (n == length && strncmp (code, name, n) == 0)
        return TRUE;
      code += MAX (n, 1);
    }
  return FALSE;
}

/* Adds function @number, after those that it calls. */
static gboolean
add_function (RensaCWriter *self, const Fence *fence, guint number, RensaDtype dtype, GError **error)
{
  g_autofree char *name = g_strconcat (fence->names->pdata[number], get_suffix (dtype), NULL);
  g_autofree char *code = NULL;

  if (g_hash_table_contains (self->taken, name))
    return TRUE;
  for (guint i = 0; i < number; i++)
    if (calls (fence->codes->pdata[number], fence->names->pdata[i]) && !add_function (self, fence, i, dtype, error))
      return FALSE;
  code = translate_all (self, fence->codes->pdata[number], dtype, fence->functions, error);
  if (code == NULL)
    return FALSE;

  rensa_c_add_helper (self, name, code);
  return TRUE;
}

char *
rensa_c_write_kernel (RensaCWriter *self, const RensaKernel *kernel, RensaDtype dtype, GError **error)
{
  g_auto (Fence) fence = { NULL };

  read_fence (&fence, kernel->source);
  for (guint i = 0; i < fence.names->len; i++)
    if (g_str_equal (fence.names->pdata[i], kernel->name))
      return add_function (self, &fence, i, dtype, error) ? g_strconcat (kernel->name, get_suffix (dtype), NULL) : NULL;
  return NULL;
}
