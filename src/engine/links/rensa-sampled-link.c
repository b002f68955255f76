/* rensa-sampled-link.c: links that look at a few of very many words.
 * SPDX-License-Identifier: MIT */

#include "rensa-sampled-link-private.h"

#include "rensa-error.h"

gboolean
rensa_sampled_link_check_counts (RensaArray *counts, GError **error)
{
  g_autofree char *found = NULL;

  if (rensa_array_get_ndim (counts) == 1 && rensa_array_get_count (counts) > 0)
    return TRUE;

  found = rensa_shape_to_string (rensa_array_get_shape (counts));
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID, "counts has one number for each word, but its shape is %s",
               found);
  return FALSE;
}
