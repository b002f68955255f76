/* rensa-dataset.h: data sets of indexed examples.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <string.h>

#include "rensa-array.h"
#include "rensa-attrs.h"
#include "rensa-data-notes.h"
#include "rensa-download.h"
#include "rensa-picture.h"

G_BEGIN_DECLS

#define RENSA_MAX_FIELDS 8

/* A sequence of examples, each a tuple of arrays ("fields": usually x and t).  Reference-counted, immutable. */
typedef struct _RensaDataset RensaDataset;

RensaDataset *rensa_dataset_ref (RensaDataset *dataset);
void rensa_dataset_unref (RensaDataset *dataset);

gint64 rensa_dataset_get_length (RensaDataset *dataset);
int rensa_dataset_get_n_fields (RensaDataset *dataset);
/* Returns the dtype and shape of field @field of one example; FALSE if examples differ. For
 * sequences, one sequence of a typical length; two fields have the same length if their sequences
 * always do. */
gboolean rensa_dataset_get_field_type (RensaDataset *dataset, int field, RensaType *type);

/* Returns the examples at @indices, each field stacked along a new first axis (like Chainer's
 * concat_examples); sequences are concatenated in an array with lengths. @fields receives
 * rensa_dataset_get_n_fields () new arrays. RENSA_ERROR_INVALID if shapes differ or an index is out
 * of range. */
gboolean rensa_dataset_get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields,
                                  GError **error);

/* The same for training: if the data set augments examples, it does so, differently for each
 * example seen in training. @position: number of examples seen before. */
gboolean rensa_dataset_get_training_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, gint64 position,
                                           RensaArray **fields, GError **error);

/* Returns only field @field of these examples: reading labels does not wait for pictures. */
RensaArray *rensa_dataset_get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error);

/* TRUE if examples are read from files on demand, so that a caller that only inspects the data
 * should read few. */
gboolean rensa_dataset_is_lazy (RensaDataset *dataset);

/* TRUE if several threads may get examples concurrently, each in RensaModes' own_batches. */
gboolean rensa_dataset_is_concurrent (RensaDataset *dataset);

/* Computes a number that very likely identifies the data: from the length and up to 4,096 examples,
 * with all their values or, for files, their names and sizes. */
gboolean rensa_dataset_get_mark (RensaDataset *dataset, gint64 *mark, GError **error);

/**
 * RensaDatasetKind: implementation of a kind of data set.
 * @size: size of the struct, which begins with RensaDatasetHead
 * @get_batch: required, unless @get_field is implemented; indices have been checked
 * @get_training_batch: (nullable): if examples differ in training
 * @add_to_mark: (nullable): adds data that identify example @i; if NULL, its values are used
 * @get_origin: (nullable): returns the index of example @i in the whole data set of which this is a
 *   part; if NULL, @i
 */
typedef struct
{
  gsize size;
  void (*finalize) (RensaDataset *dataset);
  gboolean (*get_batch) (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields, GError **error);
  gboolean (*get_training_batch) (RensaDataset *dataset, const gint64 *indices, gint64 n, gint64 position,
                                  RensaArray **fields, GError **error);
  RensaArray *(*get_field) (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error);
  gboolean (*add_to_mark) (RensaDataset *dataset, gint64 i, GChecksum *checksum, GError **error);
  gint64 (*get_origin) (RensaDataset *dataset, gint64 i);
} RensaDatasetKind;

typedef struct
{
  int ref_count;
  const RensaDatasetKind *kind;
  gint64 length;
  int n_fields;
  gboolean is_lazy;
  gboolean is_concurrent;
  RensaType field_types[RENSA_MAX_FIELDS];
} RensaDatasetHead;

