/* rensa-c-run.c: compiles and runs the program.
 * SPDX-License-Identifier: MIT */

#include <gio/gio.h>
#include <string.h>

#include "rensa-array-private.h"
#include "rensa-c-proof-private.h"
#include "rensa-c-run.c.in.inc"
#include "rensa-fault.h"
#include "rensa-language.h"

#define WARNINGS "-std=c99 -Wall -Wextra -pedantic -Werror"
#define SANITIZERS "-fsanitize=address,undefined -fno-sanitize-recover=all"
/* Maximum length of a compiler message that is quoted. */
#define MAX_WORDS 300

void
rensa_c_build_clear (RensaCBuild *build)
{
  g_free (build->program);
  g_free (build->compiler);
  g_free (build->flags);
}

static void
replace (GString *text, const char *place, const char *with)
{
  g_string_replace (text, place, with, 0);
}

static char *
write_harness (RensaCModel *model)
{
  RensaCPlan *plan = model->plan;
  g_autoptr (GString) text = g_string_new (harness);
  g_autoptr (GString) declarations = g_string_new (NULL);
  g_autoptr (GString) reading = g_string_new (NULL);
  g_autoptr (GString) arguments = g_string_new (NULL);
  g_autofree char *capitals = rensa_c_write_capitals (model->stem);

  for (guint i = 0; i < model->tape->inputs->len; i++)
    {
      RensaArray *x = model->tape->inputs->pdata[i];

      g_string_append_printf (declarations, "static %s in%u[%lld];\n", rensa_c_get_type (x->dtype), i,
                              (long long) x->count);
      g_string_append_printf (reading, "      if (fread (in%u, sizeof in%u, 1, file) != 1)\n        break;\n", i, i);
      g_string_append_printf (arguments, "in%u, ", i);
    }
  g_string_append_printf (declarations, "static %s y[%lld];\n", rensa_c_get_type (model->tape->output->dtype),
                          (long long) model->tape->output->count);
  if (plan->n_weights > 0)
    g_string_append_printf (declarations, "static float weights[%lld];\n\n", (long long) plan->n_weights);
  replace (text, "@D@", declarations->str);
  replace (text, "@R@", reading->str);
  replace (text, "@A@", arguments->str);
  replace (text, "@V@", plan->n_weights > 0 ? ", weights" : "");
  replace (text, "@W@",
           plan->n_weights > 0 ? "  FILE *of_weights = fopen (\"@s@_weights.bin\", \"rb\");\n"
                                 "  if (of_weights == NULL || fread (weights, sizeof weights, 1, of_weights) != 1)\n"
                                 "    return 1;\n"
                                 "  fclose (of_weights);\n"
                               : "");
  replace (text, "@s@", model->stem);
  replace (text, "@C@", capitals);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Compiling */

static char *
find_compiler (GError **error)
{
  static const char *const names[] = { "cc", "gcc", "clang" };
  const char *chosen = g_getenv ("CC");
  char *path = chosen != NULL && chosen[0] != '\0' ? g_find_program_in_path (chosen) : NULL;

  for (guint i = 0; path == NULL && i < G_N_ELEMENTS (names); i++)
    path = g_find_program_in_path (names[i]);
  if (path == NULL)
    rensa_set_words (error, RENSA_ERROR_NOT_FOUND,
                     N_ ("Verification requires a C compiler, but none was found (cc, gcc, clang)"));
  return path;
}

/* Returns the output of @argv on both streams; NULL with an error if it cannot be started. */
static char *
call (const char *const *argv, gboolean *ok, GError **error)
{
  g_autoptr (GSubprocess) process =
      g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, error);
  char *output = NULL;

  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, error))
    return NULL;
  *ok = g_subprocess_get_successful (process);
  return output;
}

static char *
ask_version (const char *compiler, GError **error)
{
  gboolean ok;
  char *text = call ((const char *[]){ compiler, "--version", NULL }, &ok, error);

  if (text != NULL)
    text[strcspn (text, "\n")] = '\0';
  return text;
}

static char *
compile (const char *compiler, const char *flags, const char *source, const char *include, const char *program,
         gboolean *ok, GError **error)
{
  g_auto (GStrv) words = g_strsplit (flags, " ", -1);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();

  g_ptr_array_add (argv, (gpointer) compiler);
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, words[i]);
  g_ptr_array_add (argv, (gpointer) include);
  g_ptr_array_add (argv, (gpointer) "-o");
  g_ptr_array_add (argv, (gpointer) program);
  g_ptr_array_add (argv, (gpointer) source);
  g_ptr_array_add (argv, (gpointer) "-lm");
  g_ptr_array_add (argv, NULL);
  return call ((const char *const *) argv->pdata, ok, error);
}

