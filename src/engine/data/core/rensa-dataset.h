/* rensa-dataset.h: examples by number.
 * SPDX-License-Identifier: MIT */

#pragma once

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
/* The dtype and shape of field @field of one example; FALSE where examples differ. One sequence where they are sequences, of a usual
 * length; two fields have the same where their sequences always have. */
gboolean rensa_dataset_get_field_type (RensaDataset *dataset, int field, RensaType *type);

/* The examples of @indices, each field stacked along a new first axis (Chainer's concat_examples of them); sequences stand one after
 * another, in an array with lengths.
 * @fields gets rensa_dataset_get_n_fields () new arrays.  RENSA_ERROR_INVALID where shapes differ or an index is
 * out of range. */
gboolean rensa_dataset_get_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, RensaArray **fields,
                                  GError **error);

/* Likewise, as they are trained with: where the data set changes examples at random it does so, differently for each example that
 * training sees. @position: how many it has seen before. */
gboolean rensa_dataset_get_training_batch (RensaDataset *dataset, const gint64 *indices, gint64 n, gint64 position,
                                           RensaArray **fields, GError **error);

/* Field @field of these alone: who wants labels does not wait for pictures. */
RensaArray *rensa_dataset_get_field (RensaDataset *dataset, int field, const gint64 *indices, gint64 n, GError **error);

/* Whether an example is read from its file when it is asked for, so that who only wants to look takes few. */
gboolean rensa_dataset_is_lazy (RensaDataset *dataset);

/* Whether several threads may ask for examples at once, each in RensaModes' own_batches. */
gboolean rensa_dataset_is_concurrent (RensaDataset *dataset);

/* A number that other data hardly have: of the length, and of up to 4,096 examples, of which it takes all values or, of
 * files, what they are called and how long they are. */
gboolean rensa_dataset_get_mark (RensaDataset *dataset, gint64 *mark, GError **error);

/**
 * RensaDatasetKind: what a kind of data set implements.
 * @size: of the struct, which begins with RensaDatasetHead
 * @get_batch: or @get_field; indices have been checked
 * @get_training_batch: (nullable): where examples that are trained with differ from those that are looked at
 * @add_to_mark: (nullable): by which example @i is told from another; its values, where there is none
 * @get_origin: (nullable): the index of example @i in the whole of which this is a part; @i without it
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

/* For implementations: what tells example @i from others goes into @checksum. */
gboolean rensa_dataset_add_to_mark (RensaDataset *dataset, gint64 i, GChecksum *checksum, GError **error);
/* The index of example @i in the whole data set that @dataset is a part of. */
gint64 rensa_dataset_get_origin (RensaDataset *dataset, gint64 i);
/* An instance with its head filled in and the rest zero. */
RensaDataset *rensa_dataset_new (const RensaDatasetKind *kind, gint64 length, int n_fields,
                                 const RensaType *field_types);

/* TupleDataset: field i of example j is arrays[i][j]; of an array with lengths sequence j.  RENSA_ERROR_INVALID where the lengths differ, naming them. */
RensaDataset *rensa_tuple_dataset_new (RensaArray *const *arrays, int n_arrays, GError **error);

/* DictDataset: the same, and each field has a name of its own; -1 where there is none of that name. */
RensaDataset *rensa_dict_dataset_new (const char *const *names, RensaArray *const *arrays, int n, GError **error);
int rensa_dict_dataset_find (RensaDataset *dataset, const char *name);

/* TextDataset: field j of example i is line i of file j, with its end, as uint8 array of UTF-8; "\r\n" and "\r" become "\n".  Of
 * the examples those that @filter (nullable) likes.  RENSA_ERROR_INVALID where files have unlike numbers of lines; RENSA_ERROR_IO;
 * RENSA_ERROR_FORMAT. */
typedef gboolean (*RensaTextFilter) (const char *const *lines, int n, gpointer data);
RensaDataset *rensa_text_dataset_new (const char *const *paths, int n, RensaTextFilter filter, gpointer data,
                                      GError **error);

/* ImageDataset: pictures as their files have them: float32 of shape (channels, height, width), not scaled.  A PNG keeps its
 * numbers and channels, a palette its indices; others have three channels, or four.  Paths are below @root. */
RensaDataset *rensa_image_dataset_new (const char *const *paths, gint64 n, const char *root);
/* The same of the paths in the file @list, one a line.  RENSA_ERROR_IO. */
RensaDataset *rensa_image_dataset_new_from_list (const char *list, const char *root, GError **error);
/* LabeledImageDataset: lines have a path and a label, int32.  RENSA_ERROR_FORMAT. */
RensaDataset *rensa_labeled_image_dataset_new (const char *list, const char *root, GError **error);
/* ZippedImageDataset and MultiZippedImageDataset: the files of ZIP archives in their order; and LabeledZippedImageDataset.
 * RENSA_ERROR_IO, RENSA_ERROR_FORMAT; RENSA_ERROR_NOT_FOUND where an archive has no file that the list names. */
RensaDataset *rensa_zipped_image_dataset_new (const char *const *paths, gint64 n, GError **error);
RensaDataset *rensa_labeled_zipped_image_dataset_new (const char *path, const char *list, GError **error);

/* SubDataset: examples start … finish-1, of @order where it is not NULL (copied; length of @dataset). */
RensaDataset *rensa_sub_dataset_new (RensaDataset *dataset, gint64 start, gint64 finish, const gint64 *order,
                                     GError **error);
