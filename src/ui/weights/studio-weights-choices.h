/* studio-weights-choices.h: the user's assignment of values in a file to parameters of a model.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-archive.h"

G_BEGIN_DECLS

/* The result of rensa_builder_compare_weights (), and the assignment of values in the file to
 * parameters with other names. The entries of the comparison do not change. */
typedef struct _StudioWeightsChoices StudioWeightsChoices;

/* @entries: (element-type RensaLoadEntry). */
StudioWeightsChoices *studio_weights_choices_new (GPtrArray *entries);
void studio_weights_choices_free (StudioWeightsChoices *choices);

/* Returns TRUE if the file has a value for @param that is not already assigned by name. */
gboolean studio_weights_choices_can_choose (StudioWeightsChoices *choices, const RensaLoadEntry *param);
/* Returns the unassigned values that @param can take, in file order (element-type RensaLoadEntry);
 * transfer container. */
GPtrArray *studio_weights_choices_list (StudioWeightsChoices *choices, const RensaLoadEntry *param);
/* @from: (nullable): an element of that list; NULL for none. */
void studio_weights_choices_choose (StudioWeightsChoices *choices, const RensaLoadEntry *param,
                                    const RensaLoadEntry *from);
/* Returns the choice for @param; NULL for none. */
const RensaLoadEntry *studio_weights_choices_get (StudioWeightsChoices *choices, const RensaLoadEntry *param);
/* Returns TRUE if @from was chosen for a parameter. */
gboolean studio_weights_choices_is_taken (StudioWeightsChoices *choices, const RensaLoadEntry *from);

/* For each shape, assigns the unassigned values in file order to the parameters without a choice in
 * model order; skips shapes with unequal numbers of the two. */
void studio_weights_choices_match_by_order (StudioWeightsChoices *choices);
/* Returns TRUE if studio_weights_choices_match_by_order () would assign anything. */
gboolean studio_weights_choices_can_match (StudioWeightsChoices *choices);

/* Returns the number of parameters that are initialized from the file, by name or by choice. */
guint studio_weights_choices_count (StudioWeightsChoices *choices);
/* Applies the choices of @map that are still possible. */
void studio_weights_choices_take_map (StudioWeightsChoices *choices, GHashTable *map);
/* Returns a new map from names in the model to names in the file (see rensa_document_set_weights_map ()). */
GHashTable *studio_weights_choices_get_map (StudioWeightsChoices *choices);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioWeightsChoices, studio_weights_choices_free)

G_END_DECLS
