/* studio-picks.h: favorite and recently used components.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-component.h"

G_BEGIN_DECLS

/* Signals: "favourites-changed", "recent-changed". Does not use GTK; belongs to the main thread. */
#define STUDIO_TYPE_PICKS (studio_picks_get_type ())
G_DECLARE_FINAL_TYPE (StudioPicks, studio_picks, STUDIO, PICKS, GObject)

/* Number of recently used components that are kept. */
#define STUDIO_PICKS_N_RECENT 6

/* Returns the program's single instance; borrowed. */
StudioPicks *studio_picks_get (void);
/* @settings: (nullable): stores them from now on, under "favourite-components" and "recent-components". */
void studio_picks_set_settings (StudioPicks *self, GSettings *settings);

gboolean studio_picks_is_favourite (StudioPicks *self, const RensaComponent *component);
void studio_picks_set_favourite (StudioPicks *self, const RensaComponent *component, gboolean is_favourite);
/* Records that a node of the type @name was added. */
void studio_picks_use (StudioPicks *self, const char *name);
/* Records that a component of another kind was chosen in a dialog. */
void studio_picks_choose (StudioPicks *self, const char *name);
/* TRUE if it is a favorite or was used or chosen recently. */
gboolean studio_picks_has (StudioPicks *self, const RensaComponent *component);

/* (element-type RensaComponent): favorites that can be nodes, in the order in which they were
 * chosen; owned. */
GPtrArray *studio_picks_list_favourites (StudioPicks *self);
/* Returns the components in order of use, last used first. */
GPtrArray *studio_picks_list_recent (StudioPicks *self);

G_END_DECLS
