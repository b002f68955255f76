/* studio-plot-save.c: saves a plot to a file.
 * SPDX-License-Identifier: MIT */

#include "studio-plot-private.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "rensa-error.h"
#include "rensa-file.h"
#include "studio-format.h"

/* Default size, for a plot that has not been shown on screen. */
#define WIDTH 720
#define HEIGHT 405
#define CSV ".csv"
/* Buffer size for writing the text. */
#define PIECE (1 << 16)

static const struct
{
  const char *suffix;
  const char *title;
} forms[] = {
  { ".png", N_ ("PNG Image") },
  { ".svg", N_ ("SVG Image") },
  { ".pdf", N_ ("PDF Document") },
  { CSV, N_ ("CSV Table (All Points)") },
};

/* Writes enough digits to read back the same number. */
static void
append_number (GString *csv, char before, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (csv, before);
  if (isfinite (value))
    g_string_append (csv, g_ascii_formatd (text, sizeof text, "%.17g", value));
  else
    g_string_append (csv, isnan (value) ? "nan" : value > 0 ? "inf" : "-inf");
}

static gboolean
flush (GString *csv, GOutputStream *stream, gsize least, GError **error)
{
  if (csv->len < least)
    return TRUE;
  if (!g_output_stream_write_all (stream, csv->str, csv->len, NULL, NULL, error))
    return FALSE;
  g_string_truncate (csv, 0);
  return TRUE;
}

static gboolean
write_curve (const StudioPlotCurve *curve, GString *csv, GOutputStream *stream, GError **error)
{
  const gsize n = rensa_series_get_n_points (curve->series);
  const double *values = rensa_series_get_values (curve->series);

  for (gsize i = 0; i < n; i++)
    {
      studio_csv_append (csv, curve->name);
      for (guint j = RENSA_SERIES_ITERATION; j <= RENSA_SERIES_ELAPSED; j++)
        append_number (csv, ',', rensa_series_get_places (curve->series, (RensaSeriesAxis) j)[i]);
      append_number (csv, ',', values[i]);
      g_string_append (csv, "\r\n");
      if (!flush (csv, stream, PIECE, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_csv (StudioPlot *self, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) replaced = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error);
  g_autoptr (GString) csv = g_string_new ("curve,iteration,epoch,elapsed_time,value\r\n");
  g_autoptr (GCancellable) given_up = g_cancellable_new ();
  GOutputStream *stream = G_OUTPUT_STREAM (replaced);
  gboolean done = replaced != NULL;

  for (guint i = 0; done && i < self->lines->len; i++)
    done = write_curve (&g_array_index (self->lines, StudioPlotLine, i).curve, csv, stream, error);
  if (done && flush (csv, stream, 0, error))
    return g_output_stream_close (stream, NULL, error);

  /* Closes with a cancelled cancellable, so that an incomplete file does not replace the old one. */
  g_cancellable_cancel (given_up);
  if (stream != NULL)
    g_output_stream_close (stream, given_up, NULL);
  return FALSE;
}

static gboolean
save_csv (StudioPlot *self, const char *path, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (write_csv (self, path, &reason))
    return TRUE;
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_IO, _ ("“%s” could not be written: %s"), path, reason->message);
  return FALSE;
}

static gboolean
has_suffix (const char *path, const char *suffix)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, suffix);
}

static gboolean
has_known_suffix (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      if (has_suffix (path, forms[i].suffix))
        return TRUE;
    }
  return FALSE;
}

gboolean
studio_plot_save (StudioPlot *self, const char *path, GError **error)
{
  const int width = gtk_widget_get_width (self->area);
  const int height = gtk_widget_get_height (self->area);
  g_auto (StudioPlotPicture) picture = { 0 };

  if (has_suffix (path, CSV))
    return save_csv (self, path, error);
  if (!has_known_suffix (path))
    {
      g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
                   _ ("The file name must end in .png, .svg, .pdf or .csv, unlike “%s”"), path);
      return FALSE;
    }

  studio_plot_picture_init (&picture, self);
  return rensa_plot_save (&picture.plot, path, width > 0 ? width : WIDTH, height > 0 ? height : HEIGHT, error);
}

/* Choosing a file */

/* Appends the extension of the chosen format, unless the name already has one. */
static char *
complete_path (GtkFileChooser *chooser, const char *path)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);
  guint form = 0;

  for (guint i = 0; filter != NULL && i < G_N_ELEMENTS (forms); i++)
    {
      if (g_strcmp0 (gtk_file_filter_get_name (filter), _ (forms[i].title)) == 0)
        form = i;
    }
  return has_known_suffix (path) ? g_strdup (path) : g_strconcat (path, forms[form].suffix, NULL);
}

/* The dialog asked for permission to replace only the file with the entered name. */
static gboolean
save_chosen (StudioPlot *self, const char *given, const char *path, GError **error)
{
  g_autofree char *shown = rensa_file_dup_shown_name (path);

  if (g_str_equal (given, path) || !g_file_test (path, G_FILE_TEST_EXISTS))
    return studio_plot_save (self, path, error);
  g_set_error (error, RENSA_ERROR, RENSA_ERROR_INVALID,
               _ ("“%s” already exists. To replace it, enter its name with the extension."), shown);
  return FALSE;
}

static void
chosen (GtkNativeDialog *dialog, int response, StudioPlot *self)
{
  g_autoptr (GFile) file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  /* Accept may be pressed without a file name. */
  const char *given = file != NULL ? g_file_peek_path (file) : NULL;
  g_autofree char *path = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  if (given != NULL)
    {
      path = complete_path (GTK_FILE_CHOOSER (dialog), given);
      shown = rensa_file_dup_shown_name (path);
      message = save_chosen (self, given, path, &error) ? g_strdup_printf (_ ("Saved as “%s”"), shown)
                                                        : g_strdup (error->message);
      gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", message);
    }
  g_object_unref (dialog);
}

void
studio_plot_save_as (StudioPlot *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (_ ("Save Plot"), GTK_WINDOW (root), GTK_FILE_CHOOSER_ACTION_SAVE, NULL, NULL);
  g_autofree char *name = g_strdup (self->title != NULL ? self->title : _ ("plot"));

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, _ (forms[i].title));
      gtk_file_filter_add_suffix (filter, forms[i].suffix + 1);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), filter);
    }
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), g_strdelimit (name, "/", '-'));
  g_signal_connect_object (dialog, "response", G_CALLBACK (chosen), self, 0);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
