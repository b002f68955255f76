/* rensa-input.c: what a model begins with.
 * SPDX-License-Identifier: MIT */

#include "rensa-component.h"

const RensaComponent rensa_input_component = {
  .name = "Input",
  .group = &rensa_input_group,
  .title = N_ ("Input"),
  .summary = N_ ("What the data give to the model"),
  .words = N_ ("data;source;placeholder"),
  .stem = "x",
};

gboolean
rensa_type_is_input (const char *type)
{
  return g_strcmp0 (type, rensa_input_component.name) == 0;
}
