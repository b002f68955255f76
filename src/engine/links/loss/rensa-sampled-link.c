/* rensa-sampled-link.c: links that sample a few words from a large vocabulary.
 * SPDX-License-Identifier: MIT */

#include "rensa-sampled-link-private.h"

#include "rensa-fault.h"

gboolean
rensa_sampled_link_check_counts (RensaArray *counts, GError **error)
{
  g_autofree char *found = NULL;

  if (rensa_array_get_ndim (counts) == 1 && rensa_array_get_count (counts) > 0)
    return TRUE;

  found = rensa_shape_to_string (rensa_array_get_shape (counts));
  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s must have one number per word, but its shape is %s"), "counts",
                   found);
  return FALSE;
}
