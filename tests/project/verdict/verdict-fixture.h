/* verdict-fixture.h: generated runs with known causes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-judge.h"

G_BEGIN_DECLS

#define MOST_COLUMNS 8

/* Examples of one run. */
typedef struct
{
  int n;
  int n_columns;
  double *x;
  double *t;
} Examples;

typedef void (*Fill) (Examples *examples, GRand *random);

typedef void (*Fill) (Examples *examples, GRand *random);

/**
 * Kind:
 * @finding: what the verdict has to find
 * @n_out: classes, or 1 for numbers
 * @says: (nullable): what its words contain
 * @before: (nullable): types of the nodes between the input and the first layer, "relu log"; each is called as its type with a 0
 * @n_hidden: 12 if 0
 * @middle: (nullable): likewise between the layers; tanh without it
 */
typedef struct
{
  const char *name;
  RensaFinding finding;
  int n_runs;
  Fill fill;
  int n;
  int n_columns;
  int n_out;
  const char *optimizer;
  int epochs;
  const char *says;
  const char *before;
  int n_hidden;
  const char *middle;
} Kind;

double draw_normal (GRand *random);
double *examples_get_row (Examples *examples, int i);
void examples_fill_noise (Examples *examples, GRand *random);

/* Example i of @path has examples_get_row () and its target. */
RensaDocument *make_document (const Kind *kind, int seed, const char *folder);
RensaVerdict *train_kind (const Kind *kind, guint32 data_seed, int seed);
/* Trains each kind so many times; at least @least of all are named, and none of the healthy ones is called ill. */
void assert_named (const Kind *kinds, gsize n_kinds, guint32 data_seed, int n_runs, int least);

G_END_DECLS
