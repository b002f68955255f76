/* check-descriptors.h: what holds for every function, whichever it is.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"
#include "rensa-link.h"

/* Each is one test of a function. */
void check_samples (const RensaFunctionClass *class);
void check_gradient (const RensaFunctionClass *class);
void check_second_gradient (const RensaFunctionClass *class);
void check_dtypes (const RensaFunctionClass *class);
void check_strided (const RensaFunctionClass *class);
void check_empty (const RensaFunctionClass *class);
void check_threads (const RensaFunctionClass *class);
void check_rejects (const RensaFunctionClass *class);
void check_wild_labels (const RensaFunctionClass *class);
void check_function_texts (const RensaFunctionClass *class);

/* What the samples of a link say, also of a copy; and what it learns from the first call. */
void check_link_samples (const RensaLinkClass *class);
/* A frozen link keeps its values to the last bit when it is trained, and its copies are frozen; unfrozen it learns. */
void check_link_frozen (const RensaLinkClass *class);

/* Title, summary, attributes and the forms in which they are written, of any component. */
void check_component_texts (const RensaComponent *component);
void check_component_attrs (const RensaComponent *component);
void check_round_trip (RensaAttrs *attrs);
/* Every {name} in its forms must be an attribute of @component or one of @others (NULL-terminated). */
void check_forms (const RensaComponent *component, const char *const *others);
