/* cifar10.c: Krizhevsky's tiny pictures in 10 classes.
 * SPDX-License-Identifier: MIT */

#include "rensa-cifar-private.h"
#include "rensa-language.h"

static const RensaAttrSpec attrs[] = { RENSA_CIFAR_ATTRS };

static const char *const mirrors[] = { "https://www.cs.toronto.edu/~kriz", NULL };
static const char *const folders[] = { "cifar10", "cifar10/cifar-10-batches-bin", "", "cifar-10-batches-bin", NULL };

static const RensaSourceFile files[] = {
  { "cifar-10-binary.tar.gz", "c4a38c50a1bc5f3a1c5537f2155ab9d68f9f25eb1ed8d9ddda3db29a59bca1dd", 170052171 },
};

static const RensaSourceFiles source = {
  .name = "cifar10",
  .title = "CIFAR-10",
  .folders = folders,
  .mirrors = mirrors,
  .files = files,
  .n_files = G_N_ELEMENTS (files),
};

static const char *const train[] = { "data_batch_1.bin", "data_batch_2.bin", "data_batch_3.bin", "data_batch_4.bin",
                                     "data_batch_5.bin" };

static const RensaCifarForm form = {
  .source = &source,
  .train = train,
  .n_train = G_N_ELEMENTS (train),
  .test = "test_batch.bin",
  .n_labels = 1,
  .names = { "batches.meta.txt" },
  .n_classes = { 10 },
};

static gboolean
fetch (const char *root, GCancellable *cancellable, RensaDownloadProgress progress, gpointer data, GError **error)
{
  return rensa_source_files_fetch (&source, source.n_files, root, cancellable, progress, data, error);
}

static gboolean
load (gconstpointer data, const RensaDataPlaces *places, RensaDataBundle *bundle, GError **error)
{
  return rensa_cifar_load (data, &form, places, bundle, error);
}

const RensaDatasetClass rensa_dataset_cifar10_class = {
  .name = "cifar10",
  .group = &rensa_images_group,
  .title = N_ ("CIFAR-10"),
  .summary = N_ ("60,000 photographs of 32 × 32 pixels in ten classes, from airplane to truck (162 MiB)"),
  .reference = "Krizhevsky, “Learning multiple layers of features from tiny images”, 2009",
  RENSA_ATTRS (RensaCifar, attrs),
  .load = load,
  .fetch = fetch,
};
