/* sequential.c: layers called one after another.
 * SPDX-License-Identifier: MIT */

#include "rensa-chain-private.h"
#include "rensa-links.h"

const RensaLinkClass rensa_sequential_link_class = {
  .name = "Sequential",
  .group = &rensa_link_group,
  .title = N_ ("Sequential"),
  .summary = N_ ("Links and functions applied in order"),
  .words = N_ ("pipeline;stack;layers in a row"),
  .stem = "block",
  .inputs = RENSA_INPUTS ("xs*"),
  .state_size = sizeof (RensaPlan),
  .is_planned = TRUE,
  .setup = rensa_plan_setup,
  .forward = rensa_sequential_forward,
  .copy_state = rensa_plan_copy,
  .clear_state = rensa_plan_clear,
  .numbers_children = TRUE,
  .child_appended = rensa_sequential_plan_child,
  RENSA_FORMS ({ "chainer", "chainer.Sequential()" }),
};

RensaLink *
rensa_sequential_new (void)
{
  return rensa_link_new_plain (&rensa_sequential_link_class);
}
