/* studio-data-page-facts.c: short description of the data.
 * SPDX-License-Identifier: MIT */

#include "studio-data-page-private.h"

#include <glib/gi18n.h>

#include "studio-data-example.h"
#include "studio-format.h"

static void
append (GString *text, char *fact)
{
  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append (text, " · ");
  g_string_append (text, fact);
  g_free (fact);
}

static void
append_counts (GString *text, const RensaPreview *preview)
{
  g_autofree char *train = studio_format_count (preview->train.n);
  g_autofree char *test = studio_format_count (preview->test.n);

  /* Translators: a count of examples. */
  append (text, g_strdup_printf (_ ("%s for training"), train));
  /* Translators: a count of examples. */
  append (text, preview->test.n > 0 ? g_strdup_printf (_ ("%s for validation"), test) : g_strdup (_ ("no validation")));
}

static void
append_inputs (GString *text, const RensaPreview *preview)
{
  const RensaPicture *picture = &preview->picture;
  g_autofree char *count = studio_format_count (preview->n_values);
  g_autofree char *shape = rensa_type_to_string (&preview->fields[0]);

  if (picture->n_channels >= 3)
    append (text, g_strdup_printf (_ ("color images of %d × %d pixels"), (int) picture->width, (int) picture->height));
  else if (picture->n_channels > 0)
    append (text, g_strdup_printf (_ ("images of %d × %d pixels"), (int) picture->width, (int) picture->height));
  else if (preview->fields[0].n_sequences > 0)
    append (text,
            g_strdup_printf (ngettext ("sequences of up to %s step", "sequences of up to %s steps", preview->n_values),
                             count));
  else if (preview->form == RENSA_PREVIEW_TEXT)
    append (text, g_strdup_printf (ngettext ("%s token of text", "%s tokens of text", preview->n_values), count));
  else if (preview->form == RENSA_PREVIEW_TABLE)
    append (text, g_strdup_printf (ngettext ("%s column", "%s columns", preview->n_values), count));
  else
    append (text, g_strdup_printf (ngettext ("%s number", "%s numbers", preview->n_values), count));
  append (text, g_strdup_printf ("%s %s", rensa_dtype_get_name (preview->fields[0].dtype), shape));
}

static void
append_label (GString *text, const RensaPreview *preview)
{
  g_autofree char *count = studio_format_count (preview->n_classes);

  if (preview->n_fields == 1)
    append (text, g_strdup (_ ("no labels")));
  else if (preview->train.answers != NULL)
    append (text, g_strdup (_ ("label: a sequence")));
  else if (preview->n_classes == 0)
    append (text, g_strdup (_ ("label: a value")));
  else
    append (text, g_strdup_printf (ngettext ("%s class", "%s classes", preview->n_classes), count));
}

char *
studio_data_page_describe_inputs (const RensaPreview *prepared)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_inputs (text, prepared);
  append (text, studio_data_example_describe_range (prepared));
  /* Translators: what comes out of the preprocessing: "pictures of 24 × 24 pixels". */
  return g_strdup_printf (_ ("Result: %s"), text->str);
}

char *
studio_data_page_describe (const RensaPreview *preview)
{
  GString *text = g_string_new (NULL);

  append_counts (text, preview);
  g_string_append_c (text, '\n');
  append_inputs (text, preview);
  append_label (text, preview);
  return g_string_free (text, FALSE);
}

char *
studio_data_page_dup_status (const RensaPreview *preview)
{
  switch (preview->state)
    {
    case RENSA_PREVIEW_INCOMPLETE:
      return g_strdup (preview->dataset != NULL && studio_data_page_takes_folder (preview->dataset)
                           ? _ ("Choose a Folder")
                           : _ ("Choose a File"));
    case RENSA_PREVIEW_ABSENT:
      /* Translators: a data set. */
      return g_strdup_printf (_ ("%s Is Not on This Computer Yet"), _ (preview->dataset->title));
    case RENSA_PREVIEW_CANCELLED:
      return g_strdup (_ ("Loading Was Cancelled"));
    default:
      return g_strdup (_ ("This Data Cannot Be Used"));
    }
}

char *
studio_data_page_describe_absent (StudioProject *project, const RensaPreview *preview)
{
  g_autoptr (RensaAttrs) attrs = rensa_document_get_attrs (studio_project_get_document (project), "data.dataset", NULL);
  const char *chosen = attrs != NULL ? studio_data_page_get_path (attrs) : NULL;
  const char *folder = chosen != NULL ? chosen : studio_project_get_dataset_root (project);
  const char *name = _ (preview->dataset->title);

  if (studio_data_page_takes_folder (preview->dataset))
    return g_markup_printf_escaped (
        _ ("The files of %s are not in the folder “%s”. Download them, or choose the folder that contains them."), name,
        folder);
  return g_markup_printf_escaped (_ ("The files of %s are not in the folder “%s”. Download them, or copy them there."),
                                  name, folder);
}
