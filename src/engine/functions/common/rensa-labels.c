/* rensa-labels.c: numbers of classes.
 * SPDX-License-Identifier: MIT */

#include "rensa-labels-private.h"

#include "k.h"
#include "rensa-error.h"
#include "rensa-functions-kernels.h"

/* kernel: label_is_wild (label; n_classes, ignore) -> y */
KERNEL real
label_is_wild (real label, real n_classes, real ignore)
{
  return (label < 0 || label >= n_classes) && label != ignore ? 1 : 0;
}
/* end kernel */

gboolean
rensa_check_labels (const char *name, RensaArray *labels, gint64 ignore, gint64 n_classes, GError **error)
{
  const double params[] = { (double) n_classes, (double) ignore };
  g_autoptr (RensaArray) flat = rensa_array_reshape (labels, &RENSA_SHAPE (-1), error);
  /* float64 tells all labels apart. */
  g_autoptr (RensaArray) wide = flat != NULL ? rensa_array_cast (flat, RENSA_FLOAT64, error) : NULL;
  g_autoptr (RensaArray) wild = rensa_map1 (RENSA_KERNEL_LABEL_IS_WILD, wide, params, error);
  g_autoptr (RensaArray) place = NULL;
  g_autoptr (RensaArray) found = NULL;
  gint64 first;

  if (wild == NULL)
    return FALSE;
  if (rensa_array_get_count (wild) == 0)
    return TRUE;

  place = rensa_reduce (RENSA_REDUCE_ARGMAX, wild, 1, FALSE, error);
  if (place == NULL)
    return FALSE;
  first = (gint64) rensa_array_get_scalar (place);
  found = rensa_array_view_range (wild, 0, first, 1);
  if (rensa_array_get_scalar (found) == 0)
    return TRUE;

  rensa_array_unref (found);
  found = rensa_array_view_range (flat, 0, first, 1);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "%s: label %.0f is outside 0 … %" G_GINT64_FORMAT, name,
               rensa_array_get_scalar (found), n_classes - 1);
  return FALSE;
}
