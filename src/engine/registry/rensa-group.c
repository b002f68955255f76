/* rensa-group.c: groups for listing components.
 * SPDX-License-Identifier: MIT */

#include "rensa-component.h"

#include <string.h>

#define GROUP(id, title_text, strokes_text, tint_text, opens)                                      \
  const RensaGroup rensa_##id##_group = {                                                          \
    .name = #id, .title = title_text, .strokes = strokes_text, .tint = tint_text, .is_open = opens \
  };
RENSA_GROUPS (GROUP)
#undef GROUP

#define GROUP(id, ...) &rensa_##id##_group,
const RensaGroup *const rensa_groups[] = { RENSA_GROUPS (GROUP) NULL };
#undef GROUP

const RensaGroup *
rensa_group_find (const char *name)
{
  for (guint i = 0; rensa_groups[i] != NULL; i++)
    if (strcmp (rensa_groups[i]->name, name) == 0)
      return rensa_groups[i];
  return NULL;
}
