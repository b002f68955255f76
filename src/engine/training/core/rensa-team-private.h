/* rensa-team-private.h: chooses the number of threads that currently trains fastest.
 *
 * Threads that share the work of each step wait for the slowest of them. If another program, or the
 * studio's own window, uses part of one core, all threads wait for that core; a small network gains
 * little from a second thread at any time. The results do not depend on the number of threads, so
 * the number is adapted to the load: from time to time a trial alternates between the current
 * number and another one, and keeps the faster of the two.
 *
 *   iterations of   used  used  other  used  other  used … the faster one
 *                       │◄────────── a trial ────────►│◄──── many times as long ────► the next trial
 *
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Thread counts: all, all but one, a half, a quarter, … , one. */
#define RENSA_TEAM_MAX_SIZES 16

/* Number of blocks for each of the two sizes that a trial compares. */
#define RENSA_TEAM_N_BLOCKS 6

/**
 * RensaTeam:
 * @used, @other: index in @sizes of the size in use, and of the one that a trial compares with it
 * @direction: 1 or -1, direction from the used size to the next size to try
 * @block: current block of a trial, even for the used size; -1 between trials
 * @block_seconds, @block_iterations: duration of the block so far
 * @block_start: duration of its first iteration
 * @paces: for the used and the other size, seconds per iteration in each block
 * @trial_seconds: duration of the trial so far
 * @patience: interval until the next trial, as a multiple of the duration of a trial
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
/* Returns the number of threads for the next iteration. */
int rensa_team_get_n_threads (const RensaTeam *team);
/* Reports the duration of an iteration with the requested number of threads. */
void rensa_team_report (RensaTeam *team, double seconds);

G_END_DECLS
