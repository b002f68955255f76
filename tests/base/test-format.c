/* test-format.c: numbers and foreign text as people read them.
 * SPDX-License-Identifier: MIT */

#include <locale.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-file.h"
#include "rensa-format.h"

static void
formats (void)
{
  static const struct
  {
    double seconds;
    const char *text;
  } durations[] = {
    { -1, "0 s" },           { 0, "0 s" },           { 0.2, "1 s" },
    { 59, "59 s" },          { 60, "1 min 0 s" },    { 133, "2 min 13 s" },
    { 3599.5, "1 h 0 min" }, { 11100, "3 h 5 min" }, { 187200, "2 d 4 h" },
  };
  static const struct
  {
    gint64 count;
    const char *text;
  } counts[] = {
    { 0, "0" },          { 999, "999" },          { 1000, "1,000" },
    { 41200, "41,200" }, { -100000, "-100,000" }, { 1234567, "1,234,567" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (durations); i++)
    {
      g_autofree char *text = rensa_format_duration (durations[i].seconds);

      g_assert_cmpstr (text, ==, durations[i].text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = rensa_format_count (counts[i].count);

      g_assert_cmpstr (text, ==, counts[i].text);
    }
}

static void
foreign_text (void)
{
  static const char *const texts[][2] = {
    { "", "" },
    { "kü.ppm", "kü.ppm" },
    { "a\nb\x1b[31m", "a\uFFFDb\uFFFD[31m" },
    { "k\xfc", "k\uFFFD" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = rensa_make_harmless (texts[i][0], -1);
      g_autofree char *name = rensa_file_dup_shown_name (texts[i][0]);

      g_assert_cmpstr (text, ==, texts[i][1]);
      g_assert_cmpstr (name, ==, texts[i][1]);
      if (*texts[i][0] != '\0')
        {
          g_autofree char *path = g_build_filename ("Gr\xfc", texts[i][0], NULL);
          g_autofree char *last = rensa_file_dup_shown_basename (path);

          g_assert_cmpstr (last, ==, texts[i][1]);
        }
      g_assert_true (rensa_file_check_name (texts[i][1], NULL));
    }
}

/* What JSON cannot hold. */
static void
foreign_path (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (rensa_file_check_name ("Gr\xfc/a.csv", &error));
  g_assert_error (error, RENSA_ERROR, RENSA_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "“Gr\uFFFD/a.csv”"));
}

/* Both ends of a long name are seen. */
static void
long_names (void)
{
  g_autofree char *letters = g_strnfill (1024, 'a');
  g_autofree char *longer = g_strdup_printf ("b%sc", letters);
  g_autofree char *whole = rensa_file_dup_shown_name (letters);
  g_autofree char *cut = rensa_file_dup_shown_name (longer);

  g_assert_cmpstr (whole, ==, letters);
  g_assert_cmpint (g_utf8_strlen (cut, -1), ==, 1024);
  g_assert_true (g_str_has_prefix (cut, "ba") && g_str_has_suffix (cut, "ac") && strstr (cut, "a…a") != NULL);
}

G_GNUC_PRINTF (1, 2)
static char *
write_plain (const char *format, ...)
{
  char *text;
  va_list arguments;

  va_start (arguments, format);
  text = rensa_format_plain (format, arguments);
  va_end (arguments);
  return text;
}

/* Numbers for programs have a decimal point in every locale. */
static void
plain_numbers (void)
{
  g_autofree char *text = NULL;
  g_autofree char *digits = NULL;

  if (setlocale (LC_NUMERIC, "de_DE.UTF-8") == NULL)
    {
      g_test_skip ("the locale de_DE.UTF-8 is not installed");
      return;
    }
  text = write_plain ("dropout(ratio=%.17g, name='%s')", 0.5, "ä");
  digits = rensa_format_digits (0.25, 6);
  setlocale (LC_NUMERIC, "C.UTF-8");
  g_assert_cmpstr (text, ==, "dropout(ratio=0.5, name='ä')");
  g_assert_cmpstr (digits, ==, "0.25");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/format/counts-and-durations", formats);
  g_test_add_func ("/base/format/plain-numbers", plain_numbers);
  g_test_add_func ("/base/format/foreign-text", foreign_text);
  g_test_add_func ("/base/format/foreign-path", foreign_path);
  g_test_add_func ("/base/format/long-names", long_names);
  return g_test_run ();
}
