/* bench-workload.c: training steps that represent typical use.
 * SPDX-License-Identifier: MIT */

#include "bench.h"

const char *const bench_workload_names[] = {
  "mlp-mushrooms", "mlp-mnist-100", "mlp-mnist-1000", "lenet5",  "vgg-small", "resnet-small",
  "lstm-lm",       "word2vec-ns",   "dcgan",          "seq2seq", NULL
};

/* Workloads not listed here are classifiers. */
static const struct
{
  const char *name;
  BenchWorkload *(*new) (const char *name, GError **error);
} others[] = {
  { "lstm-lm", bench_lstm_lm_new },
  { "word2vec-ns", bench_word2vec_new },
  { "dcgan", bench_dcgan_new },
  { "seq2seq", bench_seq2seq_new },
};

BenchWorkload *
bench_workload_new (const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_str_equal (others[i].name, name))
      return others[i].new(name, error);

  return bench_classifier_new (name, error);
}

void
bench_workload_free (BenchWorkload *workload)
{
  workload->free (workload);
}

gboolean
bench_workload_update (BenchWorkload *workload, gint64 i, GError **error)
{
  const RensaDevice *device = rensa_device_get_current ();
  gboolean ok;

  rensa_device_begin_iteration (device);
  ok = workload->update (workload, i, error);
  return rensa_device_end_iteration (device, error) && ok;
}
