/* rensa-reporter.h: values reported by links and the trainer.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-late-number.h"
#include "rensa-link.h"

G_BEGIN_DECLS

/* Scalars by name, in the order of their first report: "main/loss" -> 0.31. Reported variables keep
 * their graph if the mode keep_graph_on_report is set. */
typedef struct _RensaObservation RensaObservation;

RensaObservation *rensa_observation_new (void);
void rensa_observation_free (RensaObservation *observation);
void rensa_observation_clear (RensaObservation *observation);
guint rensa_observation_get_n (RensaObservation *observation);
/* The key is interned. */
const char *rensa_observation_get_key (RensaObservation *observation, guint i);
/* Reads the value from the device on first use. */
double rensa_observation_get_value (RensaObservation *observation, guint i);
/* Requests the same number without waiting for it. The caller owns the result; NULL if the number
 * is available already, or must be waited for. */
RensaLateNumber *rensa_observation_get_late (RensaObservation *observation, guint i);
/* Weight in a mean: that of rensa_report_weigh () at the time of the report, 1 by default. */
double rensa_observation_get_weight (RensaObservation *observation, guint i);
gboolean rensa_observation_lookup (RensaObservation *observation, const char *key, double *value);
/* Borrowed; NULL if it was reported as a number. */
RensaVariable *rensa_observation_get_variable (RensaObservation *observation, const char *key);
void rensa_observation_set (RensaObservation *observation, const char *key, double value);
void rensa_observation_set_variable (RensaObservation *observation, const char *key, RensaVariable *variable);

/* Names for observers: a value that link @observer reports as "loss" is observed as "main/loss" if
 * the observer is named "main". */
typedef struct _RensaReporter RensaReporter;

RensaReporter *rensa_reporter_new (void);
void rensa_reporter_free (RensaReporter *reporter);
void rensa_reporter_add_observer (RensaReporter *reporter, const char *name, gpointer observer);
/* Adds the link and all its descendants: "main", "main/predictor/l1", … */
void rensa_reporter_add_link (RensaReporter *reporter, const char *name, RensaLink *link);

/* Makes @reporter the current one of this thread, writing to @observation, until the matching pop. */
void rensa_reporter_push (RensaReporter *reporter, RensaObservation *observation);
void rensa_reporter_pop (RensaReporter *reporter);

/* For links and extensions: does nothing if no reporter is pushed. If @observer is NULL or unknown
 * to the reporter, reports under the key alone. */
void rensa_report (const char *key, RensaVariable *value, gpointer observer);
void rensa_report_number (const char *key, double value, gpointer observer);
/* For callers of a link with a batch: until the pop, values reported under this reporter have
 * @weight in means. It is initially 1; for a mean over examples, use the number of examples of the
 * batch. */
void rensa_report_weigh (double weight);

/* Summary: mean and (population) standard deviation of scalars, weighted. */
typedef struct
{
  double weight;
  double sum;
  double sum_square;
} RensaSummary;

void rensa_summary_add (RensaSummary *summary, double value, double weight);
double rensa_summary_get_mean (const RensaSummary *summary);
double rensa_summary_get_std (const RensaSummary *summary);
/* Chainer's keys _x, _x2, _n. */
gboolean rensa_summary_serialize (gpointer summary, RensaSerializer *serializer, GError **error);

/* DictSummary: one summary per key. */
typedef struct _RensaDictSummary RensaDictSummary;
RensaDictSummary *rensa_dict_summary_new (void);
void rensa_dict_summary_free (RensaDictSummary *summary);
/* Adds each value with its weight.
 * @keys: (nullable) (NULL-terminated): keys to add, in this order. Numbers that a device has yet to
 *   compute are waited for when others are added, or the result is requested. */
void rensa_dict_summary_add (RensaDictSummary *summary, RensaObservation *observation, const char *const *keys);
/* Computes the mean for each key. */
void rensa_dict_summary_compute_mean (RensaDictSummary *summary, RensaObservation *means);
/* Stores the mean as "key" and the standard deviation as "key.std". */
void rensa_dict_summary_make_statistics (RensaDictSummary *summary, RensaObservation *statistics);
/* Chainer's keys (_names as JSON text, _summaries/0/_x, …). */
gboolean rensa_dict_summary_serialize (gpointer summary, RensaSerializer *serializer, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaObservation, rensa_observation_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaReporter, rensa_reporter_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDictSummary, rensa_dict_summary_free)

G_END_DECLS
