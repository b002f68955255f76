/* test-format.c: numbers as people read them.
 * SPDX-License-Identifier: MIT */

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/format/counts-and-durations", formats);
  return g_test_run ();
}
