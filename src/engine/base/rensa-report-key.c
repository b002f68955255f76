/* rensa-report-key.c: name and meaning of a reported value.
 * SPDX-License-Identifier: MIT */

#include "rensa-report-key.h"

#include <string.h>

RensaReportKey *
rensa_report_key_new (const char *key, gint64 prefix, gint64 observer, gint64 measure)
{
  const gint64 length = (gint64) strlen (key);
  const gboolean fits = prefix >= 0 && prefix <= length && observer >= 0 && observer <= length - prefix;
  RensaReportKey *report = g_new (RensaReportKey, 1);

  *report = (RensaReportKey){
    .key = g_strdup (key),
    .prefix = fits ? (guint) prefix : 0,
    .observer = fits ? (guint) observer : 0,
    .measure =
        measure == RENSA_MEASURE_LOSS || measure == RENSA_MEASURE_SCORE ? (RensaMeasure) measure : RENSA_MEASURE_NONE,
  };
  return report;
}

RensaReportKey *
rensa_report_key_copy (const RensaReportKey *report)
{
  return rensa_report_key_new (report->key, report->prefix, report->observer, report->measure);
}

void
rensa_report_key_free (RensaReportKey *report)
{
  g_free (report->key);
  g_free (report);
}

const char *
rensa_report_key_get_name (const RensaReportKey *report)
{
  return report->key + report->prefix + report->observer;
}

/* Omits the trailing slash. */
static char *
dup_part (const char *text, guint length)
{
  return g_strndup (text, length > 0 ? length - 1 : 0);
}

char *
rensa_report_key_dup_prefix (const RensaReportKey *report)
{
  return dup_part (report->key, report->prefix);
}

char *
rensa_report_key_dup_observer (const RensaReportKey *report)
{
  return dup_part (report->key + report->prefix, report->observer);
}