/* Two parts: before and from @split_at. */
gboolean rensa_split_dataset (RensaDataset *dataset, gint64 split_at, const gint64 *order, RensaDataset **first,
                              RensaDataset **second, GError **error);
/* Likewise in a random order that @seed determines. */
gboolean rensa_split_dataset_random (RensaDataset *dataset, gint64 first_size, guint64 seed, RensaDataset **first,
                                     RensaDataset **second, GError **error);

/* @n parts of one length into @parts, which has room for them; what is left over is in none. RENSA_ERROR_INVALID where
 * there are fewer examples than parts. */
gboolean rensa_split_dataset_n (RensaDataset *dataset, gint64 n, const gint64 *order, RensaDataset **parts,
                                GError **error);
gboolean rensa_split_dataset_n_random (RensaDataset *dataset, gint64 n, guint64 seed, RensaDataset **parts,
                                       GError **error);
/* Fold @fold of @n_folds, as Chainer's get_cross_validation_datasets numbers them: fold 0 validates on the last part, and
 * what is trained with begins behind the part for validation. */
gboolean rensa_cross_validation_dataset (RensaDataset *dataset, gint64 n_folds, gint64 fold, const gint64 *order,
                                         RensaDataset **train, RensaDataset **validation, GError **error);
gboolean rensa_cross_validation_dataset_random (RensaDataset *dataset, gint64 n_folds, gint64 fold, guint64 seed,
                                                RensaDataset **train, RensaDataset **validation, GError **error);

/* ConcatenatedDataset: the examples of one after those of the other. RENSA_ERROR_INVALID where their fields differ in
 * number or type. */
RensaDataset *rensa_concatenated_dataset_new (RensaDataset *const *datasets, gint64 n, GError **error);

/* TransformDataset: @transform replaces the fields of a batch (in place: frees and sets entries; it may not change
 * their number), also of several batches at once in as many threads. @field_types tells the types after the transformation. */
typedef gboolean (*RensaTransform) (gpointer data, RensaArray **fields, int n_fields, GError **error);
RensaDataset *rensa_transform_dataset_new (RensaDataset *dataset, RensaTransform transform, gpointer data,
                                           GDestroyNotify free_data, const RensaType *field_types);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaDataset, rensa_dataset_unref)

/* Sources of data: the components of kind "dataset" */

typedef struct _RensaPreprocessing RensaPreprocessing;

/* How a table writes numbers; @thousands: '\0' for none; a space and an apostrophe stand for all of their kinds */
typedef struct
{
  char decimal;
  char thousands;
} RensaNumberForm;

/* What a source gives. @test is NULL where the source knows no such part.  @label_names (NULL-terminated) names
 * the classes where they have names, @feature_names the columns of a table; @feature_categories has for each of these
 * the words that 0, 1, … stand for (char **), or NULL for numbers, and @feature_numbers tells how these are written; its decimal sign is
 * '\0' where nobody knows. @feature_missing (nullable, NULL-terminated): the texts that stand for a missing value, NULL for the usual ones;
 * @feature_fills (nullable): float, what is put in its place in each of these columns, NULL where nothing is. @tokens (NULL-terminated): the first field holds IDs of
 * these, of text. @is_stand_in: zeros in place of what is not there.
 *
 * @can_drop_examples: its attribute “incomplete” can be “drop”, so that examples with NaN or infinite numbers are left out
 * @can_split_classes: it was divided, and dividing each class on its own is possible but was not asked for.
 *
 * @preprocessing (nullable) belongs to a document, not to the source; both parts are as it leaves them.
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
  RensaNumberForm feature_numbers;
  char **feature_missing;
  GArray *feature_fills;
  char **tokens;
  RensaPicture picture;
  RensaPreprocessing *preprocessing;
  gboolean is_stand_in;
  gboolean can_split_classes;
  gboolean can_drop_examples;
  GPtrArray *notes;
  int how_far;
} RensaDataBundle;

void rensa_data_bundle_clear (RensaDataBundle *bundle);
/**
 * RensaDivision: how examples are divided where the source has no test part
 * @fraction: of the examples are for training, the others for validation
 * @shuffle: in a random order that @seed determines
 * @is_stratified: each class on its own, where labels are classes, so that both parts have the same shares; a class of at least
 * two examples has one in each part
 * @n_parts: 0, or at least 2: cross validation; @fraction is not used
 * @part: from 1: the one of @n_parts that is for validation
 */
typedef struct
{
  double fraction;
  gboolean shuffle;
  guint64 seed;
  gboolean is_stratified;
  gint64 n_parts;
  gint64 part;
} RensaDivision;

/* RENSA_ERROR_INVALID where a part would be empty that must not be. */
gboolean rensa_data_bundle_divide (RensaDataBundle *bundle, const RensaDivision *division, GError **error);
/* The same with these settings alone. */
gboolean rensa_data_bundle_split (RensaDataBundle *bundle, double fraction, gboolean shuffle, guint64 seed,
                                  GError **error);
/* The mean of the results @values of @n parts, and their sample standard deviation, which is 0 for equal values. */
void rensa_division_summarize (const double *values, gint64 n, double *mean, double *spread);
/* The index of the field that holds one class per example, or -1. */
int rensa_data_bundle_find_classes (const RensaDataBundle *bundle);
/* Both parts with their floating fields in @dtype, the type of the parameters. */
void rensa_data_bundle_cast (RensaDataBundle *bundle, RensaDtype dtype);

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
 * @gives_sequences: (nullable): whether fields of its examples are sequences
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
  gboolean (*gives_sequences) (gconstpointer attrs);
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
