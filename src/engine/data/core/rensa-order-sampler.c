/* rensa-order-sampler.c: order of the examples in an epoch.
 * SPDX-License-Identifier: MIT */

#include "rensa-order-sampler.h"

#include "rensa-fault.h"
#include "rensa-language.h"

static gboolean
check (const char *name, const gint64 *order, gint64 length, gint64 n_examples, GError **error)
{
  if (length < 1)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s: the epoch order contains no examples"), name);
      return FALSE;
    }
  for (gint64 i = 0; i < length; i++)
    if (order[i] < 0 || order[i] >= n_examples)
      {
        rensa_set_words (error, RENSA_ERROR_INVALID,
                         N_ ("%s: the order refers to example %lld, but the data set "
                             "has %lld"),
                         name, (long long) order[i], (long long) n_examples);
        return FALSE;
      }
  return TRUE;
}

gint64 *
rensa_order_sample (RensaAttrs *sampler, const RensaOrderRequest *request, gint64 n_examples, gint64 *length,
                    GError **error)
{
  const RensaOrderSamplerClass *class = (const RensaOrderSamplerClass *) rensa_attrs_get_component (sampler);
  g_autofree gint64 *order = class->sample (rensa_attrs_get_values (sampler), request, length, error);

  if (order == NULL || !check (class->name, order, *length, n_examples, error))
    return NULL;
  if (request->epoch > 0 && *length != request->length)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID,
                       ngettext ("%s: an order of %lld example cannot follow one of %lld",
                                 "%s: an order of %lld examples cannot follow one of %lld", (gulong) *length),
                       class->name, (long long) *length, (long long) request->length);
      return NULL;
    }
  return g_steal_pointer (&order);
}
