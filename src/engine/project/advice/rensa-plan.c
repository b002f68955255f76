/* rensa-plan.c: chooses a model and its training for the data of a document.
 * SPDX-License-Identifier: MIT */

#include "rensa-plan-private.h"

#include "rensa-data-notes.h"
#include "rensa-document-values.h"
#include "rensa-edit.h"
#include "rensa-fault.h"
#include "rensa-json.h"
#include "rensa-language.h"
#include "rensa-preprocessing.h"

/* If data are still unreadable after this many steps, more do not help. */
#define MOST_MENDS 8
/* A column with more distinct words identifies examples rather than categories. */
#define MOST_WORDS 20
#define BATCHES_PER_EPOCH 10
#define LARGEST_BATCH 64
#define FEWEST_EPOCHS 10
#define MOST_EPOCHS 500

void
rensa_plan_free (RensaPlan *plan)
{
  g_clear_pointer (&plan->document, rensa_document_unref);
  g_clear_pointer (&plan->reasons, g_ptr_array_unref);
  g_free (plan);
}

void
rensa_planning_tell (RensaPlanning *self, char *reason)
{
  g_ptr_array_add (self->reasons, reason);
}

gboolean
rensa_planning_set (RensaPlanning *self, GError **error, const char *format, ...)
{
  g_autofree char *assignment = NULL;
  va_list args;

  va_start (args, format);
  assignment = g_strdup_vprintf (format, args);
  va_end (args);
  return rensa_document_set (self->document, assignment, error);
}

gboolean
rensa_planning_add (RensaPlanning *self, const char *type, const char *attrs, GError **error)
{
  char *name = rensa_document_insert_after (self->document, "", self->last, type, 0, 0, error);

  if (name == NULL)
    return FALSE;
  g_free (self->last);
  self->last = name;
  return attrs == NULL || rensa_planning_set (self, error, "model.%s=%s(%s)", name, type, attrs);
}

/* Data */

/* Returns TRUE if @change omits a column of few words, which may be informative. */
static gboolean
drops_category (const RensaPreview *preview, const RensaDataChange *change)
{
  g_auto (GStrv) names = g_strsplit (change->value, ", ", -1);

  for (gsize i = 0; preview->columns != NULL && i < preview->n_values; i++)
    if (g_strv_contains ((const char *const *) names, preview->columns[i].name)
        && preview->columns[i].categories != NULL && g_strv_length (preview->columns[i].categories) <= MOST_WORDS)
      return TRUE;
  return FALSE;
}

/* TRUE if without @change some of the data are not used, or cannot be learned from. */
static gboolean
is_needed (const RensaDataChange *change)
{
  static const char *const attrs[] = { "depth",  "gif",         "incomplete", "label_kind",
                                       "labels", "test_images", "test_x",     NULL };

  return g_strv_contains (attrs, change->attr);
}

static gboolean
is_mend (const RensaPreview *preview, const RensaDataNote *note, const RensaDataChange *change)
{
  if (change->attr == NULL)
    return FALSE;
  if (preview->state != RENSA_PREVIEW_READY)
    return note->kind == RENSA_DATA_REMEDY;
  return note->kind == RENSA_DATA_WARNING
         && (is_needed (change) || (g_str_equal (change->attr, "leave_out") && !drops_category (preview, change)));
}

/* Returns the note with the first change that makes the data readable or complete, or omits a
 * column of names or row numbers; NULL if there is none. */
static const RensaDataNote *
find_mend (const RensaPreview *preview)
{
  for (guint i = 0; preview->notes != NULL && i < preview->notes->len; i++)
    {
      const RensaDataNote *note = preview->notes->pdata[i];

      if (note->changes->len > 0 && is_mend (preview, note, note->changes->pdata[0]))
        return note;
    }
  return NULL;
}

static void
tell_of_mend (RensaPlanning *self, const RensaPreview *preview, const RensaDataNote *note)
{
  const RensaDataChange *change = note->changes->pdata[0];

  if (preview->state != RENSA_PREVIEW_READY)
    rensa_planning_tell (self, g_strdup_printf ("%s: %s", change->label, preview->sentence));
  else if (is_needed (change))
    rensa_planning_tell (self, g_strdup_printf ("%s: %s", change->label, note->text));
  else
    /* Translators: %s is what a button says: "Leave Out Name". */
    rensa_planning_tell (
        self, g_strdup_printf (_ ("%s, because its values are not useful for new examples."), change->label));
}

static gboolean
has_next_tokens (const RensaPreview *preview)
{
  return preview->tokens != NULL && preview->n_fields == 2
         && rensa_shape_equal (&preview->fields[0].shape, &preview->fields[1].shape);
}

/* Splits texts with a class into words, unless the document specifies otherwise. */
static gboolean
take_words (RensaPlanning *self, const RensaPreview *preview)
{
  RensaJson *attrs = json_object_object_get (rensa_document_get (self->document, "data.dataset"), "attrs");

  if (preview->state != RENSA_PREVIEW_READY || preview->tokens == NULL || has_next_tokens (preview)
      || json_object_object_get (attrs, "tokens") != NULL
      || !rensa_document_set (self->document, "data.dataset.tokens=words", NULL))
    return FALSE;
  rensa_planning_tell (self, g_strdup (_ ("The texts are split into words, which are more informative than letters.")));
  return TRUE;
}

