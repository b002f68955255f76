/* cifar100.c: Krizhevsky's tiny pictures in 100 classes.
 * SPDX-License-Identifier: MIT */

#include "rensa-cifar-private.h"
#include "rensa-language.h"

/* Names in the order of the label bytes in a row. */
static const char *const labels[] = { "coarse", "fine", NULL };
#define FINE 1

static const RensaAttrSpec attrs[] = {
  RENSA_CIFAR_ATTRS,
  RENSA_ATTR_CHOICE (RensaCifar, labels, .choices = labels, .initial = FINE, .title = N_ ("Labels"),
                     .hint = N_ ("Use the hundred classes or their twenty superclasses")),
};

static const char *const mirrors[] = { "https://www.cs.toronto.edu/~kriz", NULL };
static const char *const folders[] = { "cifar100", "cifar100/cifar-100-binary", "cifar-100-binary", NULL };
static const char *const chosen_folders[] = { "", NULL };

static const RensaSourceFile files[] = {
  { "cifar-100-binary.tar.gz", "58a81ae192c23a4be8b1804d68e518ed807d710a4eb253b1f2a199162a40d8ec", 168513733 },
};

static const RensaSourceFiles source = {
  .name = "cifar100",
  .title = "CIFAR-100",
  .folders = folders,
  .chosen_folders = chosen_folders,
  .mirrors = mirrors,
  .files = files,
  .n_files = G_N_ELEMENTS (files),
};

static const char *const train[] = { "train.bin" };

static const RensaCifarForm form = {
  .source = &source,
  .train = train,
  .n_train = G_N_ELEMENTS (train),
  .test = "test.bin",
  .n_labels = 2,
  .names = { "coarse_label_names.txt", "fine_label_names.txt" },
  .n_classes = { 20, 100 },
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

const RensaDatasetClass rensa_dataset_cifar100_class = {
  .name = "cifar100",
  .group = &rensa_images_group,
  .title = N_ ("CIFAR-100"),
  .summary = N_ ("60,000 photographs of 32 × 32 pixels in a hundred classes, from apple to worm (161 MiB)"),
  .reference = "Krizhevsky, “Learning multiple layers of features from tiny images”, 2009",
  RENSA_ATTRS (RensaCifar, attrs),
  .load = load,
  .fetch = fetch,
};
