/* rensa-preview.h: a look at the data of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-dataset.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/**
 * RensaPreviewState:
 * @RENSA_PREVIEW_READY: everything below is there
 * @RENSA_PREVIEW_INCOMPLETE: an attribute of the data set is not given yet, the name of a file say
 * @RENSA_PREVIEW_ABSENT: files are missing that could be downloaded
 * @RENSA_PREVIEW_FAILED: see the sentence
 * @RENSA_PREVIEW_CANCELLED: the reading of a large file was cancelled
 */
typedef enum
{
  RENSA_PREVIEW_READY,
  RENSA_PREVIEW_INCOMPLETE,
  RENSA_PREVIEW_ABSENT,
  RENSA_PREVIEW_FAILED,
  RENSA_PREVIEW_CANCELLED,
} RensaPreviewState;

/* How the examples are best shown. */
typedef enum
{
  RENSA_PREVIEW_TABLE,
  RENSA_PREVIEW_PICTURES,
  RENSA_PREVIEW_TEXT,
  RENSA_PREVIEW_POINTS, /* two numbers and a class */
  RENSA_PREVIEW_CURVE,  /* one number and a value */
} RensaPreviewForm;

/**
 * RensaPreviewColumn: what is known of one number of the examples, over the training part.
 * @categories: (nullable): the words that 0, 1, … stand for
 * @is_whole: there are whole numbers only
 */
typedef struct
{
  char *name;
  char **categories;
  gboolean is_whole;
  double low;
  double high;
  double mean;
} RensaPreviewColumn;

/**
 * RensaPreviewPart:
 * @n: how many examples there are
 * @n_shown: how many of them are here, from the first on
 * @inputs: the first field of each as n_values numbers
 * @labels: (nullable): the first number of the last field
 * @class_counts: (nullable): n_classes of them
 * @answers: (nullable): of sequences: what is to be made of each example, in words
 */
typedef struct
{
  gint64 n;
  guint n_shown;
  float *inputs;
  float *labels;
  gint64 *class_counts;
  char **answers;
} RensaPreviewPart;

/**
 * RensaPreview:
 * @sentence: (nullable): what is wrong, where it is not ready
 * @dataset: (nullable): the component
 * @n_fields, @fields: the types of an example; the last field is the label where there are several
 * @n_values: numbers of the first field; of sequences those of the longest that is shown, and shorter ones have -1 behind their end
 * @columns: (nullable): n_values of them; not for pictures and not for more than a few thousand
 * @label: of the label; only its name where it is a class
 * @n_classes: 0 where the label is no class
 * @label_names: (nullable): of the classes
 * @tokens: (nullable): of text; the values of an example are their numbers
 * @n_tokens: how many there are
 * @was_split: the source has no test part of its own
 * @low, @high: the smallest and the largest of the numbers shown of the training part
 * @prepared: (nullable): the same examples as the document's preprocessing leaves them, those for training with what is random in
 * it; NULL without any. Where it does not fit the examples that is not ready, and says why
 * @train, @test: for training and validation; the second may have no examples
 * @notes: (nullable): RensaDataNote, what the data set tells of how it took its files. Where it could not, the remedies
 * are those that have been tried and help
 *
 * Never changes, so that all threads may read it.
 */
typedef struct _RensaPreview RensaPreview;
struct _RensaPreview
{
  gatomicrefcount ref_count;
  RensaPreviewState state;
  char *sentence;
  const RensaDatasetClass *dataset;
  RensaPreviewForm form;
  RensaPicture picture;
  int n_fields;
  RensaType fields[RENSA_MAX_FIELDS];
  gsize n_values;
  RensaPreviewColumn *columns;
  RensaPreviewColumn label;
  gint64 n_classes;
  char **label_names;
  char **tokens;
  guint n_tokens;
  gboolean was_split;
  double low;
  double high;
  RensaPreview *prepared;
  RensaPreviewPart train;
  RensaPreviewPart test;
  GPtrArray *notes;
};

/**
 * rensa_preview_new:
 * @dataset_root: (nullable): as for rensa_builder_new ()
 * @cancellable: (nullable): makes it come back early, with a preview that is of no use
 * @progress: (nullable): is called for large files, in this thread
 *
 * Loads the data of @document, of which only the data and the seed are looked at, and may take long. Never fails: what
 * is wrong stands in the preview.
 */
RensaPreview *rensa_preview_new (RensaDocument *document, const char *dataset_root, GCancellable *cancellable,
                                 RensaDataProgress progress, gpointer data);
RensaPreview *rensa_preview_ref (RensaPreview *preview);
void rensa_preview_unref (RensaPreview *preview);

/* Whether each example as a whole belongs to one class.  Where the label has a class for each token or point, one number of it says nothing of the
 * example. */
gboolean rensa_preview_has_class_of_each (const RensaPreview *preview);
/* The name of a class, or its number. */
char *rensa_preview_get_class_name (const RensaPreview *preview, gint64 number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPreview, rensa_preview_unref)

G_END_DECLS
