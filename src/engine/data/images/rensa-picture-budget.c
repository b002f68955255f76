/* rensa-picture-budget.c: limit on the pixels decoded at once by all helpers of this process.
 * SPDX-License-Identifier: MIT */

#include "rensa-picture-budget-private.h"

#include <pthread.h>

/* Maximum number of pixels decoded at once, except for a single larger picture; about 700 MB. */
#define MOST_IN_FLIGHT (G_GUINT64_CONSTANT (1) << 26)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given_back = PTHREAD_COND_INITIALIZER;
static guint64 n_in_flight;

void
rensa_picture_take_points (guint64 n)
{
  pthread_mutex_lock (&lock);
  while (n_in_flight > 0 && n_in_flight + n > MOST_IN_FLIGHT)
    pthread_cond_wait (&given_back, &lock);
  n_in_flight += n;
  pthread_mutex_unlock (&lock);
}

void
rensa_picture_give_points_back (guint64 n)
{
  pthread_mutex_lock (&lock);
  n_in_flight -= n;
  pthread_cond_broadcast (&given_back);
  pthread_mutex_unlock (&lock);
}

guint64
rensa_picture_count_points_in_flight (void)
{
  guint64 n;

  pthread_mutex_lock (&lock);
  n = n_in_flight;
  pthread_mutex_unlock (&lock);
  return n;
}
