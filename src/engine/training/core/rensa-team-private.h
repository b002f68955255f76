/* rensa-team-private.h: how many threads train best just now.
 *
 * Threads that share the work of each step wait for the last of them.  Where another program, or the studio's own window, wants a
 * part of one core, all of them wait for that; a small network gains little from a second thread at any time.  Results do not
 * depend on the number of threads, so it follows the machine: now and then another number is tried in turn with the one
 * that is used, and the faster stays.
 *
 *   iterations of   used  used  other  used  other  used … the faster one
 *                       │◄────────── a trial ────────►│◄──── many times as long ────► the next trial
 *
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* All, all but one, a half, a quarter, … , one. */
#define RENSA_TEAM_MAX_SIZES 16

/* Of each of the two sizes that a trial compares. */
#define RENSA_TEAM_N_BLOCKS 6

/**
 * RensaTeam:
 * @used, @other: which of @sizes is used, and which is tried in turn with it
 * @direction: 1 or -1, from the used size to the one that is tried next
 * @block: of the trial that goes on, those of the used size being even; -1 between trials
 * @block_seconds, @block_iterations: what the block took so far
 * @block_start: what its first iteration took
 * @paces: of the used and of the other size, seconds an iteration in each block
 * @trial_seconds: what the trial took so far
 * @patience: how many times as long as a trial it is until the next
 * @left: seconds until the next trial
 */
typedef struct
{
  int sizes[RENSA_TEAM_MAX_SIZES];
  int n_sizes;
  int used;
  int other;
  int direction;
  int block;
  double block_seconds;
  gint64 block_iterations;
  double block_start;
  double paces[2][RENSA_TEAM_N_BLOCKS];
  double trial_seconds;
  double patience;
  double left;
} RensaTeam;

void rensa_team_init (RensaTeam *team, int most);
/* Of the next iteration. */
int rensa_team_get_n_threads (const RensaTeam *team);
/* How long an iteration took with as many threads as it was to have. */
void rensa_team_report (RensaTeam *team, double seconds);

G_END_DECLS
