/* backend-fixture.h: what the tests of the primitives share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "arrays.h"
#include "messages.h"
#include "rensa-primitives.h"

/* An array of @dtype with the values given, in C order. */
#define ARRAY(dtype, shape, ...) array_of (dtype, shape, (double[]){ __VA_ARGS__ })

/* An array whose element i, in C order, is a number in [-2, 2) that follows from i and @seed alone. */
RensaArray *noise (RensaDtype dtype, RensaShape shape, guint seed);

/* The same shape and values, up to @tolerance (absolute, plus as much times the expected value); NaN equals NaN. */
#define assert_values(array, dtype, shape, tolerance, ...) \
  assert_values_of (array, dtype, shape, tolerance, (double[]){ __VA_ARGS__ })
void assert_values_of (RensaArray *array, RensaDtype dtype, RensaShape shape, double tolerance, const double *expected);

/* The same shape, dtype and bits, wherever the elements lie. */
void assert_same (RensaArray *a, RensaArray *b);

/* @array with axis @axis reversed, as a view. */
RensaArray *reversed (RensaArray *array, int axis);
/* A view with the elements of @array whose memory has gaps along every axis. */
RensaArray *spread_out (RensaArray *array);
/* A view with the elements of @array whose memory has the last axis outermost. */
RensaArray *reordered (RensaArray *array);
/* A view with the elements of @array, of at least two axes, whose memory has the second axis innermost. */
RensaArray *with_channels_last (RensaArray *array);
/* @array itself, owned by the caller. */
RensaArray *unchanged (RensaArray *array);
typedef RensaArray *(*Rearrange) (RensaArray *array);

/* With one thread, then with two: @make must give the same bits. */
typedef RensaArray *(*MakeArray) (gconstpointer data);
void assert_same_for_any_threads (MakeArray make, gconstpointer data);

/* Nothing was wrong with numbers, which a device other than the host looks at when it is asked. */
void assert_numbers_right (void);
/* @result, which is taken over, was refused with RENSA_ERROR_INVALID and @message because of a number: at once by the host, and by another
 * device when it was asked. */
void assert_number_refused (RensaArray *result, GError **error, const char *message);

/* g_test_run (), on the first device of the class that RENSA_TEST_DEVICE in the environment names, or on the host, after which no array may be left. */
int run_tests (void);
