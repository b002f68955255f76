/* frame-recorder.h: what the frames of a window cost.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _FrameRecorder FrameRecorder;
typedef void (*FrameFunc) (gpointer data);

/* Milliseconds. */
typedef struct
{
  guint n;
  double smallest;
  double median;
  double most; /* 99 of 100 are no larger */
  double largest;
} FrameFigures;

/* From now on; @window is realized. @painted: (nullable): called after each frame. */
FrameRecorder *frame_recorder_new (GtkWidget *window, FrameFunc painted, gpointer data);
void frame_recorder_free (FrameRecorder *recorder);
guint frame_recorder_count (FrameRecorder *recorder);
/* From "before-paint" to "after-paint" of a frame. */
FrameFigures frame_recorder_get_work (FrameRecorder *recorder);
/* From one "after-paint" to the next. */
FrameFigures frame_recorder_get_intervals (FrameRecorder *recorder);

FrameFigures frame_figures_of (GArray *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FrameRecorder, frame_recorder_free)

G_END_DECLS
