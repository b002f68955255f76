/* mnist.c: handwritten digits of LeCun, Cortes and Burges.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-mnist-private.h"

static const RensaAttrSpec attrs[] = { RENSA_MNIST_ATTRS };

static const char *const mirrors[] = {
  "https://ossci-datasets.s3.amazonaws.com/mnist",
  "https://storage.googleapis.com/cvdf-datasets/mnist",
  NULL,
};

/* Also contains the folders used by Chainer and PyTorch. */
static const char *const folders[] = { "", "mnist", "pfnet/chainer/mnist", "raw", "MNIST/raw", "MNIST", NULL };

static const RensaSourceFile files[] =
    RENSA_MNIST_FILES ("440fcabf73cc546fa21475e81ea370265605f56be210a4024d2ca8f203523609", 9912422,
                       "3552534a0a558bbed6aed32b30c495cca23d567ec52cac8be1a0730e8010255c", 28881,
                       "8d422c7b0a1c1c79245a5bcf07fe86e33eeafee792b84584aec276f5a2dbc4e6", 1648877,
                       "f7ae60f92e00ec6debd23a6088c31dbd2371eca3ffa0defaefb259924204aec6", 4542);

static const RensaSourceFiles source = {
  .name = "mnist",
  .title = "MNIST",
  .ending = ".gz",
  .folders = folders,
  .mirrors = mirrors,
  .files = files,
  .n_files = RENSA_MNIST_N_FILES,
};

static gboolean
fetch (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data, GError **error)
{
  return rensa_source_files_fetch (&source, source.n_files, root, cancellable, progress, data, error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  return rensa_mnist_load (data, &source, NULL, places, bundle, error);
}

const RensaDatasetClass rensa_dataset_mnist_class = {
  .name = "mnist",
  .group = &rensa_images_group,
  .title = N_ ("MNIST"),
  .summary = N_ ("70,000 handwritten digits of 28 × 28 pixels"),
  .reference =
      "LeCun, Bottou, Bengio and Haffner, “Gradient-based learning applied to document recognition”, Proc. IEEE 86, 1998",
  RENSA_ATTRS (RensaMnist, attrs),
  .load = load,
  .fetch = fetch,
};
