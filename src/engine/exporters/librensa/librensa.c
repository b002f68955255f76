/* librensa.c: exports a document as a C program that uses librensa.
 * SPDX-License-Identifier: MIT */

#include <string.h>

#include "librensa.c.in.inc"
#include "rensa-ctext-private.h"
#include "rensa-export-model-private.h"
#include "rensa-exporters.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-librensa-private.h"
#include "rensa-trainer.h"

/* Unsupported features */

static gboolean
check (RensaProject *project, GError **error)
{
  const char *device = rensa_project_get_settings (project)->device;

  if (strchr (device, ',') != NULL)
    {
      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("a program for librensa trains on a single device, not on “%s”"),
                       device);
      g_prefix_error (error, "device: ");
      return FALSE;
    }
  return rensa_project_check (project, error);
}

/* Training settings */

static void
write_define (GString *text, const char *name, RensaAttrs *attrs)
{
  g_autofree char *literal = rensa_librensa_describe (attrs);

  g_string_append_printf (text, "#define %s %s\n", name, literal);
}

static char *
dup_setting (RensaAttrs *attrs, const char *name)
{
  return rensa_attrs_get_text (attrs, rensa_component_find_attr (rensa_attrs_get_component (attrs), name));
}

/* Returns TRUE if the attribute differs from @usual. */
static gboolean
has_setting (RensaAttrs *attrs, const char *name, const char *usual)
{
  g_autofree char *text = dup_setting (attrs, name);

  return !g_str_equal (text, usual);
}

static gboolean
has_split (const RensaProject *project)
{
  g_autofree char *fraction = dup_setting (project->split, "fraction");

  return !g_str_equal (fraction, "1.0") || has_setting (project->split, "parts", "None");
}

/* Returns TRUE if the split depends on more than a fraction. */
static gboolean
has_division (const RensaProject *project)
{
  return has_setting (project->split, "stratified", "False") || has_setting (project->split, "parts", "None")
         || has_setting (project->split, "keep_together", "False");
}

/* Used if the data set has no validation part. */
static void
write_split (GString *text, const RensaProject *project)
{
  g_autofree char *fraction = dup_setting (project->split, "fraction");
  g_autofree char *shuffle = dup_setting (project->split, "shuffle");
  g_autofree char *seed = dup_setting (project->split, "seed");
  g_autofree char *parts = dup_setting (project->split, "parts");
  g_autofree char *part = dup_setting (project->split, "part");

  if (!has_split (project))
    return;
  g_string_append_printf (text,
                          "#define FRACTION %s /* for training, where the data set has no other part */\n"
                          "#define SHUFFLES %s\n"
                          "#define SPLIT_SEED %s\n",
                          fraction, g_str_equal (shuffle, "True") ? "TRUE" : "FALSE",
                          g_str_equal (seed, "None") ? "SEED" : seed);
  if (!has_division (project))
    return;
  g_string_append_printf (text, "#define EACH_CLASS %s\n",
                          has_setting (project->split, "stratified", "False") ? "TRUE" : "FALSE");
  g_string_append_printf (text,
                          "#define N_PARTS %s /* of cross validation */\n"
                          "#define PART %s\n",
                          g_str_equal (parts, "None") ? "0" : parts, part);
  g_string_append_printf (text, "#define KEEPS_TOGETHER %s /* examples with equal inputs */\n",
                          has_setting (project->split, "keep_together", "False") ? "TRUE" : "FALSE");
}

/* Writes "static const char *const hooks[] = {…};" unless the list is empty; @end is its last line. */
static void
write_list (GString *text, const char *name, GPtrArray *list, const char *end)
{
  if (list->len == 0)
    return;
  g_string_append_printf (text, "\nstatic const char *const %s[] = {\n", name);
  for (guint i = 0; i < list->len; i++)
    {
      g_autofree char *literal = rensa_librensa_describe (list->pdata[i]);

      g_string_append_printf (text, "  %s,\n", literal);
    }
  g_string_append_printf (text, "%s};\n", end);
}