/* For implementations: adds the data that identify example @i to @checksum. */
gboolean rensa_dataset_add_to_mark (RensaDataset *dataset, gint64 i, GChecksum *checksum, GError **error);
/* Returns the index of example @i in the whole data set of which @dataset is a part. */
gint64 rensa_dataset_get_origin (RensaDataset *dataset, gint64 i);
/* Creates an instance with its head filled in and the rest zero. */
RensaDataset *rensa_dataset_new (const RensaDatasetKind *kind, gint64 length, int n_fields,
                                 const RensaType *field_types);

/* TupleDataset: field i of example j is arrays[i][j], or sequence j of an array with lengths.
 * RENSA_ERROR_INVALID if the lengths differ, with the lengths. */
RensaDataset *rensa_tuple_dataset_new (RensaArray *const *arrays, int n_arrays, GError **error);

/* DictDataset: the same, with a name for each field; find returns -1 if there is no field of that name. */
RensaDataset *rensa_dict_dataset_new (const char *const *names, RensaArray *const *arrays, int n, GError **error);
int rensa_dict_dataset_find (RensaDataset *dataset, const char *name);

/* TextDataset: field j of example i is line i of file j, including the line end, as a uint8 array
 * of UTF-8; "\r\n" and "\r" become "\n". Only examples accepted by @filter (nullable) are included.
 * RENSA_ERROR_INVALID if the files have different numbers of lines; RENSA_ERROR_IO;
 * RENSA_ERROR_FORMAT. */
typedef gboolean (*RensaTextFilter) (const char *const *lines, int n, gpointer data);
RensaDataset *rensa_text_dataset_new (const char *const *paths, int n, RensaTextFilter filter, gpointer data,
                                      GError **error);

/* ImageDataset: pictures as stored in their files: float32 of shape (channels, height, width), not
 * scaled. A PNG keeps its values and channels, or palette indices; others have three or four
 * channels. Paths are relative to @root. */
RensaDataset *rensa_image_dataset_new (const char *const *paths, gint64 n, const char *root);
/* The same for the paths in the file @list, one per line. RENSA_ERROR_IO. */
RensaDataset *rensa_image_dataset_new_from_list (const char *list, const char *root, GError **error);
/* LabeledImageDataset: each line has a path and an int32 label. RENSA_ERROR_FORMAT. */
RensaDataset *rensa_labeled_image_dataset_new (const char *list, const char *root, GError **error);
/* ZippedImageDataset and MultiZippedImageDataset: the files of ZIP archives in order; and
 * LabeledZippedImageDataset. RENSA_ERROR_IO, RENSA_ERROR_FORMAT; RENSA_ERROR_NOT_FOUND if a file in
 * the list is not in the archive. */
RensaDataset *rensa_zipped_image_dataset_new (const char *const *paths, gint64 n, GError **error);
RensaDataset *rensa_labeled_zipped_image_dataset_new (const char *path, const char *list, GError **error);

/* SubDataset: examples start … finish-1, of @order if not NULL (copied; has the length of @dataset). */
RensaDataset *rensa_sub_dataset_new (RensaDataset *dataset, gint64 start, gint64 finish, const gint64 *order,
                                     GError **error);
/* Splits into two parts: the examples before @split_at, and the rest. */
gboolean rensa_split_dataset (RensaDataset *dataset, gint64 split_at, const gint64 *order, RensaDataset **first,
                              RensaDataset **second, GError **error);
/* The same in a random order determined by @seed. */
gboolean rensa_split_dataset_random (RensaDataset *dataset, gint64 first_size, guint64 seed, RensaDataset **first,
                                     RensaDataset **second, GError **error);

/* Splits into @n parts of equal length, stored in @parts, which has room for them; remaining
 * examples are dropped. RENSA_ERROR_INVALID if there are fewer examples than parts. */
gboolean rensa_split_dataset_n (RensaDataset *dataset, gint64 n, const gint64 *order, RensaDataset **parts,
                                GError **error);
gboolean rensa_split_dataset_n_random (RensaDataset *dataset, gint64 n, guint64 seed, RensaDataset **parts,
                                       GError **error);