/* Reads the data after all fixes, which are also applied to the document of @self. */
static RensaPreview *
read_data (RensaPlanning *self, const char *dataset_root, GCancellable *cancellable, GError **error)
{
  g_autoptr (RensaPreview) preview = NULL;

  for (int i = 0; i < MOST_MENDS; i++)
    {
      const RensaDataNote *mend;

      g_clear_pointer (&preview, rensa_preview_unref);
      preview = rensa_preview_new (self->document, dataset_root, cancellable, NULL, NULL);
      mend = find_mend (preview);
      if (mend == NULL && take_words (self, preview))
        continue;
      if (mend == NULL)
        break;
      tell_of_mend (self, preview, mend);
      if (!rensa_document_change_data (self->document, mend->changes->pdata[0], error))
        return NULL;
    }
  if (preview->state == RENSA_PREVIEW_READY)
    return g_steal_pointer (&preview);
  rensa_set_words (error, preview->state == RENSA_PREVIEW_CANCELLED ? RENSA_ERROR_CANCELLED : RENSA_ERROR_INVALID, "%s",
                   preview->sentence != NULL ? preview->sentence : "");
  return NULL;
}

/* Training */

gint64
rensa_plan_choose_batch_size (gint64 n_examples)
{
  gint64 size = 1;

  while (size < LARGEST_BATCH && size * 2 * BATCHES_PER_EPOCH <= n_examples)
    size *= 2;
  return size;
}

static gboolean
choose_length (RensaPlanning *self, GError **error)
{
  const gint64 n = self->preview->train.n;
  const gint64 batch = rensa_plan_choose_batch_size (n);
  const gint64 n_batches = MAX (n / batch, 1);
  const gint64 n_epochs = CLAMP (self->n_updates / n_batches, FEWEST_EPOCHS, MOST_EPOCHS);

  rensa_planning_tell (self,
                       g_strdup_printf (ngettext ("%lld example per batch, so that an epoch of %'lld examples has "
                                                  "%'lld weight updates.",
                                                  "%lld examples per batch, so that an epoch of %'lld examples has "
                                                  "%'lld weight updates.",
                                                  (gulong) batch),
                                        (long long) batch, (long long) n, (long long) n_batches));
  rensa_planning_tell (self, g_strdup_printf (_ ("%'lld epochs, about %'lld updates in total."), (long long) n_epochs,
                                              (long long) (n_epochs * n_batches)));
  return rensa_planning_set (self, error, "data.iterator.batch_size=%lld", (long long) batch)
         && rensa_planning_set (self, error, "stop.period=%lld", (long long) n_epochs);
}

/* Resets the fields that the plan decides to those of a new document. */
static void
begin_anew (RensaDocument *document)
{
  static const char *const dropped[] = { "models", "step", "losses", "reports", "weights", "weights_map", "updater" };
  static const char *const fresh[] = {
    "format", "model", "loss", "accuracy", "optimizer", "hooks", "stop", "extensions"
  };
  g_autoptr (RensaDocument) empty = rensa_document_new_empty ("");
  RensaJson *source = rensa_document_get_json (empty);
  RensaJson *json = rensa_document_change (document);
  RensaJson *data = json_object_object_get (json, "data");

  for (guint i = 0; i < G_N_ELEMENTS (dropped); i++)
    json_object_object_del (json, dropped[i]);
  for (guint i = 0; i < G_N_ELEMENTS (fresh); i++)
    json_object_object_add (json, fresh[i], json_object_get (json_object_object_get (source, fresh[i])));
  json_object_object_del (data, RENSA_PREPROCESSING);
  json_object_object_add (
      data, "iterator", json_object_get (json_object_object_get (json_object_object_get (source, "data"), "iterator")));
}

static gboolean
check (const RensaPreview *preview, GError **error)
{
  gboolean has_sequences = FALSE;

  for (int i = 0; i < preview->n_fields; i++)
    has_sequences = has_sequences || preview->fields[i].n_sequences > 0;
  if (preview->n_fields == 2 && !has_sequences)
    return TRUE;
  rensa_set_words (error, RENSA_ERROR_INVALID,
                   N_ ("a model can only be chosen for examples with one input and one label, both of fixed size"));
  return FALSE;
}

static gboolean
choose (RensaPlanning *self, GError **error)
{
  const RensaPreview *preview = self->preview;

  if (!check (preview, error))
    return FALSE;
  if (has_next_tokens (preview))
    return rensa_planning_add_language (self, error) && rensa_document_tidy (self->document, "", error);
  return (preview->tokens != NULL           ? rensa_planning_add_texts (self, error)
          : preview->picture.n_channels > 0 ? rensa_planning_add_pictures (self, error)
                                            : rensa_planning_add_table (self, error))
         && rensa_planning_add_output (self, error) && choose_length (self, error)
         && rensa_document_tidy (self->document, "", error);
}

RensaPlan *
rensa_plan_new (RensaDocument *document, const char *dataset_root, GCancellable *cancellable, GError **error)
{
  g_autoptr (RensaPlan) plan = g_new0 (RensaPlan, 1);
  g_autoptr (RensaPreview) preview = NULL;
  RensaPlanning planning;
  gboolean ok;

  plan->document = rensa_document_copy (document);
  plan->reasons = g_ptr_array_new_with_free_func (g_free);
  planning = (RensaPlanning){ .document = plan->document, .reasons = plan->reasons };
  begin_anew (plan->document);
  preview = read_data (&planning, dataset_root, cancellable, error);
  if (preview == NULL)
    return NULL;
  planning.preview = preview;
  planning.last = g_strdup ("x");
  ok = choose (&planning, error);
  g_free (planning.last);
  return ok ? g_steal_pointer (&plan) : NULL;
}
