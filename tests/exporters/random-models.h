/* random-models.h: documents that nobody thought of.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-component.h"
#include "rensa-exporter.h"

/* Functions and links of the registry, drawn with the attributes of their samples, behind one another where the shapes fit; what
 * they make has ten numbers for each example. The same for the same seed. */

RensaDocument *make_random_document (guint seed);

/* The same with @component alone between the layers that begin and end a model; NULL where it does not fit there. */
RensaDocument *make_document_of (const RensaComponent *component, guint seed);

/* What became of a model. */
typedef enum
{
  MODEL_PROVED,
  MODEL_REFUSED,
  MODEL_FAILED,
} ModelOutcome;

/* Writes the document of @seed, with parameters as they are drawn, for @exporter and proves it. @sentence: (nullable): why it was
 * refused or failed, without the node of a refusal; the caller's. */
ModelOutcome prove_random_model (const RensaExporter *exporter, guint seed, char **sentence);
/* For tests: of the models of the component @name the first that is not refused holds. */
void assert_component_proved (const char *target, RensaComponentKind kind, const char *name);
/* For tests: of the first @n models none fails. */
void assert_random_models_proved (const char *target, guint n);
