/* studio-plot-private.h: shared by the parts of the plot widget.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-plot.h"
#include "studio-plot.h"

G_BEGIN_DECLS

/* A curve and its data in this widget. */
typedef struct
{
  StudioPlotCurve curve; /* Owns its name and series */
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
  gboolean is_cut;  /* TRUE if the last drawing left values outside their axis */
  guint update_cut; /* source */
  int highlighted;  /* a colour; -1 for none */
  GArray *lines;    /* StudioPlotLine */
  GArray *marks;    /* StudioPlotMark */

  /* Visible range; the last drawing sets the layout. */
  RensaPlotView x;
  RensaPlotView left;
  RensaPlotView right;
  RensaPlotLayout layout;

  /* Reading */
  gboolean has_hover;
  gboolean is_told; /* TRUE if the reading is part of the description, for keyboard users */
  double hover;

  /* A drag, in coordinates of the area. */
  StudioPlotMode mode;
  RensaPlotLayout drag_layout;
  double pointer[2];
  double drag_start[2];
  double drag_end[2];

  char *description;
  gint64 described_at;
  guint describe_later;
};

/* Input for the engine's drawing. Borrows from the widget and is valid until the widget changes. */
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
/* Zooms by @factor (below 1: closer) around a point of the area; also zooms the vertical axes if
 * they do not follow the data. */
void studio_plot_zoom (StudioPlot *plot, double x, double y, double factor, gboolean vertically);
void studio_plot_zoom_to (StudioPlot *plot, const double start[2], const double end[2]);
/* Pans relative to @layout. */
void studio_plot_pan (StudioPlot *plot, const RensaPlotLayout *layout, double dx, double dy);
void studio_plot_read_at (StudioPlot *plot, double x);
/* Moves to the next point that is visibly different. */
void studio_plot_move_reading (StudioPlot *plot, RensaPlotSide side);
void studio_plot_end_reading (StudioPlot *plot);
/* Returns which axes a rectangle between two points selects: a narrow one is a range of one axis. */
void studio_plot_get_band (StudioPlot *plot, const double start[2], const double end[2], GdkRectangle *band,
                           gboolean *across, gboolean *along);

/* Input */
void studio_plot_class_init_input (GtkWidgetClass *klass);

/* Words */
char *studio_plot_describe (StudioPlot *plot);
/* Updates soon, but not more often than can be read. */
void studio_plot_update_description (StudioPlot *plot);

/* Files */
void studio_plot_save_as (StudioPlot *plot);

G_END_DECLS
