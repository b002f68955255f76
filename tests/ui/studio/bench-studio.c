/* bench-studio.c: figures of the studio, as lines of JSON.
 *
 * bench-studio RENSA [ROUNDS]: needs a display and a machine that does nothing else. RENSA is the program "rensa";
 * ROUNDS (5) says how often training is measured each way, in turn.
 * SPDX-License-Identifier: MIT */

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "frame-recorder.h"
#include "rensa-init.h"
#include "rensa-start.h"
#include "store-fixture.h"
#include "studio-run-private.h"
#include "window-fixture.h"

#define N_STARTS 5
#define N_RUNS 10000
#define N_FILTERS 7

static void
print_figures (const char *figure, const char *about, FrameFigures figures, const char *unit)
{
  g_print ("{\"figure\": \"%s\", \"about\": \"%s\", \"n\": %u, \"smallest\": %.3f, \"median\": %.3f, \"most\": %.3f, "
           "\"largest\": %.3f, \"unit\": \"%s\"}\n",
           figure, about, figures.n, figures.smallest, figures.median, figures.most, figures.largest, unit);
}

static double
milliseconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1e3;
}

/* Within one program */

/* Counted from when the system started this process. */
static double
get_age (void)
{
  g_autofree char *stat = NULL;
  g_auto (GStrv) fields = NULL;
  struct timespec now;

  g_assert_true (g_file_get_contents ("/proc/self/stat", &stat, NULL, NULL));
  /* The name, in brackets, may hold anything; "starttime" is the 20th field after it. */
  fields = g_strsplit (strrchr (stat, ')') + 2, " ", -1);
  g_assert_cmpint (clock_gettime (CLOCK_BOOTTIME, &now), ==, 0);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9
         - g_ascii_strtod (fields[19], NULL) / (double) sysconf (_SC_CLK_TCK);
}

static void
tell_age (gpointer told)
{
  if (!*(gboolean *) told)
    g_print ("%.3f\n", get_age () * 1e3);
  *(gboolean *) told = TRUE;
}

static void
start (Desk *desk, StudioWindow *window)
{
  gboolean told = FALSE;
  g_autoptr (FrameRecorder) recorder G_GNUC_UNUSED = frame_recorder_new (GTK_WIDGET (window), tell_age, &told);

  WAIT_FOR (told);
}

typedef struct
{
  StudioWindow *window;
  gsize n_seen;
  GArray *newest;
  GArray *oldest;
} Ages;

/* How old the values are that this frame shows first. */
static void
take_ages (gpointer data)
{
  Ages *ages = data;
  StudioRun *run = ages->window->run;
  RensaSeries *points = studio_series_get_points (studio_run_find_series (run, "main/loss"));
  const double *places = rensa_series_get_places (points, RENSA_SERIES_ELAPSED);
  const gsize n = rensa_series_get_n_points (points);
  RensaWorkerStatus status;
  double age;

  if (run->worker == NULL || n == ages->n_seen)
    return;

  rensa_worker_get_status (run->worker, &status);
  age = 1e3 * (status.elapsed - places[n - 1]);
  g_array_append_val (ages->newest, age);
  age = 1e3 * (status.elapsed - places[ages->n_seen]);
  g_array_append_val (ages->oldest, age);
  ages->n_seen = n;
}

static double
read_clock (clockid_t clock)
{
  struct timespec now;

  g_assert_cmpint (clock_gettime (clock, &now), ==, 0);
  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

/* The time that the X server has taken of the cores. */
static clockid_t
get_server_clock (void)
{
  const char *display = g_getenv ("DISPLAY");
  g_autofree char *path =
      g_strdup_printf ("/tmp/.X11-unix/X%d", display != NULL ? atoi (strchr (display, ':') + 1) : 0);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GSocket) socket =
      g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GCredentials) server = NULL;
  clockid_t clock;

  g_assert_true (g_socket_connect (socket, address, NULL, NULL));
  server = g_socket_get_credentials (socket, NULL);
  g_assert_cmpint (clock_getcpuclockid (g_credentials_get_unix_pid (server, NULL), &clock), ==, 0);
  return clock;
}

