/* studio-plot-private.h: what the parts of the widget share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-plot.h"
#include "studio-plot.h"

G_BEGIN_DECLS

/* A curve, with what belongs to it here. */
typedef struct
{
  StudioPlotCurve curve; /* owns its name and series */
  RensaSmoothed *smoothed;
} StudioPlotLine;

typedef struct
{
  double places[3];
  char *text;
} StudioPlotMark;

typedef enum
{
  STUDIO_PLOT_IDLE,
  STUDIO_PLOT_ZOOMING, /* by a rectangle */
  STUDIO_PLOT_PANNING,
} StudioPlotMode;

struct _StudioPlot
{
  GtkWidget parent_instance;

  GtkWidget *header;
  GtkWidget *area;
  GtkMenuButton *menu_button;
  GtkWidget *show_all;

  char *title;
  RensaSeriesAxis x_axis;
  double smoothing;
  gboolean has_labels;
  gboolean is_cut;  /* the last drawing left values beyond its axis */
  guint update_cut; /* source */
  int highlighted;  /* a colour; -1 for none */
  GArray *lines;    /* StudioPlotLine */
  GArray *marks;    /* StudioPlotMark */

  /* What is seen; the last drawing says where. */
  RensaPlotView x;
  RensaPlotView left;
  RensaPlotView right;
  RensaPlotLayout layout;

  /* Reading */
  gboolean has_hover;
  gboolean is_told; /* in the description: for those who read by keyboard */
  double hover;

  /* A drag, in places of the area */
  StudioPlotMode mode;
  RensaPlotLayout drag_layout;
  double pointer[2];
  double drag_start[2];
  double drag_end[2];

  char *description;
  gint64 described_at;
  guint describe_later;
};

/* What the engine is to draw. It borrows from the widget and is valid until the widget changes. */
typedef struct
{
  RensaPlot plot;
  RensaPlotWriter writer;
  PangoLayout *text;
  char *note;
} StudioPlotPicture;

void studio_plot_picture_init (StudioPlotPicture *picture, StudioPlot *plot);
void studio_plot_picture_clear (StudioPlotPicture *picture);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StudioPlotPicture, studio_plot_picture_clear)

/* View */
gboolean studio_plot_is_zoomed (StudioPlot *plot);
void studio_plot_reset (StudioPlot *plot);
/* By @factor (below 1: nearer) about a place of the area; of the vertical axes as well if they do not follow. */
void studio_plot_zoom (StudioPlot *plot, double x, double y, double factor, gboolean vertically);
void studio_plot_zoom_to (StudioPlot *plot, const double start[2], const double end[2]);
/* From where things were in @layout. */
void studio_plot_pan (StudioPlot *plot, const RensaPlotLayout *layout, double dx, double dy);
void studio_plot_read_at (StudioPlot *plot, double x);
/* To the next point that can be told from this one. */
void studio_plot_move_reading (StudioPlot *plot, RensaPlotSide side);
void studio_plot_end_reading (StudioPlot *plot);
/* Which ends of a rectangle between two places count: a narrow one is a range of one axis. */
void studio_plot_get_band (StudioPlot *plot, const double start[2], const double end[2], GdkRectangle *band,
                           gboolean *across, gboolean *along);

/* Input */
void studio_plot_class_init_input (GtkWidgetClass *klass);
void studio_plot_init_input (StudioPlot *plot);

/* Words */
char *studio_plot_describe (StudioPlot *plot);
/* Soon, and not more often than can be read. */
void studio_plot_update_description (StudioPlot *plot);

/* Files */
void studio_plot_save_as (StudioPlot *plot);

G_END_DECLS
