/* rensa-class-rates-private.h: classification quality per class.
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
/* Attributes without beta. */
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
 * RensaClassRule: the class data.
 * @name: name of the function, for messages
 * @rates: kind of each output
 * @has_beta: FALSE if beta is always 1
 */
typedef struct
{
  const char *name;
  int n_rates;
  int rates[RENSA_CLASS_N_RATES];
  gboolean has_beta;
} RensaClassRule;

/* y is (N, C, d…), floating, and t is (N, d…), integers. Outputs are rates, one per class: float64,
 * or int64 for the support. Without label_num, the number of classes follows from the largest label
 * and is known only from the data; C is inferred in its place. */
gboolean rensa_class_rates_infer (RensaInference *inference, GError **error);
gboolean rensa_class_rates_forward (RensaCall *call, GError **error);

G_END_DECLS
