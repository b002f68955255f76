/* corpus.h: the contents of each store of the corpus, for the program that writes them and for the test.
 * SPDX-License-Identifier: MIT */

#pragma once

/* Values of iterations 1 to CORPUS_N_VALUES, which have no exact decimal form, so that bits are compared. */
#define CORPUS_N_VALUES 40
#define CORPUS_LOSS "validation/main/loss"
#define CORPUS_VALUE(i) (1.0 / (3 * (i)))
#define CORPUS_EPOCH(i) ((i) / 40.0)
#define CORPUS_ELAPSED(i) ((i) / 8.0)
#define CORPUS_VERDICT "[{\"code\":\"right\",\"right\":37,\"n\":45,\"guessed\":15}]"
#define CORPUS_SEED 1234567890123
/* The verdict of version 6 of the schema. */
#define CORPUS_OLD_VERDICT "The model is right for 37 of 45 examples."
