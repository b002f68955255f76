/* studio-pace.c: icons for nodes that run over time.
 * SPDX-License-Identifier: MIT */

#include "studio-pace.h"

#include <glib/gi18n.h>

#define ROUND "media-playlist-repeat-symbolic"
#define ALONG "media-playlist-consecutive-symbolic"

static const struct
{
  const char *icon;
  const char *words;
} signs[] = {
  [RENSA_PACE_EACH_STEP] = { ALONG, N_ ("Called at each step of the sequences") },
  [RENSA_PACE_THROUGH] = { ROUND, N_ ("Processes sequences step by step") },
  [RENSA_PACE_CARRIES] = { ROUND, N_ ("Keeps its state between calls; resets it for each batch") },
  [RENSA_PACE_GOES_ON] = { ROUND, N_ ("Keeps its state between batches") },
};

const char *
studio_pace_get_icon (RensaPace pace)
{
  return signs[pace].icon;
}

const char *
studio_pace_describe (RensaPace pace)
{
  return signs[pace].words != NULL ? _ (signs[pace].words) : NULL;
}
