/* rensa-node-types.h: nodes that are neither link nor function.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"

G_BEGIN_DECLS

/* @index: %RENSA_INT_NONE for the value after that of the field before */
typedef struct
{
  gint64 index;
} RensaFieldNode;

typedef struct
{
  char *model;
} RensaModelCall;

/* What a model begins with: a node that gives a value of an example. */
extern const RensaComponent rensa_input_component;
/* The same in a training step, where it says which value. */
extern const RensaComponent rensa_field_component;
/* In a training step: one of the models of the document, called. */
extern const RensaComponent rensa_model_call_component;

/* Whether nodes of @type, as documents write it, are inputs; FALSE for NULL. */
gboolean rensa_type_is_input (const char *type);
gboolean rensa_type_is_model_call (const char *type);

G_END_DECLS
