/* rensa-mnist-private.h: data sets in MNIST format.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-source-files-private.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean withlabel;
  gint64 ndim;
  double scale;
  gboolean rgb_format;
  gboolean download;
  char *folder;
} RensaMnist;

#define RENSA_MNIST_ATTRS                                                                                        \
  RENSA_ATTR_WITHLABEL (RensaMnist, withlabel),                                                                  \
      RENSA_ATTR_INT (                                                                                           \
          RensaMnist, ndim, .initial = 1, .min = 1, .max = 3, .title = N_ ("Axes"),                              \
          .hint = N_ ("1 gives (784,), 2 gives (28, 28), and 3 gives (1, 28, 28), as required by convolution")), \
      RENSA_ATTR_WHITE (RensaMnist, scale),                                                                      \
      RENSA_ATTR_BOOL (RensaMnist, rgb_format, .title = N_ ("Three Channels"),                                   \
                       .hint = N_ ("With three axes, repeat gray as red, green and blue: (3, 28, 28)")),         \
      RENSA_ATTR_DOWNLOAD (RensaMnist, download), RENSA_ATTR_SOURCE_FOLDER (RensaMnist, folder)

/* Number of files, which are always in this order. */
#define RENSA_MNIST_N_FILES 4
#define RENSA_MNIST_FILES(train_x, n_train_x, train_t, n_train_t, test_x, n_test_x, test_t, n_test_t)     \
  {                                                                                                       \
    { "train-images-idx3-ubyte", train_x, n_train_x }, { "train-labels-idx1-ubyte", train_t, n_train_t }, \
        { "t10k-images-idx3-ubyte", test_x, n_test_x }, { "t10k-labels-idx1-ubyte", test_t, n_test_t },   \
  }

/* Loads 60,000 training pictures and 10,000 test pictures of 28 × 28 pixels, in ten classes; @names
 * (nullable, ended by NULL): names of the classes. */
gboolean rensa_mnist_load (const RensaMnist *self, const RensaSourceFiles *files, const char *const *names,
                           const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error);

G_END_DECLS
