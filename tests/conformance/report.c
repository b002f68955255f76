/* report.c: one line an entry or a case, and the sum of all.
 * SPDX-License-Identifier: MIT */

#include "conformance.h"

static guint
count_all (Report *report)
{
  return report->n_passed + report->n_failed + report->n_skipped;
}

void
report_begin (Report *report, const char *kind, const char *name)
{
  report->entry = g_strdup_printf ("%s %s", kind, name);
  report->entry_passed = 0;
  report->entry_failed = 0;
  report->largest_error = 0;
  report->complaints = g_string_new (NULL);
}

void
report_end (Report *report)
{
  /* Cases that nobody looked at are no success. */
  if (report->entry_passed + report->entry_failed == 0)
    report_case (report, "(none)", FALSE, NULL);
  if (!report->tap)
    g_print ("%s %-48s %3u cases, largest error %.2g of the tolerance\n%s", report->entry_failed == 0 ? "ok  " : "FAIL",
             report->entry, report->entry_passed + report->entry_failed, report->largest_error,
             report->complaints->str);
  g_clear_pointer (&report->entry, g_free);
  g_string_free (report->complaints, TRUE);
}

void
report_skip (Report *report, const char *kind, const char *name, const char *reason)
{
  g_autofree char *entry = g_strdup_printf ("%s %s", kind, name);

  report->n_skipped++;
  if (report->tap)
    g_print ("ok %u %s # SKIP %s\n", count_all (report), entry, reason);
  else
    g_print ("skip %-48s %s\n", entry, reason);
}

static void
complain (Report *report, const char *id, const char *message)
{
  if (report->tap)
    g_print ("# %s\n", message);
  g_string_append_printf (report->complaints, "       %s: %s\n", id, message);
}

void
report_case (Report *report, const char *id, gboolean ok, GError **error)
{
  if (!ok)
    complain (report, id, error != NULL && *error != NULL ? (*error)->message : "failed");
  report->n_passed += ok;
  report->n_failed += !ok;
  report->entry_passed += ok;
  report->entry_failed += !ok;
  if (report->tap)
    g_print ("%s %u %s %s\n", ok ? "ok" : "not ok", count_all (report), report->entry, id);
  g_clear_error (error);
}

void
report_single (Report *report, const char *kind, const char *name, gboolean ok, GError **error)
{
  report_begin (report, kind, name);
  report_case (report, "case", ok, error);
  report_end (report);
}

void
report_list (Report *report, const char *kind, const char *name, struct json_object *list, CheckFunc check)
{
  report_begin (report, kind, name);
  for (int i = 0; i < get_length (list); i++)
    {
      g_autofree char *id = g_strdup_printf ("case %d", i);
      g_autoptr (GError) error = NULL;
      const gboolean ok = check (report, get_item (list, i), &error);

      report_case (report, id, ok, &error);
    }
  report_end (report);
}

int
report_finish (Report *report)
{
  if (report->tap)
    g_print ("1..%u\n", count_all (report));
  else
    g_print ("%u passed, %u failed, %u skipped\n", report->n_passed, report->n_failed, report->n_skipped);
  return report->n_failed == 0 && report->n_passed > 0 ? 0 : 1;
}
