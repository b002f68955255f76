/* cli-generate.c: rensa generate.
 * SPDX-License-Identifier: MIT */

#include <glib/gstdio.h>
#include <string.h>

#include "cli.h"
#include "rensa-fault.h"
#include "rensa-language.h"

typedef struct
{
  CliProject project;
  char *weights;
  char **previews;
  char *out;
  RensaBuilder *builder;
  RensaLink *model;
} Generate;

static void
generate_clear (Generate *self)
{
  cli_project_clear (&self->project);
  g_free (self->weights);
  g_strfreev (self->previews);
  g_free (self->out);
  g_clear_pointer (&self->model, rensa_link_unref);
  g_clear_pointer (&self->builder, rensa_builder_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Generate, generate_clear)

/* Returns the previews named by --preview, or otherwise those of the document. */
static GPtrArray *
list_previews (Generate *self, GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) rensa_attrs_unref);

  if (self->previews == NULL)
    return rensa_builder_list_previews (self->builder);
  for (guint i = 0; self->previews[i] != NULL; i++)
    {
      g_autoptr (RensaAttrs) attrs = rensa_attrs_new_from_text (RENSA_COMPONENT_EXTENSION, self->previews[i], error);

      if (attrs == NULL)
        return NULL;
      if (((const RensaExtensionClass *) rensa_attrs_get_component (attrs))->preview == NULL)
        {
          rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("%s produces no viewable output."),
                           rensa_attrs_get_component (attrs)->name);
          return NULL;
        }
      g_ptr_array_add (list, g_steal_pointer (&attrs));
    }
  return g_steal_pointer (&list);
}

/* A text is written to standard output if no folder is given. */
static gboolean
save (Generate *self, RensaAttrs *attrs, guint number, const RensaPreviewed *previewed, GError **error)
{
  const char *ending = previewed->text != NULL ? "txt" : "png";
  g_autofree char *name =
      g_strdup_printf ("%s%s%.0u.%s", rensa_attrs_get_component (attrs)->name, number > 0 ? "_" : "", number, ending);
  g_autofree char *path = g_build_filename (self->out != NULL ? self->out : ".", name, NULL);

  if (self->out == NULL && previewed->text != NULL)
    {
      g_print ("%s", previewed->text);
      return TRUE;
    }
  if (!rensa_previewed_save (previewed, path, error))
    return FALSE;
  g_print ("%s\n", path);
  return TRUE;
}

static gboolean
generate (Generate *self, const char *file, GError **error)
{
  g_autoptr (RensaDocument) document = cli_project_load (&self->project, file, error);
  g_autofree char *weights =
      document != NULL ? cli_project_find_weights (&self->project, document, self->weights, error) : NULL;
  g_autoptr (GPtrArray) previews = NULL;

  self->builder = weights != NULL ? rensa_builder_new (document, self->project.dataset_root, error) : NULL;
  self->model = self->builder != NULL ? rensa_builder_make_model (self->builder, error) : NULL;
  if (self->model == NULL || !cli_load_weights (self->model, document, weights, error))
    return FALSE;
  previews = list_previews (self, error);
  if (previews != NULL && previews->len == 0)
    rensa_set_words (error, RENSA_ERROR_INVALID,
                     N_ ("The document has no extension with viewable output; choose one with --preview."));
  for (guint i = 0; previews != NULL && i < previews->len; i++)
    {
      g_auto (RensaPreviewed) previewed = { 0 };

      if (!rensa_builder_make_preview (self->builder, previews->pdata[i], self->model, &previewed, error)
          || !save (self, previews->pdata[i], i, &previewed, error))
        return FALSE;
    }
  return previews != NULL && previews->len > 0;
}

static int
run (const CliCommand *command, int argc, char **argv)
{
  g_auto (Generate) self = { 0 };
  const GOptionEntry entries[] = {
    { "weights", 'w', 0, G_OPTION_ARG_FILENAME, &self.weights,
      N_ ("The trained model: model.npz, an HDF5 file or a snapshot (default: that of the run or the document)"),
      N_ ("FILE") },
    { "preview", 'p', 0, G_OPTION_ARG_STRING_ARRAY, &self.previews,
      N_ ("Use EXTENSION instead of those of the document (may be repeated)"), N_ ("EXTENSION") },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &self.out, N_ ("Write into DIR"), N_ ("DIR") },
    CLI_PROJECT_ENTRIES (self.project),
    { NULL },
  };
  GError *error = NULL;

  if (!cli_parse (command, entries, &argc, &argv, 1, 1) || !cli_set_threads (command, self.project.threads))
    return CLI_MISUSED;
  if (self.out != NULL && g_mkdir_with_parents (self.out, 0777) != 0)
    return cli_misuse (command, _ ("Cannot create the folder %s."), self.out);
  return generate (&self, argv[1], &error) ? CLI_OK : cli_fail (error);
}

const CliCommand cli_generate = {
  .name = "generate",
  .arguments = N_ ("FILE"),
  .summary = N_ ("Generates images or texts with a trained model"),
  .details = N_ ("Without --out, texts are written to standard output."),
  .examples = "  rensa generate gan.rensa --weights result/model.npz --out pictures\n"
              "  rensa generate letters.rensa -w result/model.npz -p \"GeneratedText(prompt='The', temperature=0.7)\"",
  .run = run,
};