/* An extension that only displays training can be omitted. */
static void
write_extension (GString *text, const RensaExtensionPlan *plan, gboolean has_step)
{
  const RensaComponent *component = rensa_attrs_get_component (plan->attrs);
  const RensaExtensionClass *class = (const RensaExtensionClass *) component;
  g_autofree char *literal = rensa_librensa_describe (plan->attrs);
  g_autofree char *name = plan->name != NULL ? rensa_ctext_quote (plan->name) : NULL;
  g_autofree char *trigger = plan->trigger != NULL ? rensa_librensa_describe (plan->trigger) : NULL;

  if (class->observes || (class->observes_step && has_step))
    {
      g_string_append_printf (text, "  /* %s is left out: it looks at the nodes of a document's model. */\n",
                              component->name);
      return;
    }
  g_string_append_printf (text, "  { .text = %s", literal);
  if (name != NULL)
    g_string_append_printf (text, ", .name = %s", name);
  if (trigger != NULL)
    g_string_append_printf (text, ", .trigger = %s", trigger);
  if (plan->priority != RENSA_INT_NONE)
    g_string_append_printf (text, ", .has_priority = TRUE, .priority = %d", (int) plan->priority);
  if (plan->before_training)
    g_string_append (text, ", .call_before_training = TRUE");
  g_string_append (text, " },\n");
}

static gboolean
has_extension (const RensaProject *project, const char *name)
{
  for (guint i = 0; i < project->extensions->len; i++)
    {
      const RensaExtensionPlan *plan = project->extensions->pdata[i];

      if (g_str_equal (rensa_attrs_get_component (plan->attrs)->name, name))
        return TRUE;
    }
  return FALSE;
}

/* Reports progress as `rensa train` does: documents do not normally specify the display. */
static void
write_extensions (GString *text, const RensaProject *project)
{
  g_string_append (text, extension_struct);
  for (guint i = 0; i < project->extensions->len; i++)
    write_extension (text, project->extensions->pdata[i], rensa_project_has_step (project));
  if (has_extension (project, "LogReport") && !has_extension (project, "PrintReport"))
    g_string_append (text, "  { .text = \"PrintReport\" },\n");
  g_string_append (text, "};\n\n");
}

/* For models trained as a whole. */

static const RensaLossPlan *
get_only_loss (const RensaProject *project)
{
  return rensa_project_has_step (project) ? project->losses->pdata[0] : NULL;
}

static RensaAttrs *
get_optimizer (const RensaProject *project)
{
  return rensa_project_has_step (project) ? get_only_loss (project)->optimizer : project->optimizer;
}

static GPtrArray *
get_hooks (const RensaProject *project)
{
  return rensa_project_has_step (project) ? get_only_loss (project)->hooks : project->hooks;
}

static void
write_settings (GString *text, RensaProject *project, const RensaLibrensaParts *parts, const char *weights)
{
  g_string_append_printf (text, "/* What is trained with what */\n\n#define SEED %" G_GINT64_FORMAT "\n",
                          rensa_project_get_settings (project)->seed);
  if (parts->device != NULL)
    g_string_append_printf (text, "#define DEVICE %s\n", parts->device);
  write_define (text, "DATASET", project->dataset);
  write_split (text, project);
  write_define (text, "ITERATOR", project->iterator);
  if (!parts->has_step)
    write_define (text, "LOSS", project->loss);
  if (parts->has_accuracy)
    write_define (text, "ACCURACY", project->accuracy);
  if (!parts->learns_apart)
    write_define (text, "OPTIMIZER", get_optimizer (project));
  write_define (text, "UPDATER", project->updater);
  write_define (text, "STOP", project->stop);
  if (weights != NULL)
    g_string_append_printf (text, "#define WEIGHTS %s\n", weights);
  write_list (text, "transforms", project->transforms, "");
  if (parts->learns_apart)
    rensa_librensa_write_losses (project, text);
  else
    write_list (text, "hooks", get_hooks (project), "  NULL,\n");
  write_extensions (text, project);
}

/* The program */

static void
write_head (GString *text, RensaProject *project)
{
  const RensaSettings *settings = rensa_project_get_settings (project);
  g_autofree char *title = rensa_ctext_write_comment (settings->name != NULL ? settings->name : "");
  g_autofree char *description = rensa_ctext_write_comment (settings->description != NULL ? settings->description : "");

  g_string_append_printf (text, "/* %s%s%s\n", title, title[0] != '\0' && description[0] != '\0' ? ": " : "",
                          description);
  g_string_append (text, " *\n"
                         " * Made by Rensa " RENSA_VERSION ".  Usage: program [--resume SNAPSHOT] [FOLDER]\n"
                         " * The results go to FOLDER, \"result\" where nobody says otherwise. */\n"
                         "\n"
                         "#include <rensa.h>\n"
                         "#include <stdio.h>\n"
                         "\n");
}

