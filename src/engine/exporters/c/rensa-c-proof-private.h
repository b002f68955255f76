/* rensa-c-proof-private.h: components of the verification of a C program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "rensa-c-model-private.h"
#include "rensa-trials-private.h"

G_BEGIN_DECLS

/**
 * RensaCBuild:
 * @program: the executable
 * @compiler: name and version, as reported by the compiler
 * @flags: compiler flags
 *
 * The program, compiled together with a test harness.
 */
typedef struct
{
  char *program;
  char *compiler;
  char *flags;
} RensaCBuild;

void rensa_c_build_clear (RensaCBuild *build);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCBuild, rensa_c_build_clear)

/* Compiles the exported files into @folder. RENSA_ERROR_NOT_FOUND if there is no compiler;
 * RENSA_ERROR_INVALID with the beginning of its messages if it rejects the program. */
gboolean rensa_c_build (RensaCModel *model, const char *folder, const char *optimization, RensaCBuild *build,
                        GError **error);

/* Receives the contents of output @output of operation @number: the whole buffer. */
typedef gboolean (*RensaCProbeFunc) (guint number, guint output, gconstpointer bytes, gsize size, gpointer data,
                                     GError **error);
/* Runs the program with @samples. Calls @probe (nullable) for each operation of each example, and
 * @answer with the result for one example. */
typedef gboolean (*RensaCAnswerFunc) (guint example, gconstpointer bytes, gpointer data, GError **error);
gboolean rensa_c_run (RensaCModel *model, const RensaCBuild *build, const char *folder, const RensaTrials *samples,
                      RensaCProbeFunc probe, RensaCAnswerFunc answer, gpointer data, GError **error);

/**
 * RensaCComparison:
 * @memory: (element-type GByteArray): contents of each buffer of the plan
 * @errors: largest error of each operation as a fraction of its bound
 * @distances: largest absolute error of each operation
 * @difference: (nullable): the first error beyond its bound
 *
 * Compares the program with the model: each operation is recomputed from its inputs in the program.
 */
typedef struct
{
  RensaCPlan *plan;
  GPtrArray *memory;
  double *errors;
  double *distances;
  char *difference;
} RensaCComparison;

void rensa_c_comparison_init (RensaCComparison *self, RensaCPlan *plan);
void rensa_c_comparison_clear (RensaCComparison *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCComparison, rensa_c_comparison_clear)
/* Begins a new example, with its inputs. */
void rensa_c_comparison_begin (RensaCComparison *self, const guint8 *inputs);
/* A RensaCProbeFunc. */
gboolean rensa_c_comparison_probe (guint number, guint output, gconstpointer bytes, gsize size, gpointer self,
                                   GError **error);

/* Returns TRUE if the program must give the same bits as the engine. */
gboolean rensa_c_is_exact (const RensaTapeOp *op);
/* Returns the number of terms in each sum. */
gint64 rensa_c_count_terms (const RensaTapeOp *op);
/* Returns the error of output @output if each step of @program rounds its result once, by a
 * relative error @eps: running error analysis, with derivatives from differences. */
double rensa_c_sum_roundings (const RensaProgram *program, const double *inputs, guint output, double eps);

G_END_DECLS
