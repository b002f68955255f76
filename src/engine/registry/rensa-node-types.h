/* rensa-node-types.h: nodes that are neither links nor functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* @index: %RENSA_INT_NONE for the value after that of the previous field */
typedef struct
{
  gint64 index;
} RensaFieldNode;

typedef struct
{
  char *model;
} RensaModelCall;

/* An input of a model: a node that outputs a value of an example. */
extern const RensaComponent rensa_input_component;
/* The same in a training step, where it specifies the value. */
extern const RensaComponent rensa_field_component;
/* In a training step: the call of one of the document's models. */
extern const RensaComponent rensa_model_call_component;

/* Returns TRUE if nodes of @type, as written in documents, are inputs; FALSE for NULL. */
gboolean rensa_type_is_input (const char *type);
gboolean rensa_type_is_model_call (const char *type);

G_END_DECLS
