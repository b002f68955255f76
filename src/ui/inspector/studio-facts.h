/* studio-facts.h: list of names and values.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A list of rows such as "W  (100, 784)"; hidden while it is empty. */
#define STUDIO_TYPE_FACTS (studio_facts_get_type ())
G_DECLARE_FINAL_TYPE (StudioFacts, studio_facts, STUDIO, FACTS, AdwBin)

void studio_facts_clear (StudioFacts *facts);
void studio_facts_add (StudioFacts *facts, const char *name, const char *value);

G_END_DECLS
