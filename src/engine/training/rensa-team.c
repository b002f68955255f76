/* rensa-team.c: how many threads train best just now.
 * SPDX-License-Identifier: MIT */

#include "rensa-team-private.h"

/* Until the first trial, in seconds: the first iterations make what the later ones use. */
#define WARM_UP 0.02

/* A block is at least so long, in seconds and in iterations; its first iteration, which finds other caches and sleeping
 * threads, does not count. */
#define BLOCK_SECONDS 0.008
#define BLOCK_ITERATIONS 3
#define N_BLOCKS 12

/* Fewer threads leave cores to others, so they need not be faster; more of them must be. */
#define FEWER_BOUND 1.02
#define MORE_BOUND 0.95
/* So much slower, it is not tried to the end. */
#define HOPELESS 1.25

#define LEAST_PATIENCE 8
#define MOST_PATIENCE 64

void
rensa_team_init (RensaTeam *team, int most)
{
  *team = (RensaTeam){ .direction = 1, .block = -1, .patience = LEAST_PATIENCE, .left = WARM_UP };
  team->sizes[team->n_sizes++] = most;
  if (most > 3)
    team->sizes[team->n_sizes++] = most - 1;
  for (int size = most == 3 ? 2 : most / 2; size > 0 && team->n_sizes < RENSA_TEAM_MAX_SIZES; size /= 2)
    team->sizes[team->n_sizes++] = size;
}

int
rensa_team_get_n_threads (const RensaTeam *team)
{
  return team->sizes[team->block >= 0 && team->block % 2 == 1 ? team->other : team->used];
}

static gboolean
has_size (const RensaTeam *team, int i)
{
  return i >= 0 && i < team->n_sizes;
}

static void
begin_block (RensaTeam *team, int block)
{
  team->block = block;
  team->block_seconds = 0;
  team->block_iterations = 0;
}

static void
begin_trial (RensaTeam *team)
{
  if (!has_size (team, team->used + team->direction))
    team->direction = -team->direction;
  team->other = team->used + team->direction;
  team->trial_seconds = 0;
  team->paces[0] = team->paces[1] = (RensaTeamPace){ 0 };
  begin_block (team, 0);
}

/* Of an iteration with the other size, in such of the used one. */
static double
compare (const RensaTeam *team)
{
  const RensaTeamPace *used = &team->paces[0];
  const RensaTeamPace *other = &team->paces[1];

  return other->seconds * (double) used->n_iterations / (used->seconds * (double) other->n_iterations);
}

static void
end_trial (RensaTeam *team)
{
  if (compare (team) < (team->sizes[team->other] < team->sizes[team->used] ? FEWER_BOUND : MORE_BOUND))
    {
      team->used = team->other;
      team->patience = LEAST_PATIENCE;
    }
  else
    {
      team->direction = -team->direction;
      team->patience = MIN (2 * team->patience, MOST_PATIENCE);
    }
  team->left = team->patience * team->trial_seconds;
  team->block = -1;
}

static void
go_on_with_trial (RensaTeam *team, double seconds)
{
  RensaTeamPace *pace = &team->paces[team->block % 2];

  team->trial_seconds += seconds;
  team->block_seconds += seconds;
  if (team->block_iterations++ > 0)
    {
      pace->seconds += seconds;
      pace->n_iterations++;
    }
  if (team->block_iterations < BLOCK_ITERATIONS || team->block_seconds < BLOCK_SECONDS)
    return;

  begin_block (team, team->block + 1);
  if (team->block == N_BLOCKS || (team->block % 2 == 0 && compare (team) > HOPELESS))
    end_trial (team);
}

void
rensa_team_report (RensaTeam *team, double seconds)
{
  if (team->n_sizes == 1)
    return;

  if (team->block >= 0)
    {
      go_on_with_trial (team, seconds);
      return;
    }
  team->left -= seconds;
  if (team->left <= 0)
    begin_trial (team);
}
