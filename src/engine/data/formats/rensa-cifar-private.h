/* rensa-cifar-private.h: data sets in the binary format of CIFAR.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-source-files-private.h"

G_BEGIN_DECLS

/* @labels: index of the label in a row; @folder may also be the archive itself */
typedef struct
{
  gboolean withlabel;
  gint64 ndim;
  double scale;
  int labels;
  gboolean download;
  char *folder;
} RensaCifar;

/* All attributes but the labels. */
#define RENSA_CIFAR_ATTRS                                                                                          \
  RENSA_ATTR_WITHLABEL (RensaCifar, withlabel),                                                                    \
      RENSA_ATTR_INT (RensaCifar, ndim, .initial = 3, .min = 1, .max = 3, .title = N_ ("Axes"),                    \
                      .hint = N_ ("1 gives (3072,), and 3 gives (3, 32, 32), as required by convolution")),        \
      RENSA_ATTR_WHITE (RensaCifar, scale), RENSA_ATTR_DOWNLOAD (RensaCifar, download),                            \
      RENSA_ATTR_STRING (RensaCifar, folder, .allow_none = TRUE, .none = TRUE, .is_path = TRUE, .is_folder = TRUE, \
                         .title = N_ ("Folder"),                                                                   \
                         .hint = N_ ("Location of the archive or its extracted "                                   \
                                     "files; None uses the data set folder"))

#define RENSA_CIFAR_MOST_LABELS 2

/**
 * RensaCifarForm: a row consists of @n_labels bytes and the 3072 bytes of a picture: red, green and
 * blue, row by row.
 * @source: the archive
 * @train: training files, some of which may be missing
 * @names: file with the class names for each label, one name per line
 * @n_classes: number of classes for each label
 */
typedef struct
{
  const RensaSourceFiles *source;
  const char *const *train;
  guint n_train;
  const char *test;
  guint n_labels;
  const char *names[RENSA_CIFAR_MOST_LABELS];
  guint n_classes[RENSA_CIFAR_MOST_LABELS];
} RensaCifarForm;

gboolean rensa_cifar_load (const RensaCifar *self, const RensaCifarForm *form, const RensaDataPlaces *places,
                           RensaDataBundle *bundle, GError **error);

G_END_DECLS
