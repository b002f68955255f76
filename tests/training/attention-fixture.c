/* attention-fixture.c: a pair of models of which one looks at what the other has read.
 * SPDX-License-Identifier: MIT */

#include "attention-fixture.h"

#include "rensa-primitives.h"

RensaLink *
embed_of (const double *rows)
{
  RensaLink *embed = rensa_link_new_from_text ("EmbedID(in_size=4, out_size=4)", NULL);
  g_autoptr (RensaArray) array =
      rensa_array_new_from_host (RENSA_FLOAT64, &RENSA_SHAPE (N_TOKENS, N_TOKENS), rows, NULL);
  g_autoptr (RensaArray) narrow = rensa_array_cast (array, rensa_link_get_dtype (embed), NULL);

  rensa_variable_set_array (rensa_link_get_param (embed, 0), narrow);
  return embed;
}

RensaArray *
sources_new (void)
{
  g_autoptr (RensaLengths) lengths = rensa_lengths_new ((gint64[]){ 1, 2 }, 2);
  RensaArray *array = rensa_array_new_from_host (RENSA_INT32, &RENSA_SHAPE (3), (gint32[]){ 1, 2, 3 }, NULL);

  rensa_array_set_lengths (array, lengths);
  return array;
}

RensaLink *
reader_new (void)
{
  const double rows_of_tokens[] = { 20, 0, 0, 0, 0, 20, 0, 0, 0, 0, 20, 0, 0, 0, 0, 20 };
  g_autoptr (RensaAttrs) pad = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "pad_sequence", NULL);
  RensaLink *chain = rensa_chain_new ();
  int state;
  int rows;

  g_assert_true (rensa_link_take_child (chain, "embed", embed_of (rows_of_tokens), NULL));
  state = rensa_chain_plan_function (chain, "pad", pad, (int[]){ 0 }, 1, 1, NULL);
  rows = rensa_chain_plan_link (chain, "embed", (int[]){ 0 }, 1, 1, NULL);
  g_assert_true (rensa_chain_set_outputs (chain, (int[]){ state, rows }, 2, NULL));
  return chain;
}

RensaLink *
looker_new (void)
{
  const double queries[] = { 0, 0, 1, 0, 0, -200, 0, 0, 0, 0, -200, 0, 0, 0, 0, -200 };
  g_autoptr (RensaAttrs) identity = rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "identity", NULL);
  g_autoptr (RensaAttrs) look =
      rensa_attrs_new_from_text (RENSA_COMPONENT_FUNCTION, "sequence_attention(scale=0.05)", NULL);
  RensaLink *chain = rensa_chain_new ();
  int state;
  int query;
  int seen;

  g_assert_true (rensa_link_take_child (chain, "embed", embed_of (queries), NULL));
  rensa_chain_set_n_inputs (chain, 3);
  state = rensa_chain_plan_function (chain, "state", identity, (int[]){ 0 }, 1, 1, NULL);
  query = rensa_chain_plan_link (chain, "embed", (int[]){ 2 }, 1, 1, NULL);
  seen = rensa_chain_plan_function (chain, "look", look, (int[]){ query, 1, 1 }, 3, 2, NULL);
  g_assert_true (rensa_chain_set_outputs (chain, (int[]){ state, seen }, 2, NULL));
  return chain;
}
