/* rensa-labels.c: class labels.
 * SPDX-License-Identifier: MIT */

#include "rensa-labels-private.h"

#include "rensa-fault.h"
#include "rensa-language.h"

static void
explain (const RensaLateCheck *check, GError **error)
{
  double label;

  if (rensa_find_outside (check->values, &check->range, &label, error) >= 0)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: label %.0f is outside 0 … %lld"), check->name, label,
                     (long long) check->range.most);
}

RensaArray *
rensa_confine_labels (const char *name, RensaArray *labels, gint64 ignore, gint64 n_classes, GError **error)
{
  const RensaLateCheck check = { explain, name, .range = { 0, n_classes - 1, ignore } };

  return rensa_confine (labels, &check, error);
}

gboolean
rensa_check_labels (const char *name, RensaArray *labels, gint64 ignore, gint64 n_classes, GError **error)
{
  g_autoptr (RensaArray) inside = rensa_confine_labels (name, labels, ignore, n_classes, error);

  return inside != NULL;
}
