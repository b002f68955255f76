/* rensa-report-key.h: name and meaning of a reported value.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Meaning of a value reported in training. */
typedef enum
{
  RENSA_MEASURE_NONE,
  RENSA_MEASURE_LOSS,  /* minimized by training; shown first */
  RENSA_MEASURE_SCORE, /* quality measure: higher is better */
} RensaMeasure;

/**
 * RensaReportKey:
 * @key: full name in Chainer's form, "validation/main/loss"
 * @prefix: length in bytes of its first part ("validation/"), the name of an extension that
 *   evaluates examples not used for training; 0 for values reported during training
 * @observer: length in bytes of the next part ("main/"), the name of the link that reports
 * @measure: measure declared by the class of that link
 *
 * The rest is the value's own name, "loss".
 */
typedef struct
{
  char *key;
  guint prefix;
  guint observer;
  RensaMeasure measure;
} RensaReportKey;

/* The lengths and the measure may come from a file: lengths beyond the key count as 0, an
 * unknown measure as none. */
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