/* How often threads of this program other than the main one have gone to sleep. */
static double
count_sleeps (void)
{
  struct rusage all;
  struct rusage own;

  g_assert_cmpint (getrusage (RUSAGE_SELF, &all), ==, 0);
  g_assert_cmpint (getrusage (RUSAGE_THREAD, &own), ==, 0);
  return (double) (all.ru_nvcsw - own.ru_nvcsw);
}

static void
print_share (const char *of, const char *about, double seconds, double elapsed)
{
  g_print ("{\"figure\": \"a core's time for the %s\", \"about\": \"%s\", \"value\": %.2f, \"unit\": \"%%\"}\n", of,
           about, 100 * seconds / elapsed);
}

/* The file on the command line is open. */
static void
measure_frames (Desk *desk, StudioWindow *window)
{
  Ages ages = { window, 0, g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)) };
  g_autoptr (FrameRecorder) recorder = NULL;
  const char *name = studio_project_get_title (window->project);
  const clockid_t clocks[] = { CLOCK_THREAD_CPUTIME_ID, CLOCK_PROCESS_CPUTIME_ID, get_server_clock () };
  static const char *const of[] = { "interface", "whole studio", "display server" };
  double before[G_N_ELEMENTS (clocks)];
  gint64 began;
  double elapsed;
  double sleeps;

  studio_project_wait_for_analysis (window->project);
  train (window);
  WAIT_FOR (studio_run_find_series (window->run, "main/loss") != NULL);
  ages.n_seen =
      rensa_series_get_n_points (studio_series_get_points (studio_run_find_series (window->run, "main/loss")));
  recorder = frame_recorder_new (GTK_WIDGET (window), take_ages, &ages);
  began = g_get_monotonic_time ();
  sleeps = count_sleeps ();
  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    before[i] = read_clock (clocks[i]);
  while (studio_run_is_live (window->run) && milliseconds_since (began) < 10000)
    g_main_context_iteration (NULL, TRUE);
  elapsed = milliseconds_since (began) / 1e3;
  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    print_share (of[i], name, read_clock (clocks[i]) - before[i], elapsed);
  g_print ("{\"figure\": \"sleeps of other threads\", \"about\": \"%s\", \"value\": %.0f, \"unit\": \"a second\"}\n",
           name, (count_sleeps () - sleeps) / elapsed);

  print_figures ("work in a frame while training", name, frame_recorder_get_work (recorder), "ms");
  print_figures ("from frame to frame while training", name, frame_recorder_get_intervals (recorder), "ms");
  print_figures ("value to pixel, the newest of a frame", name, frame_figures_of (ages.newest), "ms");
  print_figures ("value to pixel, the oldest of a frame", name, frame_figures_of (ages.oldest), "ms");
  if (studio_run_is_live (window->run))
    stop (window);
  g_array_unref (ages.newest);
  g_array_unref (ages.oldest);
}

/* "elapsed_time" of the last entry of LogReport. */
static double
read_elapsed (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "log", NULL);
  struct json_object *log = json_object_from_file (path);
  struct json_object *entry = json_object_array_get_idx (log, json_object_array_length (log) - 1);
  const double elapsed = json_object_get_double (json_object_object_get (entry, "elapsed_time"));

  json_object_put (log);
  return elapsed;
}

static void
train_in_window (Desk *desk, StudioWindow *window)
{
  studio_project_wait_for_analysis (window->project);
  train (window);
  while (studio_run_is_live (window->run))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (studio_run_get_state (window->run), ==, RENSA_WORKER_FINISHED);
  g_print ("%.6f\n", read_elapsed (studio_run_get_folder (window->run)));
}

