/* rensa-team.c: finds the number of threads that currently trains fastest.
 * SPDX-License-Identifier: MIT */

#include "rensa-team-private.h"

#include <stdlib.h>
#include <string.h>

/* Seconds before the first trial: the first iterations allocate resources that later ones reuse. */
#define WARM_UP 0.02

/* Minimum duration of a block, in seconds and in iterations; its first iteration does not count,
 * because its caches are cold and its threads asleep. */
#define BLOCK_SECONDS 0.008
#define BLOCK_ITERATIONS 3
#define N_BLOCKS (2 * RENSA_TEAM_N_BLOCKS)

/* Fewer threads leave cores to other programs, so they need not be faster; a larger number must be. */
#define FEWER_BOUND 1.02
#define MORE_BOUND 0.95
/* If all blocks of one size are slower than the fastest of the other by this factor, a trial ends
 * early, but not before the minimum number of blocks, since an unrelated load may have affected the
 * first. */
#define CLEAR 1.25
#define LEAST_BLOCKS 4

/* Interval between trials as a multiple of their duration, initial and maximum; it doubles after
 * each trial that changed nothing. */
#define LEAST_PATIENCE 2
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
  begin_block (team, 0);
}

static int
compare_paces (const void *a, const void *b)
{
  const double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

/* Returns element @nth of the paces of the first @n blocks, in ascending order. */
static double
get_nth (const double *paces, int n, int nth)
{
  double sorted[RENSA_TEAM_N_BLOCKS];

  memcpy (sorted, paces, (gsize) n * sizeof *paces);
  qsort (sorted, (gsize) n, sizeof *sorted, compare_paces);
  return sorted[nth];
}

/* Returns the duration of an iteration with the other size relative to the used one; uses the
 * lower median, because a block during which other programs were busy is not representative of
 * either size. */
static double
compare (const RensaTeam *team)
{
  const int n = team->block / 2;

  return get_nth (team->paces[1], n, (n - 1) / 2) / get_nth (team->paces[0], n, (n - 1) / 2);
}

static gboolean
is_clear (const RensaTeam *team)
{
  const int n = team->block / 2;
  double fastest[2];

  if (team->block < LEAST_BLOCKS || team->block % 2 == 1)
    return FALSE;
  for (int i = 0; i < 2; i++)
    fastest[i] = get_nth (team->paces[i], n, 0);
  return MAX (fastest[0], fastest[1]) > CLEAR * MIN (fastest[0], fastest[1]);
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
  team->trial_seconds += seconds;
  team->block_seconds += seconds;
  if (team->block_iterations++ == 0)
    team->block_start = seconds;
  if (team->block_iterations < BLOCK_ITERATIONS || team->block_seconds < BLOCK_SECONDS)
    return;

  team->paces[team->block % 2][team->block / 2] =
      (team->block_seconds - team->block_start) / (double) (team->block_iterations - 1);
  begin_block (team, team->block + 1);
  if (team->block == N_BLOCKS || is_clear (team))
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
