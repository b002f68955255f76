/* test-frames.c: the window draws while a run trains at full speed.
 *
 * The figures are logged; what they are depends on the machine and on what else it does.
 * SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <unistd.h>

#include "frame-recorder.h"
#include "window-fixture.h"

#define SECONDS 3

static void
log_figures (const char *what, FrameFigures figures)
{
  g_test_message ("%s: median %.2f ms, 99 %% %.2f ms, most %.2f ms", what, figures.median, figures.most,
                  figures.largest);
}

static void
test_frames (Desk *desk, StudioWindow *window)
{
  g_autoptr (FrameRecorder) recorder = NULL;
  gint64 end;
  RensaSeries *points;
  gsize n_points;
  double seconds;

  desk_open_example (desk, "strokes-mlp.rensa");
  train (window);
  WAIT_FOR (studio_run_find_series (window->run, "main/loss") != NULL);
  points = studio_series_get_points (studio_run_find_series (window->run, "main/loss"));
  n_points = rensa_series_get_n_points (points);
  recorder = frame_recorder_new (GTK_WIDGET (window), NULL, NULL);
  end = g_get_monotonic_time () + SECONDS * G_USEC_PER_SEC;
  WAIT_FOR (g_get_monotonic_time () > end || !studio_run_is_live (window->run));
  seconds = SECONDS + (double) (g_get_monotonic_time () - end) / G_USEC_PER_SEC;

  g_test_message ("%u frames and %u values in %.1f s", frame_recorder_count (recorder),
                  (guint) (rensa_series_get_n_points (points) - n_points), seconds);
  log_figures ("work in a frame", frame_recorder_get_work (recorder));
  log_figures ("from frame to frame", frame_recorder_get_intervals (recorder));
  g_assert_cmpuint (frame_recorder_count (recorder), >, 0);
  g_assert_cmpuint (rensa_series_get_n_points (points), >, n_points);
  if (studio_run_is_live (window->run))
    stop (window);
}

int
main (int argc, char **argv)
{
  int status;

  window_tests_init (&argc, &argv);
  ADD_DESK_TEST ("/ui/window/frames", test_frames);
  status = g_test_run ();
  /* As the studio does: without the destructors of libraries, whose threads may still run. */
  fflush (NULL);
  _exit (status);
}
