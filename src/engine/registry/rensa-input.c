/* rensa-input.c: nodes that are neither links nor functions: inputs of a graph, and calls of
 * models.
 * SPDX-License-Identifier: MIT */

#include "rensa-node-types.h"

const RensaComponent rensa_input_component = {
  .name = "Input",
  .group = &rensa_input_group,
  .title = N_ ("Input"),
  .summary = N_ ("Feeds data into the model"),
  .words = N_ ("data;source;placeholder"),
  .stem = "x",
};

static const RensaAttrSpec field_attrs[] = {
  RENSA_ATTR_INT (RensaFieldNode, index, .none = TRUE, .allow_none = TRUE, .min = 0, .max = 63,
                  .title = N_ ("Value Index"),
                  .hint = N_ ("Index of the value within an example, from 0; None uses the value after that of the "
                              "previous field")),
};

const RensaComponent rensa_field_component = {
  .name = "Field",
  .group = &rensa_input_group,
  .title = N_ ("Field"),
  .summary = N_ ("Provides one value of each example to the training step"),
  .words = N_ ("data;source;label;placeholder"),
  .stem = "x",
  RENSA_ATTRS (RensaFieldNode, field_attrs),
};

static const RensaAttrSpec model_attrs[] = {
  RENSA_ATTR_STRING (RensaModelCall, model, .names = RENSA_NAMES_MODEL, .required = TRUE, .title = N_ ("Model"),
                     .hint = N_ ("Model to call; all calls of a model share its parameters")),
};

const RensaComponent rensa_model_call_component = {
  .name = "Model",
  .group = &rensa_input_group,
  .title = N_ ("Model"),
  .summary = N_ ("Calls a model of the project in the training step"),
  .words = N_ ("call;shared;network"),
  .stem = "y",
  RENSA_ATTRS (RensaModelCall, model_attrs),
};

gboolean
rensa_type_is_input (const char *type)
{
  return g_strcmp0 (type, rensa_input_component.name) == 0 || g_strcmp0 (type, rensa_field_component.name) == 0;
}

gboolean
rensa_type_is_model_call (const char *type)
{
  return g_strcmp0 (type, rensa_model_call_component.name) == 0;
}
