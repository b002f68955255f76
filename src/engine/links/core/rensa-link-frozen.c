/* rensa-link-frozen.c: links that are not trained.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-private.h"

void
rensa_link_set_frozen (RensaLink *link, gboolean is_frozen)
{
  link->is_frozen = is_frozen;
  for (guint i = 0; i < link->params->len; i++)
    rensa_variable_set_requires_grad (((RensaParam *) link->params->pdata[i])->variable, !is_frozen);
  for (guint i = 0; i < link->children->len; i++)
    rensa_link_set_frozen (link->children->pdata[i], is_frozen);
}

gboolean
rensa_link_is_frozen (RensaLink *link)
{
  return link->is_frozen;
}

void
rensa_link_spread_frozen (RensaLink *link, RensaLink *child)
{
  if (link->is_frozen)
    rensa_link_set_frozen (child, TRUE);
}
