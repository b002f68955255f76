/* fashion-mnist.c: clothing pictures in MNIST format.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-mnist-private.h"

static const RensaAttrSpec attrs[] = { RENSA_MNIST_ATTRS };

static const char *const mirrors[] = {
  "http://fashion-mnist.s3-website.eu-central-1.amazonaws.com",
  NULL,
};

/* Also contains the folders used by Chainer and PyTorch. */
static const char *const folders[] = { "fashion_mnist", "pfnet/chainer/fashion-mnist", "FashionMNIST/raw",
                                       "FashionMNIST", NULL };
static const char *const chosen_folders[] = { "", "raw", NULL };

static const RensaSourceFile files[] =
    RENSA_MNIST_FILES ("3aede38d61863908ad78613f6a32ed271626dd12800ba2636569512369268a84", 26421880,
                       "a04f17134ac03560a47e3764e11b92fc97de4d1bfaf8ba1a3aa29af54cc90845", 29515,
                       "346e55b948d973a97e58d2351dde16a484bd415d4595297633bb08f03db6a073", 4422102,
                       "67da17c76eaffca5446c3361aaab5c3cd6d1c2608764d35dfb1850b086bf8dd5", 5148);

static const RensaSourceFiles source = {
  .name = "fashion_mnist",
  .title = "Fashion-MNIST",
  .ending = ".gz",
  .folders = folders,
  .chosen_folders = chosen_folders,
  .mirrors = mirrors,
  .files = files,
  .n_files = RENSA_MNIST_N_FILES,
};

static const char *const names[] = {
  "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot", NULL,
};

static gboolean
fetch (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data, GError **error)
{
  return rensa_source_files_fetch (&source, source.n_files, root, cancellable, progress, data, error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  return rensa_mnist_load (data, &source, names, places, bundle, error);
}

const RensaDatasetClass rensa_dataset_fashion_mnist_class = {
  .name = "fashion_mnist",
  .group = &rensa_images_group,
  .title = N_ ("Fashion-MNIST"),
  .summary = N_ ("70,000 images of clothing of 28 × 28 pixels (30 MiB)"),
  .reference =
      "Xiao, Rasul and Vollgraf, “Fashion-MNIST: a novel image dataset for benchmarking machine learning algorithms”, arXiv:1708.07747, 2017",
  RENSA_ATTRS (RensaMnist, attrs),
  .load = load,
  .fetch = fetch,
};
