/* studio-pace.c: signs of what runs over time.
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
  [RENSA_PACE_EACH_STEP] = { ALONG, N_ ("Called for each step of the sequences") },
  [RENSA_PACE_THROUGH] = { ROUND, N_ ("Reads sequences from step to step") },
  [RENSA_PACE_CARRIES] = { ROUND, N_ ("Keeps a state from call to call; each batch begins anew") },
  [RENSA_PACE_GOES_ON] = { ROUND, N_ ("Keeps a state, which goes on from batch to batch") },
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
