/* rensa-preview.h: preview of the data of a document.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <gio/gio.h>

#include "rensa-dataset.h"
#include "rensa-document.h"

G_BEGIN_DECLS

/**
 * RensaPreviewState:
 * @RENSA_PREVIEW_READY: the preview is complete
 * @RENSA_PREVIEW_INCOMPLETE: an attribute of the data set is not set yet, such as a file name
 * @RENSA_PREVIEW_ABSENT: files are missing, but can be downloaded
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

/* The most suitable display of the examples */
typedef enum
{
  RENSA_PREVIEW_TABLE,
  RENSA_PREVIEW_PICTURES,
  RENSA_PREVIEW_TEXT,
  RENSA_PREVIEW_POINTS, /* two numbers and a class */
  RENSA_PREVIEW_CURVE,  /* one number and a value */
} RensaPreviewForm;

/**
 * RensaPreviewColumn: statistics of one number of the examples, over the training set.
 * @categories: (nullable): the words represented by 0, 1, …
 * @is_whole: TRUE if all values are whole numbers
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
 * @n: number of examples
 * @n_shown: number of examples in this preview, from the first one on
 * @inputs: the first field of each example, as n_values numbers
 * @labels: (nullable): the first number of the last field
 * @class_counts: (nullable): number of examples of each of the n_classes
 * @answers: (nullable): for sequences, the label of each example as text
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
 * @sentence: (nullable): what is wrong if the preview is not ready
 * @dataset: (nullable): the component of the data set
 * @n_fields, @fields: the types of an example; the last field is the label if there are several
 * @n_values: number of values of the first field; for sequences, of the longest one shown, with
 *   shorter ones padded with -1
 * @columns: (nullable): n_values columns; not for images and not if there are more than a few
 *   thousand
 * @label: statistics of the label; only its name if it is a class
 * @n_classes: number of classes; 0 if the label is not a class
 * @label_names: (nullable): names of the classes
 * @tokens: (nullable): tokens of a text; the values of an example are indices into them
 * @n_tokens: number of tokens
 * @was_split: TRUE if the source has no separate test set
 * @low, @high: minimum and maximum of the numbers shown from the training set
 * @prepared: (nullable): the same examples after the document's preprocessing, with augmentation
 *   for those of the training set; NULL if there is no preprocessing. If it does not fit the
 *   examples, this preview is not ready and gives the reason
 * @train, @test: training and validation set; the latter may have no examples
 * @notes: (nullable): RensaDataNote, remarks of the data set on how it read its files. If it could
 *   not read them, the remedies are limited to those that were tried and help
 *
 * Immutable, so all threads may read it.
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
 * @cancellable: (nullable): makes it return early, with an unusable preview
 * @progress: (nullable): called for large files, in this thread
 *
 * Loads the data of @document, of which only the data and the seed are used; may take long. Never
 * fails: errors are reported in the preview.
 */
RensaPreview *rensa_preview_new (RensaDocument *document, const char *dataset_root, GCancellable *cancellable,
                                 RensaDataProgress progress, gpointer data);
RensaPreview *rensa_preview_ref (RensaPreview *preview);
void rensa_preview_unref (RensaPreview *preview);

/* Returns TRUE if each example as a whole belongs to one class. If the label has a class for each
 * token or point, a single number of it does not describe the example. */
gboolean rensa_preview_has_class_of_each (const RensaPreview *preview);
/* Returns the name of a class, or its number. */
char *rensa_preview_get_class_name (const RensaPreview *preview, gint64 number);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaPreview, rensa_preview_unref)

G_END_DECLS
