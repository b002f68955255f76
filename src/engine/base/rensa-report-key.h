/* rensa-report-key.h: what a reported value is called, and what it says.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a value says about a training. */
typedef enum
{
  RENSA_MEASURE_NONE,
  RENSA_MEASURE_LOSS,  /* what is learned to be small; shown first */
  RENSA_MEASURE_SCORE, /* what a person judges by: more is better */
} RensaMeasure;

/**
 * RensaReportKey:
 * @key: the whole name as Chainer writes it, "validation/main/loss"
 * @prefix: how many bytes of it ("validation/") are the name of an extension that looks at examples which are not learned
 *   from; 0 for what is reported while learning
 * @observer: how many bytes after that ("main/") are the name of the link that reports
 * @measure: as the class of that link says
 *
 * What remains is the value's own name, "loss".
 */
typedef struct
{
  char *key;
  guint prefix;
  guint observer;
  RensaMeasure measure;
} RensaReportKey;

/* The numbers may come from a file: lengths beyond the key count as 0, an unknown measure as none. */
RensaReportKey *rensa_report_key_new (const char *key, gint64 prefix, gint64 observer, gint64 measure);
RensaReportKey *rensa_report_key_copy (const RensaReportKey *report);
void rensa_report_key_free (RensaReportKey *report);

/* "loss"; borrowed. */
const char *rensa_report_key_get_name (const RensaReportKey *report);
/* "validation", "" */
char *rensa_report_key_dup_prefix (const RensaReportKey *report);
/* "main", "main/predictor/l1", "" */
char *rensa_report_key_dup_observer (const RensaReportKey *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaReportKey, rensa_report_key_free)

G_END_DECLS