/* Fold @fold of @n_folds, numbered as in Chainer's get_cross_validation_datasets: fold 0 validates
 * on the last part, and the training set begins after the validation part. */
gboolean rensa_cross_validation_dataset (RensaDataset *dataset, gint64 n_folds, gint64 fold, const gint64 *order,
                                         RensaDataset **train, RensaDataset **validation, GError **error);
gboolean rensa_cross_validation_dataset_random (RensaDataset *dataset, gint64 n_folds, gint64 fold, guint64 seed,
                                                RensaDataset **train, RensaDataset **validation, GError **error);

/* ConcatenatedDataset: the examples of several data sets, one after another. RENSA_ERROR_INVALID if
 * their fields differ in number or type. */
RensaDataset *rensa_concatenated_dataset_new (RensaDataset *const *datasets, gint64 n, GError **error);

/* TransformDataset: @transform replaces the fields of a batch (in place: frees and sets entries; it
 * must not change their number), also for several batches concurrently in several threads.
 * @field_types: types after the transformation. */
typedef gboolean (*RensaTransform) (gpointer data, RensaArray **fields, int n_fields, GError **error);
RensaDataset *rensa_transform_dataset_new (RensaDataset *dataset, RensaTransform transform, gpointer data,
                                           GDestroyNotify free_data, const RensaType *field_types);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDataset, rensa_dataset_unref)

/* Data sources: components of kind "dataset" */

typedef struct _RensaPreprocessing RensaPreprocessing;

/* Number format of a table; @thousands: '\0' for none; a space and an apostrophe represent all
 * their variants */
typedef struct
{
  char decimal;
  char thousands;
} RensaNumberForm;

/* The data of a source. @test is NULL if the source has no such part. @label_names (NULL-terminated)
 * names the classes, if they have names, and @feature_names the columns of a table;
 * @feature_categories has for each column the words for 0, 1, … (char **), or NULL for numbers, and
 * @feature_numbers their notation; its decimal sign is '\0' if unknown. @feature_missing (nullable,
 * NULL-terminated): the texts of a missing value, NULL for the usual ones; @feature_fills (nullable):
 * float, the replacement for missing values of each column, NULL for none. @tokens (NULL-terminated):
 * the tokens whose IDs the first field has, for text. @is_stand_in: zeros in place of missing files.
 *
 * @can_drop_examples: its attribute “incomplete” can be “drop”, so that examples with NaN or infinite numbers are left out
 * @can_split_classes: the data set was divided, and dividing each class separately is possible but
 *   was not requested.
 * @can_keep_together: the same for keeping equal examples in the same part
 *
 * @preprocessing: (nullable): belongs to a document, not to the source; both parts are returned
 * after preprocessing.
 *
 * Set even if no data set can be returned: @notes (RensaDataNote, or NULL), and @how_far, a
 * number that increases with the progress of the source, to distinguish errors. */
typedef struct
{
  RensaDataset *train;
  RensaDataset *test;
  gint64 n_classes; /* 0: not a classification */
  char **label_names;
  char **feature_names;
  GPtrArray *feature_categories;
  RensaNumberForm feature_numbers;
  char **feature_missing;
  GArray *feature_fills;
  char **tokens;
  RensaPicture picture;
  RensaPreprocessing *preprocessing;
  gboolean is_stand_in;
  gboolean can_split_classes;
  gboolean can_keep_together;
  gboolean can_drop_examples;
  GPtrArray *notes;
  int how_far;
} RensaDataBundle;

void rensa_data_bundle_clear (RensaDataBundle *bundle);

#define RENSA_HASH_START G_GUINT64_CONSTANT (0xcbf29ce484222325)

/* Returns the hash of the numbers hashed so far, RENSA_HASH_START if there are none, and @number:
 * FNV-1a over 64 bits at a time; -0 and 0 have the same hash. */
static inline guint64
rensa_hash_number (guint64 hash, double number)
{
  const double plain = number + 0.0;
  guint64 bits;

  memcpy (&bits, &plain, sizeof bits);
  return (hash ^ bits ^ (bits >> 32)) * G_GUINT64_CONSTANT (0x100000001b3);
}

