/* kuzushiji-mnist.c: handwritten Japanese characters in MNIST format.
 * SPDX-License-Identifier: MIT */

#include "rensa-language.h"
#include "rensa-mnist-private.h"

static const RensaAttrSpec attrs[] = { RENSA_MNIST_ATTRS };

static const char *const mirrors[] = {
  "http://codh.rois.ac.jp/kmnist/dataset/kmnist",
  NULL,
};

/* Also contains the folders used by Chainer and PyTorch. */
static const char *const folders[] = { "kuzushiji_mnist", "pfnet/chainer/kuzushiji_mnist", "KMNIST/raw", "KMNIST",
                                       NULL };
static const char *const chosen_folders[] = { "", "raw", NULL };

static const RensaSourceFile files[] =
    RENSA_MNIST_FILES ("51467d22d8cc72929e2a028a0428f2086b092bb31cfb79c69cc0a90ce135fde4", 18165135,
                       "e38f9ebcd0f3ebcdec7fc8eabdcdaef93bb0df8ea12bee65224341c8183d8e17", 29497,
                       "edd7a857845ad6bb1d0ba43fe7e794d164fe2dce499a1694695a792adfac43c5", 3041136,
                       "20bb9a0ef54c7db3efc55a92eef5582c109615df22683c380526788f98e42a1c", 5120);

static const RensaSourceFiles source = {
  .name = "kuzushiji_mnist",
  .title = "Kuzushiji-MNIST",
  .ending = ".gz",
  .folders = folders,
  .chosen_folders = chosen_folders,
  .mirrors = mirrors,
  .files = files,
  .n_files = RENSA_MNIST_N_FILES,
};

static const char *const names[] = {
  "お o", "き ki", "す su", "つ tsu", "な na", "は ha", "ま ma", "や ya", "れ re", "を wo", NULL,
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

const RensaDatasetClass rensa_dataset_kuzushiji_mnist_class = {
  .name = "kuzushiji_mnist",
  .group = &rensa_images_group,
  .title = N_ ("Kuzushiji-MNIST"),
  .summary = N_ ("70,000 handwritten Japanese characters of 28 × 28 pixels (20 MiB)"),
  .reference =
      "Clanuwat, Bober-Irizar, Kitamoto, Lamb, Yamamoto and Ha, “Deep learning for classical Japanese literature”, arXiv:1812.01718, 2018",
  RENSA_ATTRS (RensaMnist, attrs),
  .load = load,
  .fetch = fetch,
};
