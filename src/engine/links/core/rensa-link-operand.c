/* rensa-link-operand.c: operand that is either a parameter or a second input.
 * SPDX-License-Identifier: MIT */

#include "rensa-link-operand-private.h"

#include "rensa-fault.h"

RensaVariable *
rensa_link_get_operand (RensaLink *link, int index, RensaVariable *const *inputs, int n_inputs, GError **error)
{
  RensaVariable *param = rensa_link_get_param (link, index);
  const gboolean is_given = n_inputs > 1 && inputs[1] != NULL;
  const char *name = rensa_link_get_class (link)->params[index].name;

  if (is_given != (param != NULL))
    return is_given ? inputs[1] : param;

  if (is_given)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s learns %s, so it expects 1 input, but 2 were given"),
                     rensa_link_get_class (link)->name, name);
  else
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("%s has no shape for learning %s, so it expects 2 inputs, but 1 was given"),
                     rensa_link_get_class (link)->name, name);
  return NULL;
}
