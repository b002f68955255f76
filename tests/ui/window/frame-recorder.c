/* frame-recorder.c: what the frames of a window cost.
 * SPDX-License-Identifier: MIT */

#include "frame-recorder.h"

#include <math.h>

struct _FrameRecorder
{
  GdkFrameClock *clock;
  FrameFunc painted;
  gpointer data;
  gint64 began;
  gint64 ended;
  GArray *work;
  GArray *intervals;
};

static void
before_paint (GdkFrameClock *clock, FrameRecorder *recorder)
{
  recorder->began = g_get_monotonic_time ();
}

static void
after_paint (GdkFrameClock *clock, FrameRecorder *recorder)
{
  const gint64 now = g_get_monotonic_time ();
  const double work = (double) (now - recorder->began) / 1e3;
  const double interval = (double) (now - recorder->ended) / 1e3;

  g_array_append_val (recorder->work, work);
  if (recorder->ended > 0)
    g_array_append_val (recorder->intervals, interval);
  recorder->ended = now;
  if (recorder->painted != NULL)
    recorder->painted (recorder->data);
}

FrameRecorder *
frame_recorder_new (GtkWidget *window, FrameFunc painted, gpointer data)
{
  FrameRecorder *recorder = g_new0 (FrameRecorder, 1);

  recorder->clock = g_object_ref (gtk_widget_get_frame_clock (window));
  recorder->painted = painted;
  recorder->data = data;
  recorder->work = g_array_new (FALSE, FALSE, sizeof (double));
  recorder->intervals = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (recorder->clock, "before-paint", G_CALLBACK (before_paint), recorder);
  g_signal_connect_after (recorder->clock, "after-paint", G_CALLBACK (after_paint), recorder);
  return recorder;
}

void
frame_recorder_free (FrameRecorder *recorder)
{
  g_signal_handlers_disconnect_by_data (recorder->clock, recorder);
  g_object_unref (recorder->clock);
  g_array_unref (recorder->work);
  g_array_unref (recorder->intervals);
  g_free (recorder);
}

guint
frame_recorder_count (FrameRecorder *recorder)
{
  return recorder->work->len;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

FrameFigures
frame_figures_of (GArray *values)
{
  const guint n = values->len;
  const double *sorted = (const double *) (gpointer) values->data;

  if (n == 0)
    return (FrameFigures){ 0 };

  g_array_sort (values, compare);
  return (FrameFigures){ n, sorted[0], sorted[n / 2], sorted[(guint) floor ((n - 1) * 0.99)], sorted[n - 1] };
}

FrameFigures
frame_recorder_get_work (FrameRecorder *recorder)
{
  return frame_figures_of (recorder->work);
}

FrameFigures
frame_recorder_get_intervals (FrameRecorder *recorder)
{
  return frame_figures_of (recorder->intervals);
}
