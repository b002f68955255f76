/* chain.c: named links, called according to a plan.
 * SPDX-License-Identifier: MIT */

#include "rensa-chain-private.h"
#include "rensa-links.h"

const RensaLinkClass rensa_chain_link_class = {
  .name = "Chain",
  .group = &rensa_link_group,
  .title = N_ ("Chain"),
  .summary = N_ ("Group of layers"),
  .words = N_ ("block;group;module;subgraph;container;residual"),
  .stem = "block",
  .inputs = RENSA_INPUTS ("xs*"),
  .state_size = sizeof (RensaPlan),
  .is_planned = TRUE,
  .setup = rensa_plan_setup,
  .forward = rensa_chain_forward,
  .copy_state = rensa_plan_copy,
  .clear_state = rensa_plan_clear,
  RENSA_FORMS ({ "chainer", "chainer.Chain()" }),
};

RensaLink *
rensa_chain_new (void)
{
  return rensa_link_new_plain (&rensa_chain_link_class);
}