/* Returns TRUE if the compiler supports @flags. */
static gboolean
has_flags (const char *compiler, const char *flags, const char *folder)
{
  g_autofree char *source = g_build_filename (folder, "nothing.c", NULL);
  g_autofree char *program = g_build_filename (folder, "nothing", NULL);
  gboolean ok = FALSE;
  g_autofree char *words = NULL;

  if (!g_file_set_contents (source, "int\nmain (void)\n{\n  return 0;\n}\n", -1, NULL))
    return FALSE;
  words = compile (compiler, flags, source, "-I.", program, &ok, NULL);
  return words != NULL && ok;
}

gboolean
rensa_c_build (RensaCModel *model, const char *folder, const char *optimization, RensaCBuild *build, GError **error)
{
  g_autofree char *compiler = find_compiler (error);
  g_autofree char *source = g_build_filename (folder, "harness.c", NULL);
  g_autofree char *text = write_harness (model);
  g_autofree char *where = g_canonicalize_filename (model->folder, NULL);
  g_autofree char *include = g_strconcat ("-I", where, NULL);
  const gboolean is_checked = g_str_equal (optimization, "-O0");
  g_autofree char *words = NULL;
  gboolean ok;

  build->compiler = compiler != NULL ? ask_version (compiler, error) : NULL;
  if (build->compiler == NULL || !g_file_set_contents (source, text, -1, error))
    return FALSE;

  build->flags = g_strjoin (" ", WARNINGS, optimization, is_checked ? SANITIZERS : NULL, NULL);
  if (is_checked && !has_flags (compiler, build->flags, folder))
    {
      g_free (build->flags);
      build->flags = g_strjoin (" ", WARNINGS, optimization, NULL);
    }
  build->program = g_strdup_printf ("%s/program%s", folder, optimization);
  words = compile (compiler, build->flags, source, include, build->program, &ok, error);
  if (words != NULL && ok)
    return TRUE;
  if (words != NULL)
    rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s cannot compile the program: %.*s"), compiler, MAX_WORDS,
                     words);
  return FALSE;
}

/* Running */

static gboolean
read_all (GInputStream *stream, gpointer bytes, gsize size, gboolean *is_end, GError **error)
{
  gsize n;

  if (!g_input_stream_read_all (stream, bytes, size, &n, NULL, error))
    return FALSE;
  *is_end = n == 0 && size > 0;
  return n == size || *is_end;
}

static gboolean
read_output (RensaCModel *model, GInputStream *stream, RensaCProbeFunc probe, RensaCAnswerFunc answer, gpointer data,
             guint *n_answers, GError **error)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint32 head[4];
  gboolean is_end;

  while (read_all (stream, head, sizeof head, &is_end, error) && !is_end)
    {
      g_byte_array_set_size (bytes, head[2]);
      if (!read_all (stream, bytes->data, head[2], &is_end, error) || is_end)
        break;
      if (head[0] == G_MAXUINT32 ? !answer ((*n_answers)++, bytes->data, data, error)
                                 : !probe (head[0], head[1], bytes->data, head[2], data, error))
        return FALSE;
    }
  return error == NULL || *error == NULL;
}

gboolean
rensa_c_run (RensaCModel *model, const RensaCBuild *build, const char *folder, const RensaTrials *samples,
             RensaCProbeFunc probe, RensaCAnswerFunc answer, gpointer data, GError **error)
{
  g_autofree char *file = g_build_filename (folder, "samples", NULL);
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  guint n_answers = 0;

  if (!g_file_set_contents (file, (const char *) samples->bytes->data, samples->bytes->len, error))
    return FALSE;
  g_subprocess_launcher_set_cwd (launcher, model->folder);
  process = g_subprocess_launcher_spawn (launcher, error, build->program, file, probe != NULL ? "1" : "0", NULL);
  if (process == NULL
      || !read_output (model, g_subprocess_get_stdout_pipe (process), probe, answer, data, &n_answers, error)
      || !g_subprocess_wait (process, NULL, error))
    return FALSE;
  if (g_subprocess_get_successful (process) && n_answers == samples->n)
    return TRUE;

  rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("The program exited after %u of %u examples"), n_answers,
                   samples->n);
  return FALSE;
}
