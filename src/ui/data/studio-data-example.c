/* studio-data-example.c: one example of a preview, as an item of a list.
 * SPDX-License-Identifier: MIT */

#include "studio-data-example.h"

#include <glib/gi18n.h>

struct _StudioDataExample
{
  GObject parent_instance;
  RensaPreview *preview;
  const RensaPreviewPart *part;
  guint number;
};

G_DEFINE_FINAL_TYPE (StudioDataExample, studio_data_example, G_TYPE_OBJECT)

GListModel *
studio_data_example_list (RensaPreview *preview, const RensaPreviewPart *part)
{
  GListStore *list = g_list_store_new (STUDIO_TYPE_DATA_EXAMPLE);
  g_autoptr (GPtrArray) examples = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < part->n_shown; i++)
    {
      StudioDataExample *example = g_object_new (STUDIO_TYPE_DATA_EXAMPLE, NULL);

      example->preview = rensa_preview_ref (preview);
      example->part = part;
      example->number = i;
      g_ptr_array_add (examples, example);
    }
  g_list_store_splice (list, 0, 0, examples->pdata, examples->len);
  return G_LIST_MODEL (list);
}

RensaPreview *
studio_data_example_get_preview (StudioDataExample *self)
{
  return self->preview;
}

guint
studio_data_example_get_number (StudioDataExample *self)
{
  return self->number;
}

char *
studio_data_example_format (double value)
{
  return g_strdup_printf ("%.6g", value);
}

char *
studio_data_example_describe_range (const RensaPreview *preview)
{
  /* Translators: the smallest and the largest number of some examples. */
  return g_strdup_printf (_ ("values %.3g to %.3g"), preview->low, preview->high);
}

const float *
studio_data_example_get_inputs (StudioDataExample *self)
{
  return self->part->inputs + self->number * self->preview->n_values;
}

const char *
studio_data_example_get_answer (StudioDataExample *self)
{
  return self->part->answers != NULL ? self->part->answers[self->number] : NULL;
}

char *
studio_data_example_get_label (StudioDataExample *self)
{
  if (self->part->labels == NULL)
    return NULL;
  if (self->preview->n_classes > 0)
    return rensa_preview_get_class_name (self->preview, self->part->labels[self->number]);
  return studio_data_example_format (self->part->labels[self->number]);
}

char *
studio_data_example_get_value (StudioDataExample *self, guint column)
{
  const double value = studio_data_example_get_inputs (self)[column];
  char **categories = self->preview->columns[column].categories;

  if (categories != NULL && value >= 0 && value < g_strv_length (categories))
    return g_strdup (categories[(guint) value]);
  return studio_data_example_format (value);
}

static void
studio_data_example_finalize (GObject *object)
{
  StudioDataExample *self = STUDIO_DATA_EXAMPLE (object);

  rensa_preview_unref (self->preview);
  G_OBJECT_CLASS (studio_data_example_parent_class)->finalize (object);
}

static void
studio_data_example_class_init (StudioDataExampleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = studio_data_example_finalize;
}

static void
studio_data_example_init (StudioDataExample *self)
{
}
