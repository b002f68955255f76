/* rensa-link-expect.c: shared argument checks for links.
 * SPDX-License-Identifier: MIT */

#include "rensa-autograd-faults.h"
#include "rensa-language.h"
#include "rensa-link-operand-private.h"
#include "rensa-link.h"

gboolean
rensa_link_expect_inputs (RensaLink *link, int least, int most, int n_inputs, GError **error)
{
  RensaFault fault;

  if (n_inputs >= least && n_inputs <= most)
    return TRUE;

  fault = (RensaFault){ .code = n_inputs < least ? &rensa_fault_least_inputs : &rensa_fault_most_inputs,
                        .who = rensa_link_get_class (link)->name,
                        .n_expected = { &rensa_count_inputs, n_inputs < least ? least : most },
                        .n_found = { .n = n_inputs } };
  if (least == most)
    fault.code = &rensa_fault_inputs;
  return rensa_set_fault (error, RENSA_ERROR_INVALID, &fault);
}

gboolean
rensa_link_expect_room (RensaLink *link, int n, int max_outputs, GError **error)
{
  if (n <= max_outputs)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s returns too many values: %d instead of %d"),
                   rensa_link_get_class (link)->name, n, max_outputs);
  return FALSE;
}

gboolean
rensa_link_expect_ndim (RensaLink *link, RensaVariable *x, int ndim, GError **error)
{
  const int found = rensa_variable_get_type (x).shape.ndim;

  return found == ndim
         || rensa_set_fault (error, RENSA_ERROR_TYPE_CHECK,
                             &(RensaFault){ .code = &rensa_fault_axes,
                                            .who = rensa_link_get_class (link)->name,
                                            .n_expected = { &rensa_count_axes, ndim },
                                            .n_found = { &rensa_count_axes, found } });
}

gboolean
rensa_link_expect_multiple (const char *attr, gint64 value, const char *of, gint64 divisor, GError **error)
{
  if (value % divisor == 0)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s is %lld, but must be a multiple of %s, which is %lld"), attr,
                   (long long) value, of, (long long) divisor);
  return FALSE;
}

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
