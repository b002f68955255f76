/* test-format.c: numbers, times and sizes as people read them.
 * SPDX-License-Identifier: MIT */

#include "studio-format.h"

#include <math.h>

static void
test_counts (void)
{
  static const struct
  {
    gint64 n;
    const char *text;
  } cases[] = {
    { 0, "0" },        { 7, "7" },          { 999, "999" },
    { 1000, "1,000" }, { 89610, "89,610" }, { 1234567, "1,234,567" },
    { -999, "-999" },  { -1000, "-1,000" }, { -123456, "-123,456" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = studio_format_count (cases[i].n);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_numbers (void)
{
  static const struct
  {
    double value;
    const char *text;
  } cases[] = {
    { 0, "0" },
    { -0.0, "0" },
    { 1, "1" },
    { 0.31236, "0.3124" },
    { 2.5, "2.5" },
    { 100, "100" },
    { -0.05, "-0.05" },
    { 9.99996, "10" },
    { 999.96, "1,000" },
    { 12345.6, "12,346" },
    { 0.000123456, "0.0001235" },
    { 1.5e-6, "1.5e-06" },
    { -1e-9, "-1e-09" },
    { 1e20, "1e+20" },
    { NAN, "NaN" },
    { INFINITY, "∞" },
    { -INFINITY, "−∞" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = studio_format_number (cases[i].value);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_tenths (void)
{
  g_autofree char *whole = studio_format_tenths (50);
  g_autofree char *part = studio_format_tenths (2.46);

  g_assert_cmpstr (whole, ==, "50");
  g_assert_cmpstr (part, ==, "2.5");
}

static void
test_durations (void)
{
  static const struct
  {
    double seconds;
    const char *text;
  } cases[] = {
    { 0, "0 s" },          { 0.421, "0.42 s" },   { 1.42, "1.42 s" },    { 9.999, "10 s" },      { 13.4, "13 s" },
    { 59.6, "1 min 0 s" }, { 133, "2 min 13 s" }, { 3600, "1 h 0 min" }, { 11100, "3 h 5 min" }, { 187200, "2 d 4 h" },
    { -1, "?" },           { NAN, "?" },          { INFINITY, "?" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = studio_format_duration (cases[i].seconds);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_bytes (void)
{
  static const struct
  {
    gint64 bytes;
    const char *text;
  } cases[] = {
    { 0, "0\u00a0B" },
    { 512, "512\u00a0B" },
    { 1023, "1023\u00a0B" },
    { 1024, "1.0\u00a0KiB" },
    { 1153434, "1.1\u00a0MiB" },
    { 1048575, "1.0\u00a0MiB" },
    { 300 * 1024, "300\u00a0KiB" },
    { G_GINT64_CONSTANT (5) << 30, "5.0\u00a0GiB" },
    { -1, "?" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = studio_format_bytes (cases[i].bytes);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_times (void)
{
  static const struct
  {
    const char *time;
    const char *text;
    const char *exact;
  } cases[] = {
    { "2025-01-01T14:02:07Z", "today 14:02", "today 14:02:07" },
    { "2024-12-31T23:59:00Z", "yesterday 23:59", "yesterday 23:59:00" },
    { "2024-12-30T23:59:00Z", "30 Dec 2024", "30 Dec 2024" },
    { "2025-03-12T08:05:59Z", "12 Mar 08:05", "12 Mar 08:05:59" },
  };
  g_autoptr (GDateTime) now = g_date_time_new_from_iso8601 ("2025-01-01T15:00:00Z", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (cases[i].time, NULL);
      g_autofree char *text = studio_format_time_at (time, now, FALSE);
      g_autofree char *exact = studio_format_time_at (time, now, TRUE);

      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpstr (exact, ==, cases[i].exact);
    }
}

static void
test_plurals (void)
{
  g_autofree char *one = studio_format_links (1);
  g_autofree char *three = studio_format_links (3);
  g_autofree char *many = studio_format_parameters (89610);
  g_autofree char *none = studio_format_problems (0);
  g_autofree char *problem = studio_format_problems (1);
  g_autofree char *hints = studio_format_hints (2);

  g_assert_cmpstr (one, ==, "1 link");
  g_assert_cmpstr (three, ==, "3 links");
  g_assert_cmpstr (many, ==, "89,610 parameters");
  g_assert_cmpstr (none, ==, "no problems");
  g_assert_cmpstr (problem, ==, "1 problem");
  g_assert_cmpstr (hints, ==, "2 hints");
}

/* Where no comma is the mark: one that parts no thousands still is meant as one. */
static void
read_decimals (void)
{
  static const char *const texts[][2] = { { "0.05", "0.05" },   { "0,05", "0.05" },   { "-0,125", "-0.125" },
                                          { "1,5", "1.5" },     { "12,25", "12.25" }, { "1,000", "1,000" },
                                          { "1,2,3", "1,2,3" }, { "(0,5)", "(0,5)" }, { "1.5,2", "1.5,2" },
                                          { "abc", "abc" } };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *read = studio_read_decimal (texts[i][0]);

      g_assert_cmpstr (read, ==, texts[i][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/words/format/counts", test_counts);
  g_test_add_func ("/ui/words/format/numbers", test_numbers);
  g_test_add_func ("/ui/words/format/tenths", test_tenths);
  g_test_add_func ("/ui/words/format/read-decimals", read_decimals);
  g_test_add_func ("/ui/words/format/durations", test_durations);
  g_test_add_func ("/ui/words/format/bytes", test_bytes);
  g_test_add_func ("/ui/words/format/times", test_times);
  g_test_add_func ("/ui/words/format/plurals", test_plurals);
  return g_test_run ();
}