/**
 * RensaDivision: split of examples if the source has no test set
 * @fraction: share of the examples for training; the others are for validation
 * @shuffle: split in a random order determined by @seed
 * @is_stratified: split each class separately, if labels are classes, so that both parts have the
 *   same shares; a class of at least two examples has at least one in each part
 * @n_parts: 0, or at least 2 for cross-validation; @fraction is then not used
 * @part: number, from 1, of the part of @n_parts that is used for validation
 * @keeps_together: different inputs are split, and examples with equal inputs are all in the part of
 *   the first of them
 */
typedef struct
{
  double fraction;
  gboolean shuffle;
  guint64 seed;
  gboolean is_stratified;
  gint64 n_parts;
  gint64 part;
  gboolean keeps_together;
} RensaDivision;

/* RENSA_ERROR_INVALID if a part that must not be empty would be, or if @keeps_together is requested
 * for inputs that are sequences. */
gboolean rensa_data_bundle_divide (RensaDataBundle *bundle, const RensaDivision *division, GError **error);
/* The same with only these settings. */
gboolean rensa_data_bundle_split (RensaDataBundle *bundle, double fraction, gboolean shuffle, guint64 seed,
                                  GError **error);
/* Computes the mean of the results @values of @n parts, and their sample standard deviation, which
 * is 0 for equal values. */
void rensa_division_summarize (const double *values, gint64 n, double *mean, double *spread);
/* Returns the index of the field that contains one class per example, or -1. */
int rensa_data_bundle_find_classes (const RensaDataBundle *bundle);
/* Casts the floating-point fields of both parts to @dtype, the type of the parameters. */
void rensa_data_bundle_cast (RensaDataBundle *bundle, RensaDtype dtype);

/* Progress of reading a large file: bytes read, total bytes, and number of examples read. */
typedef void (*RensaDataProgress) (guint64 n_read, guint64 n_bytes, guint64 n_examples, gpointer data);

/* @root: the dataset root (rensa_dataset_root_new ()), @base: the folder to which relative paths
 *   refer.
 * @cancellable: (nullable): aborts the reading of a large file with RENSA_ERROR_CANCELLED.
 *   @progress: (nullable): called from time to time in the reading thread. @may_download: the
 *   user has requested the data themselves, so that a source whose attributes allow it may
 *   download them; when data are only inspected, the network is not used. @for_shapes: only
 *   shapes and counts are needed, so that a source that can determine them without its files may
 *   return zeros instead. */
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
 * @load: called only by rensa_dataset_load (), which all other code uses
 * @gives_sequences: (nullable): TRUE if fields of its examples are sequences
 * @endings: (nullable): file name extensions accepted by the first attribute that takes a file name
 * @fetch: (nullable): downloads files missing in @root, for which load fails with
 *   RENSA_ERROR_NOT_FOUND; for a worker thread, like rensa_download ()
 */
typedef struct
{
  RENSA_COMPONENT_FIELDS
  gboolean (*load) (gconstpointer attrs, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error);
  gboolean (*fetch) (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data,
                     GError **error);
  gboolean (*gives_sequences) (gconstpointer attrs);
  const char *const *endings;
} RensaDatasetClass;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaDataBundle, rensa_data_bundle_clear)

/* Loads the data of the source @dataset and checks that each example has elements and that the
 * examples of both parts have the same fields, so that callers need not check; @bundle must be
 * zero-initialized, and cleared even after an error. */
gboolean rensa_dataset_load (RensaAttrs *dataset, const RensaDataPlaces *places, RensaDataBundle *bundle,
                             GError **error);

/* Returns RENSA_DATASET_ROOT, else CHAINER_DATASET_ROOT, else "rensa/dataset" in the XDG data folder. */
char *rensa_dataset_root_new (void);

G_END_DECLS