static void
train_without_window (const char *file)
{
  g_autoptr (RensaStore) store = rensa_store_open (NULL, NULL);
  g_autoptr (RensaDocument) document = rensa_document_load (file, NULL);
  const RensaWorkerOptions options = { .document = document, .store = store };
  g_autoptr (RensaWorker) worker = rensa_worker_start (&options, NULL);
  RensaWorkerStatus status;

  g_assert_nonnull (worker);
  while (rensa_worker_get_status (worker, &status), status.state < RENSA_WORKER_FINISHED)
    g_usleep (20000);
  g_assert_cmpint (status.state, ==, RENSA_WORKER_FINISHED);
  g_print ("%.6f\n", read_elapsed (rensa_worker_get_folder (worker)));
}

static gboolean
has_cell (GtkWidget *widget, const char *text)
{
  if (GTK_IS_INSCRIPTION (widget) && g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), text) == 0)
    return gtk_widget_get_mapped (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_cell (child, text))
      return TRUE;
  return FALSE;
}

static GtkWidget *
find_search (GtkWidget *widget)
{
  if (GTK_IS_SEARCH_ENTRY (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_search (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

typedef struct
{
  StudioWindow *window;
  const char *awaited;
  gint64 seen;
} Look;

static void
look (gpointer data)
{
  Look *self = data;

  if (self->seen == 0 && get_page (self->window) != NULL && has_cell (get_page (self->window), self->awaited))
    self->seen = g_get_monotonic_time ();
}

static void
measure_runs (Desk *desk, StudioWindow *window)
{
  Look looking = { window, "Strokes, MLP 10000", 0 };
  g_autoptr (FrameRecorder) recorder = NULL;
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) filtered = g_array_new (FALSE, FALSE, sizeof (double));
  GtkEditable *search;
  gint64 began;
  double value;

  desk_open_example (desk, "moons.rensa");
  studio_project_wait_for_analysis (window->project);
  WAIT_FOR (!g_main_context_pending (NULL));
  recorder = frame_recorder_new (GTK_WIDGET (window), look, &looking);
  began = g_get_monotonic_time ();
  act_on (window, "win.show-page", "runs");
  WAIT_FOR (looking.seen > 0);
  value = (double) (looking.seen - began) / 1e3;
  g_array_append_val (shown, value);
  print_figures ("until the table shows its rows", "10,000 runs", frame_figures_of (shown), "ms");

  search = GTK_EDITABLE (find_search (get_page (window)));
  for (guint i = 0; i < N_FILTERS; i++)
    {
      g_autofree char *text = g_strdup_printf ("MLP 77%u", i);
      g_autofree char *name = g_strdup_printf ("Strokes, MLP 77%u9", i);

      looking.awaited = name;
      looking.seen = 0;
      began = g_get_monotonic_time ();
      gtk_editable_set_text (search, text);
      WAIT_FOR (looking.seen > 0);
      value = (double) (looking.seen - began) / 1e3;
      g_array_append_val (filtered, value);
    }
  print_figures ("until a filter shows what it leaves", "10,000 runs", frame_figures_of (filtered), "ms");
}

/* Each figure is taken by a program of its own: this one, started with the name of the figure. */
static int
be_part (const char *part, const char *file)
{
  static const struct
  {
    const char *name;
    DeskFunc func;
  } parts[] = {
    { "--start", start },
    { "--frames", measure_frames },
    { "--window", train_in_window },
    { "--runs", measure_runs },
  };
  Desk desk = { 0 };

  if (g_str_equal (part, "--worker"))
    {
      rensa_init ();
      train_without_window (file);
      return EXIT_SUCCESS;
    }
  window_program_init ();
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (g_str_equal (part, parts[i].name))
      desk_run (&desk, file, parts[i].func);
  return EXIT_SUCCESS;
}

/* Over all of them */

static char *
run_program (const char *const *arguments)
{
  g_autoptr (GError) error = NULL;
  char *output = NULL;
  int status;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (g_spawn_check_wait_status (status, &error));
  return output;
}

static char *
run_part (const char *part, const char *file)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *output G_GNUC_UNUSED = run_program ((const char *const[]){ program, part, file, NULL });

  return g_steal_pointer (&output);
}

static void
measure_starts (void)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < N_STARTS; i++)
    {
      g_autofree char *output = run_part ("--start", NULL);
      const double value = g_ascii_strtod (output, NULL);

      g_array_append_val (values, value);
    }
  print_figures ("from the start to the first frame", "welcome page", frame_figures_of (values), "ms");
}

