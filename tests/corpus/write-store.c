/* write-store.c: writes the store of the corpus, with one run whose values follow from their iteration.
 * SPDX-License-Identifier: MIT */

#include <stdlib.h>

#include "corpus.h"
#include "rensa-store.h"

static void
fill (RensaRecorder *recorder)
{
  g_autofree char *model = g_build_filename (rensa_recorder_get_folder (recorder), "model.npz", NULL);
  const RensaReportKey loss = { (char *) CORPUS_LOSS, 11, 5, RENSA_MEASURE_LOSS };

  rensa_recorder_describe (recorder, &loss);
  for (int i = 1; i <= CORPUS_N_VALUES; i++)
    rensa_recorder_add_value (recorder, CORPUS_LOSS, i, CORPUS_EPOCH (i), CORPUS_ELAPSED (i), CORPUS_VALUE (i));
  rensa_recorder_add_log (recorder, 0, (const char *[]){ "epoch", "iteration", CORPUS_LOSS },
                          (double[]){ 1, CORPUS_N_VALUES, CORPUS_VALUE (CORPUS_N_VALUES) }, 3);
  rensa_recorder_add_event (recorder, 3, CORPUS_EPOCH (3), CORPUS_ELAPSED (3), "optimizer.alpha", "0.005");
  if (!g_file_set_contents (model, "model", -1, NULL))
    exit (EXIT_FAILURE);
  rensa_recorder_add_artifact (recorder, "model", model, CORPUS_N_VALUES);
  rensa_recorder_set_params (recorder, 3, 354);
  rensa_recorder_set_device (recorder, "cpu");
  rensa_recorder_set_verdict (recorder, CORPUS_VERDICT, "train-on");
}

static RensaRecorder *
begin (RensaStore *store, const char *document)
{
  return rensa_store_begin (store,
                            &(RensaRunStart){ .name = "Möwen",
                                              .document = document,
                                              .parent = "parent",
                                              .dataset = "moons",
                                              .optimizer = "Adam",
                                              .device = "cpu",
                                              .seed = CORPUS_SEED },
                            NULL);
}

/* Arguments: the folder of the store, and the run's document. */
int
main (int argc, char **argv)
{
  g_autoptr (RensaStore) store = argc == 3 ? rensa_store_open (argv[1], NULL) : NULL;
  g_autofree char *document = NULL;
  RensaRecorder *recorder = NULL;
  RensaRun *run;

  if (store != NULL && g_file_get_contents (argv[2], &document, NULL, NULL))
    recorder = begin (store, document);
  if (recorder == NULL)
    return EXIT_FAILURE;

  run = rensa_recorder_get_run (recorder);
  fill (recorder);
  rensa_recorder_set_state (recorder, RENSA_RUN_FINISHED);
  rensa_recorder_free (recorder);
  rensa_store_set_note (store, run, "first try");
  rensa_store_set_tags (store, run, "two, moons");
  rensa_store_set_starred (store, run, TRUE);
  rensa_store_set_proof (store, run, "onnx", CORPUS_N_VALUES, TRUE);
  return rensa_store_flush (store, NULL) ? EXIT_SUCCESS : EXIT_FAILURE;
}
