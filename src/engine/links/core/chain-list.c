/* chain-list.c: list of links by number.
 * SPDX-License-Identifier: MIT */

#include "rensa-chain-private.h"
#include "rensa-fault.h"
#include "rensa-links.h"

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("%s cannot be called: it only holds links that are called "
                       "individually"),
                   "ChainList");
  return -1;
}

const RensaLinkClass rensa_chain_list_link_class = {
  .name = "ChainList",
  .group = &rensa_link_group,
  .title = N_ ("Chain List"),
  .summary = N_ ("List of links that are called individually"),
  .words = N_ ("module list;block list"),
  .stem = "block",
  .inputs = RENSA_INPUTS ("xs*"),
  .forward = forward,
  .numbers_children = TRUE,
  RENSA_FORMS ({ "chainer", "chainer.ChainList()" }),
};

RensaLink *
rensa_chain_list_new (void)
{
  return rensa_link_new_plain (&rensa_chain_list_link_class);
}