static gboolean
begins_anew (const RensaProject *project)
{
  GPtrArray *models = rensa_network_get_models (project->network);
  gboolean carries = rensa_librensa_carries (project->model);

  for (guint i = 0; i < models->len; i++)
    carries |= rensa_librensa_carries (((const RensaModelNode *) models->pdata[i])->model);
  return carries && !((const RensaUpdaterClass *) rensa_attrs_get_component (project->updater))->keeps_state;
}

static void
find_parts (const RensaProject *project, RensaLibrensaParts *parts)
{
  parts->has_step = rensa_project_has_step (project);
  parts->learns_apart = parts->has_step && !rensa_project_learns_whole (project);
  parts->has_accuracy = !parts->has_step && project->accuracy != NULL;
  parts->has_transforms = project->transforms->len > 0;
  parts->has_hooks = parts->learns_apart ? rensa_librensa_losses_have_hooks (project) : get_hooks (project)->len > 0;
  parts->has_split = has_split (project);
  parts->has_division = has_division (project);
  parts->begins_anew = begins_anew (project);
}

/* The settings precede the code on which they depend. */
static char *
write_parts (RensaProject *project, const RensaLibrensaParts *parts, const char *weights)
{
  g_autoptr (RensaLibrensaProgram) program = rensa_librensa_program_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  program->has_sequences = rensa_export_has_sequences (project);
  if (parts->has_step)
    rensa_librensa_write_step (program, project);
  else
    rensa_librensa_write_model (program, project->model);
  write_head (text, project);
  write_settings (text, project, parts, weights);
  g_string_append_printf (text, "/* The %s */\n\n", parts->has_step ? "training step" : "predictor");
  rensa_librensa_write_helpers (program, text);
  g_string_append_len (text, program->functions->str, (gssize) program->functions->len);
  g_string_append (text, "/* The data */\n\n");
  rensa_librensa_write_data (parts, text);
  g_string_append (text, parts->has_step ? "/* The model */\n\n" : "/* The model and its loss */\n\n");
  rensa_librensa_write_target (parts, text);
  g_string_append (text, "/* Training */\n\n");
  rensa_librensa_write_trainer (parts, text);
  rensa_librensa_write_main (parts, text);
  return g_strdup (text->str);
}

static char *
write_program (RensaDocument *document, const RensaExportNames *names, GError **error)
{
  g_autoptr (RensaProject) project = rensa_project_new (document);
  const RensaSettings *settings = rensa_project_get_settings (project);
  g_autofree char *weights = names->weights != NULL ? rensa_ctext_quote (names->weights) : NULL;
  g_autofree char *device = g_str_equal (settings->device, "cpu") ? NULL : rensa_ctext_quote (settings->device);
  g_autofree char *dtype = g_ascii_strup (rensa_dtype_get_name (settings->dtype), -1);
  g_autofree char *dtype_name = settings->dtype == RENSA_FLOAT32 ? NULL : g_strconcat ("RENSA_", dtype, NULL);
  g_autofree char *others = NULL;
  RensaLibrensaParts parts = {
    .has_weights = weights != NULL, .device = device, .dtype = dtype_name, .tf32 = settings->tf32
  };

  if (!check (project, error))
    return NULL;
  find_parts (project, &parts);
  others = parts.learns_apart ? rensa_librensa_write_others (project) : NULL;
  parts.others = others;
  return write_parts (project, &parts, weights);
}

const RensaExporter rensa_librensa_exporter = {
  .name = "librensa",
  .title = N_ ("Training Program in C"),
  .summary = N_ ("The same network and training in C, using the Rensa library"),
  .language = "c",
  .prefix = "train_",
  .ending = ".c",
  .takes_weights = TRUE,
  .takes_all_forms = TRUE,
  .usage = "make run",
  .write = write_program,
  .beside = "Makefile",
  .write_beside = rensa_librensa_write_makefile,
};
