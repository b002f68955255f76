/* data-fixture.h: what the tests of data share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "arrays.h"
#include "folder.h"
#include "rensa-dataset.h"

/* Arrays of @count numbers. */
RensaArray *floats_new (const float *values, RensaShape shape);
RensaArray *ints_new (const gint32 *values, gint64 count);

/* A data set of one int32 field that holds 0 … n-1. */
RensaDataset *counting_dataset_new (gint64 n);

/* Field @field of the examples @indices as doubles, in C order. */
double *batch_to_doubles (RensaDataset *dataset, int field, const gint64 *indices, gint64 n);
/* Of all examples. */
double *field_to_doubles (RensaDataset *dataset, int field);

void assert_field_type (RensaDataset *dataset, int field, RensaDtype dtype, RensaShape shape);

/* Loads the data set @class with @settings ("n=3, seed=1"); @folder is both root and base. */
gboolean load_dataset (const RensaDatasetClass *klass, const char *settings, const char *folder,
                       RensaDataBundle *bundle, GError **error);

/* A picture of one point, in the file @name below @folder, whose folders are made: PPM, whatever its ending says. */
void write_picture (const char *folder, const char *name, int red, int green, int blue);

/* For g_test_add (): a folder, and what is loaded from it. */
typedef struct
{
  char *folder;
  RensaDataBundle bundle;
} DataFixture;

void data_set_up (DataFixture *fixture, gconstpointer data);
void data_tear_down (DataFixture *fixture, gconstpointer data);

/* A file below the folder of RENSA_TEST_DATA; NULL, with the test marked as skipped, where there is none. */
char *find_test_data (const char *name);
