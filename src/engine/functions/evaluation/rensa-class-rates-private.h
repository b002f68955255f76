/* rensa-class-rates-private.h: how well each class is recognized.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

/* Only classification_summary has @beta. */
typedef struct
{
  gint64 label_num;
  gint64 ignore_label;
  double beta;
} RensaClassRates;

extern const RensaAttrSpec rensa_class_rates_attrs[3];
/* Those without beta. */
#define RENSA_CLASS_RATES_N_PLAIN 2

enum
{
  RENSA_CLASS_PRECISION,
  RENSA_CLASS_RECALL,
  RENSA_CLASS_FBETA,
  RENSA_CLASS_SUPPORT,
  RENSA_CLASS_N_RATES,
};

/**
 * RensaClassRule: the class's rule.
 * @name: of the function, for messages
 * @rates: of which output i is the i-th
 * @has_beta: otherwise it is 1
 */
typedef struct
{
  const char *name;
  int n_rates;
  int rates[RENSA_CLASS_N_RATES];
  gboolean has_beta;
} RensaClassRule;

/* y is (N, C, d…), floating, and t is (N, d…), integers.  Outputs are rates, one for each class: float64, or int64 for the
 * support.  Without label_num, whose place the largest label takes, the number of classes is known from data alone; C is inferred in
 * its place. */
gboolean rensa_class_rates_infer (RensaInference *inference, GError **error);
gboolean rensa_class_rates_forward (RensaCall *call, GError **error);

G_END_DECLS
