/* rensa-dataset.h: examples by number.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-array.h"
#include "rensa-attrs.h"
#include "rensa-data-notes.h"
#include "rensa-download.h"
#include "rensa-drawing.h"

G_BEGIN_DECLS

#define RENSA_MAX_FIELDS 8

/* A sequence of examples, each a tuple of arrays ("fields": usually x and t).  Reference-counted, immutable. */
typedef struct _RensaDataset RensaDataset;

RensaDataset *rensa_dataset_ref (RensaDataset *dataset);
void rensa_dataset_unref (RensaDataset *dataset);

gint64 rensa_dataset_get_length (RensaDataset *dataset);
int rensa_dataset_get_n_fields (RensaDataset *dataset);
/* The dtype and shape of field @field of one example; FALSE where examples differ. */
gboolean rensa_dataset_get_field_type (RensaDataset *dataset, int field, RensaType *type);

/* The examples of @indices, each field stacked along a new first axis (Chainer's concat_examples of them).
 * @fields gets rensa_dataset_get_n_fields () new arrays.  RENSA_ERROR_INVALID where shapes differ or an index is
 * out of range. */
gboolean rensa_dataset_get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields,
                                  GError **error);

/* A number that other data hardly have: of the length, and of all values of up to 4,096 examples. */
gboolean rensa_dataset_get_mark (RensaDataset *dataset, gint64 *mark, GError **error);

/* What a kind of data set implements.  @get_batch has checked indices. */
typedef struct
{
  gsize size; /* of the struct, which begins with RensaDatasetHead */
  void (*finalize) (RensaDataset *dataset);
  gboolean (*get_batch) (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error);
} RensaDatasetKind;

typedef struct
{
  int ref_count;
  const RensaDatasetKind *kind;
  gint64 length;
  int n_fields;
  RensaType field_types[RENSA_MAX_FIELDS];
} RensaDatasetHead;

/* For implementations: an instance with its head filled in and the rest zero. */
RensaDataset *rensa_dataset_new (const RensaDatasetKind *kind, gint64 length, int n_fields,
                                 const RensaType *field_types);

/* TupleDataset: field i of example j is arrays[i][j].  RENSA_ERROR_INVALID where the lengths differ, naming them. */
RensaDataset *rensa_tuple_dataset_new (RensaArray *const *arrays, int n_arrays, GError **error);

/* SubDataset: examples start … finish-1, of @order where it is not NULL (copied; length of @dataset). */
RensaDataset *rensa_sub_dataset_new (RensaDataset *dataset, gint64 start, gint64 finish, const gint64 *order,
                                     GError **error);
/* Two parts: before and from @split_at. */
gboolean rensa_split_dataset (RensaDataset *dataset, gint64 split_at, const gint64 *order, RensaDataset **first,
                              RensaDataset **second, GError **error);
/* Likewise in a random order that @seed determines. */
gboolean rensa_split_dataset_random (RensaDataset *dataset, gint64 first_size, guint64 seed, RensaDataset **first,
                                     RensaDataset **second, GError **error);

/* TransformDataset: @transform replaces the fields of a batch (in place: frees and sets entries; it may not change
 * their number). @field_types tells the types after the transformation. */
typedef gboolean (*RensaTransform) (gpointer data, RensaArray **fields, int n_fields, GError **error);
RensaDataset *rensa_transform_dataset_new (RensaDataset *dataset, RensaTransform transform, gpointer data,
                                           GDestroyNotify free_data, const RensaType *field_types);

/* Stacks examples: @examples holds n × n_fields arrays, example by example.  With @padding not NaN fields may
 * differ in their extents and are filled up with it.  Plain integers become int64, as in Chainer, because they are
 * 0-d int64 arrays here. */
gboolean rensa_concat_examples (RensaArray *const *examples, gint64 n, int n_fields, double padding,
                                RensaArray **fields, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDataset, rensa_dataset_unref)

/* Sources of data: the components of kind "dataset" */

/**
 * RensaPicture: how to show the first field of an example, and how to make one by hand.
 * @n_channels: 0 where examples are no pictures; else the elements are those of an array (n_channels, height, width)
 * @white: the value of the brightest point
 * @drawing: how the examples were drawn
 */
typedef struct
{
  gint64 n_channels;
  gint64 height;
  gint64 width;
  double white;
  RensaDrawing drawing;
} RensaPicture;

/* What a source gives. @test is NULL where the source knows no such part.  @label_names (NULL-terminated) names
 * the classes where they have names, @feature_names the columns of a table; @feature_categories has for each of these
 * the words that 0, 1, … stand for (char **), or NULL for numbers. @is_stand_in: zeros in place of what is not there.
 *
 * Also where nothing can be given: @notes (RensaDataNote, or NULL), and in @how_far a number that is larger the further
 * the source has come, by which one mistake is told from another. */
typedef struct
{
  RensaDataset *train;
  RensaDataset *test;
  gint64 n_classes; /* 0: not a classification */
  char **label_names;
  char **feature_names;
  GPtrArray *feature_categories;
  RensaPicture picture;
  gboolean is_stand_in;
  GPtrArray *notes;
  int how_far;
} RensaDataBundle;

void rensa_data_bundle_clear (RensaDataBundle *bundle);

/* How much of a large file has been read: bytes of all its bytes, and how many examples were in it. */
typedef void (*RensaDataProgress) (guint64 n_read, guint64 n_bytes, guint64 n_examples, gpointer data);

/* @root: the dataset root (rensa_dataset_root_new ()), @base: the folder that relative paths start from.
 * @cancellable: (nullable): ends the reading of a large file with RENSA_ERROR_CANCELLED. @progress: (nullable): is called
 * now and then meanwhile, in the thread that reads. @may_download: somebody has asked for the data themselves, so that
 * a source whose attributes say so may fetch them; where they are only looked at the network is left alone. @for_shapes:
 * only shapes and counts are wanted, so that a source that knows them without its files may give zeros in their place. */
typedef struct
{
  const char *root;
  const char *base;
  GCancellable *cancellable;
  RensaDataProgress progress;
  gpointer progress_data;
  gboolean may_download;
  gboolean for_shapes;
} RensaDataPlaces;

/**
 * RensaDatasetClass:
 * @load: for rensa_dataset_load (), through which everybody else goes
 * @endings: (nullable): of the names of files that the first attribute naming a file takes
 * @fetch: (nullable): downloads what is missing in @root, where load fails with RENSA_ERROR_NOT_FOUND; for a worker
 * thread, as rensa_download ()
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean (*load) (gconstpointer attrs, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error);
  gboolean (*fetch) (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data,
                     GError **error);
  const char *const *endings;
} RensaDatasetClass;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaDataBundle, rensa_data_bundle_clear)

/* What the source @dataset gives, where each example holds numbers and the examples of both parts have the same fields,
 * so that nobody has to expect anything else; @bundle is zero before, and to be cleared also after an error. */
gboolean rensa_dataset_load (RensaAttrs *dataset, const RensaDataPlaces *places, RensaDataBundle *bundle,
                             GError **error);

/* RENSA_DATASET_ROOT, else CHAINER_DATASET_ROOT, else "rensa/dataset" in the XDG data folder. */
char *rensa_dataset_root_new (void);

G_END_DECLS
