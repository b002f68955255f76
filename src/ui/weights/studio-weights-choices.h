/* studio-weights-choices.h: which values of a file a model begins with, as a person chooses.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-archive.h"

G_BEGIN_DECLS

/* What rensa_builder_compare_weights () gave, and what of the model begins with what of the file under another name. Entries stay
 * those of the comparison. */
typedef struct _StudioWeightsChoices StudioWeightsChoices;

/* @entries: (element-type RensaLoadEntry). */
StudioWeightsChoices *studio_weights_choices_new (GPtrArray *entries);
void studio_weights_choices_free (StudioWeightsChoices *choices);

/* Whether the file has anything for @param that no name gives to another. */
gboolean studio_weights_choices_can_choose (StudioWeightsChoices *choices, const RensaLoadEntry *param);
/* What can be chosen for @param: what nobody else takes, in the order of the file (element-type RensaLoadEntry); the container is the
 * caller's. */
GPtrArray *studio_weights_choices_list (StudioWeightsChoices *choices, const RensaLoadEntry *param);
/* @from: (nullable): one of that list; NULL for none. */
void studio_weights_choices_choose (StudioWeightsChoices *choices, const RensaLoadEntry *param,
                                    const RensaLoadEntry *from);
/* What was chosen for @param; NULL for none. */
const RensaLoadEntry *studio_weights_choices_get (StudioWeightsChoices *choices, const RensaLoadEntry *param);
/* Whether @from was chosen for somebody. */
gboolean studio_weights_choices_is_taken (StudioWeightsChoices *choices, const RensaLoadEntry *from);

/* What no choice was made for, in the order of the model, begins with what nobody takes, in the order of the file, shape by shape; a
 * shape of which the two do not have equally many is left out. */
void studio_weights_choices_match_by_order (StudioWeightsChoices *choices);
/* Whether that would choose anything. */
gboolean studio_weights_choices_can_match (StudioWeightsChoices *choices);

/* How many values of the model begin with those of the file, by their names or by choice. */
guint studio_weights_choices_count (StudioWeightsChoices *choices);
/* Chooses as @map says, as far as it still can be. */
void studio_weights_choices_take_map (StudioWeightsChoices *choices, GHashTable *map);
/* By names of the model those in the file (see rensa_document_set_weights_map ()): the caller's. */
GHashTable *studio_weights_choices_get_map (StudioWeightsChoices *choices);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StudioWeightsChoices, studio_weights_choices_free)

G_END_DECLS