static double
train_with_rensa (const char *rensa, const char *file, const char *folder)
{
  g_autofree char *out = g_build_filename (folder, "out", NULL);

  g_free (run_program ((const char *const[]){ rensa, "train", file, "--out", out, "--quiet", NULL }));
  return read_elapsed (out);
}

static void
measure_cost (const char *rensa, const char *file, const char *folder, guint n_rounds)
{
  static const char *const ways[] = { "in the window", "without a window", "rensa train" };
  GArray *values[G_N_ELEMENTS (ways)];
  g_autofree char *name = g_path_get_basename (file);

  for (guint k = 0; k < G_N_ELEMENTS (ways); k++)
    values[k] = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < n_rounds; i++)
    {
      g_autofree char *in_window = run_part ("--window", file);
      g_autofree char *without = run_part ("--worker", file);
      const double seconds[] = { g_ascii_strtod (in_window, NULL), g_ascii_strtod (without, NULL),
                                 train_with_rensa (rensa, file, folder) };

      for (guint k = 0; k < G_N_ELEMENTS (ways); k++)
        g_array_append_val (values[k], seconds[k]);
    }
  for (guint k = 0; k < G_N_ELEMENTS (ways); k++)
    {
      g_autofree char *figure = g_strdup_printf ("training, %s", ways[k]);

      print_figures (figure, name, frame_figures_of (values[k]), "s");
      g_array_unref (values[k]);
    }
}

static void
set_folder (const char *variable, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_setenv (variable, path, TRUE);
}

int
main (int argc, char **argv)
{
  static const char *const examples[] = { "strokes-mlp.rensa", "strokes-convnet.rensa" };
  g_autofree char *folder = NULL;
  g_autofree char *runs = NULL;
  const guint n_rounds = argc > 2 ? (guint) atoi (argv[2]) : 5;

  rensa_restart_with_short_spinning (argv);
  setlocale (LC_ALL, "C.UTF-8");
  if (argc > 1 && g_str_has_prefix (argv[1], "--"))
    {
      const int status = be_part (argv[1], argc > 2 ? argv[2] : NULL);

      /* As the studio does. */
      fflush (NULL);
      _exit (status);
    }
  if (argc < 2)
    {
      g_printerr ("Usage: bench-studio RENSA [ROUNDS]\n");
      return EXIT_FAILURE;
    }

  folder = test_folder_new ();
  set_folder ("HOME", folder, "home");
  set_folder ("XDG_DATA_HOME", folder, "data");
  set_folder ("XDG_STATE_HOME", folder, "state");
  set_folder ("XDG_CONFIG_HOME", folder, "config");
  set_folder ("RENSA_RUNS", folder, "runs");
  measure_starts ();
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *file = g_build_filename (EXAMPLES, examples[i], NULL);
      g_autofree char *figures = run_part ("--frames", file);

      g_print ("%s", figures);
      measure_cost (argv[1], file, folder, n_rounds);
    }

  runs = g_build_filename (folder, "many", NULL);
  g_setenv ("RENSA_RUNS", runs, TRUE);
  fill_store (runs, N_RUNS);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *figures = run_part ("--runs", NULL);

      g_print ("%s", figures);
    }
  test_folder_free (g_steal_pointer (&folder));
  return EXIT_SUCCESS;
}
