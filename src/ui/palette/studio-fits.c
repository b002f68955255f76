/* studio-fits.c: finds the components that accept a type.
 * SPDX-License-Identifier: MIT */

#include "studio-fits.h"

#include "rensa-analysis.h"
#include "rensa-fit.h"

#include <glib/gi18n.h>

/* Share of a frame of 16 ms. */
#define SLICE_US 4000
#define MAX_KEPT 64

/* @tried: component -> whether it fits; @n_tried: number of components tried so far, in list order */
typedef struct
{
  RensaType type;
  RensaDtype dtype;
  GHashTable *tried;
  guint n_tried;
} Answer;

/* @answers: by key such as "float32 (100, 784) float32"; @asked: the requested answer, NULL for no
 *   type; @found: the last complete answer */
struct _StudioFits
{
  GObject parent_instance;

  GPtrArray *components;
  GHashTable *answers;
  Answer *asked;
  Answer *found;
  guint source;
};

G_DEFINE_FINAL_TYPE (StudioFits, studio_fits, G_TYPE_OBJECT)

enum
{
  FOUND,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_hash_table_unref (answer->tried);
  g_free (answer);
}

static Answer *
get_answer (StudioFits *self, const RensaType *type, RensaDtype dtype)
{
  g_autofree char *shape = rensa_type_to_string (type);
  g_autofree char *key =
      g_strdup_printf ("%s %s %s", rensa_dtype_get_name (type->dtype), shape, rensa_dtype_get_name (dtype));
  Answer *answer = g_hash_table_lookup (self->answers, key);

  if (answer != NULL)
    return answer;

  /* Clears the shown answers too, because they are in the table. */
  if (g_hash_table_size (self->answers) >= MAX_KEPT)
    {
      g_clear_handle_id (&self->source, g_source_remove);
      self->asked = self->found = NULL;
      g_hash_table_remove_all (self->answers);
    }
  answer = g_new0 (Answer, 1);
  answer->type = *type;
  answer->dtype = dtype;
  answer->tried = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (self->answers, g_steal_pointer (&key), answer);
  return answer;
}

static gboolean
try (Answer *answer, const RensaComponent *component)
{
  gpointer fits;

  if (!g_hash_table_lookup_extended (answer->tried, component, NULL, &fits))
    {
      fits = GINT_TO_POINTER (rensa_component_fits (component, &answer->type, answer->dtype));
      g_hash_table_insert (answer->tried, (gpointer) component, fits);
    }
  return GPOINTER_TO_INT (fits);
}

static gboolean
is_whole (StudioFits *self, const Answer *answer)
{
  return answer == NULL || answer->n_tried == self->components->len;
}

static void
tell (StudioFits *self)
{
  self->found = self->asked;
  g_signal_emit (self, signals[FOUND], 0);
}

static gboolean
on_idle (gpointer data)
{
  StudioFits *self = data;
  const gint64 end = g_get_monotonic_time () + SLICE_US;

  while (!is_whole (self, self->asked) && g_get_monotonic_time () < end)
    try (self->asked, self->components->pdata[self->asked->n_tried++]);
  if (!is_whole (self, self->asked))
    return G_SOURCE_CONTINUE;

  self->source = 0;
  tell (self);
  return G_SOURCE_REMOVE;
}

void
studio_fits_ask (StudioFits *self, const RensaType *type, RensaDtype dtype)
{
  self->asked = type != NULL ? get_answer (self, type, dtype) : NULL;
  if (!is_whole (self, self->asked))
    {
      if (self->source == 0)
        self->source = g_idle_add_full (G_PRIORITY_LOW, on_idle, self, NULL);
      return;
    }
  g_clear_handle_id (&self->source, g_source_remove);
  tell (self);
}

gboolean
studio_fits_has (StudioFits *self, const RensaComponent *component)
{
  return self->found == NULL || try (self->found, component);
}

gboolean
studio_fits_try (StudioFits *self, const RensaType *type, RensaDtype dtype, const RensaComponent *component)
{
  return type == NULL || try (get_answer (self, type, dtype), component);
}

StudioFits *
studio_fits_new (GPtrArray *components)
{
  StudioFits *self = g_object_new (STUDIO_TYPE_FITS, NULL);

  self->components = g_ptr_array_ref (components);
  return self;
}

static void
studio_fits_dispose (GObject *object)
{
  StudioFits *self = STUDIO_FITS (object);

  g_clear_handle_id (&self->source, g_source_remove);
  self->asked = self->found = NULL;
  g_clear_pointer (&self->answers, g_hash_table_unref);
  g_clear_pointer (&self->components, g_ptr_array_unref);
  G_OBJECT_CLASS (studio_fits_parent_class)->dispose (object);
}

static void
studio_fits_class_init (StudioFitsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = studio_fits_dispose;
  signals[FOUND] =
      g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
studio_fits_init (StudioFits *self)
{
  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, answer_free);
}

char *
studio_fits_describe_place (const char *name, const RensaType *type)
{
  g_autofree char *caption = type != NULL ? rensa_analysis_type_to_caption (type) : NULL;

  if (name == NULL)
    return g_strdup ("");
  if (type == NULL)
    return g_strdup_printf (_ ("The output of %s is unknown"), name);
  return g_strdup_printf (_ ("After %s: %s %s"), name, rensa_dtype_get_name (type->dtype), caption);
}
