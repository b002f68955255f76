/* rensa-c-proof-private.h: the parts of the proof of a C program.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <json-c/json.h>

#include "rensa-c-model-private.h"
#include "rensa-trials-private.h"

G_BEGIN_DECLS

/**
 * RensaCBuild:
 * @program: the file that can be run
 * @compiler: its own name and version
 * @flags: what it was told
 *
 * The program, compiled with something around it that runs it.
 */
typedef struct
{
  char *program;
  char *compiler;
  char *flags;
} RensaCBuild;

void rensa_c_build_clear (RensaCBuild *build);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCBuild, rensa_c_build_clear)

/* Compiles what was saved, into @folder. RENSA_ERROR_NOT_FOUND where there is no compiler; RENSA_ERROR_INVALID with its first words where it
 * refuses the program. */
gboolean rensa_c_build (RensaCModel *model, const char *folder, const char *optimization, RensaCBuild *build,
                        GError **error);

/* What @number has put into its output @output: all of the buffer. */
typedef gboolean (*RensaCProbeFunc) (guint number, guint output, gconstpointer bytes, gsize size, gpointer data,
                                     GError **error);
/* Runs it with @samples. @probe (nullable) is called for each operation of each example, @answer with what it gives for one. */
typedef gboolean (*RensaCAnswerFunc) (guint example, gconstpointer bytes, gpointer data, GError **error);
gboolean rensa_c_run (RensaCModel *model, const RensaCBuild *build, const char *folder, const RensaTrials *samples,
                      RensaCProbeFunc probe, RensaCAnswerFunc answer, gpointer data, GError **error);

/**
 * RensaCComparison:
 * @memory: (element-type GByteArray): of each buffer of the plan, what it holds
 * @errors: of each operation, the largest error in parts of its bound
 * @distances: likewise, in numbers
 * @difference: (nullable): the first one beyond its bound
 *
 * The program beside the model: each operation is computed again from what the program gave it.
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
/* A new example: its inputs. */
void rensa_c_comparison_begin (RensaCComparison *self, const guint8 *inputs);
/* A RensaCProbeFunc. */
gboolean rensa_c_comparison_probe (guint number, guint output, gconstpointer bytes, gsize size, gpointer self,
                                   GError **error);

/* Whether the program has to give the same bits as the engine. */
gboolean rensa_c_is_exact (const RensaTapeOp *op);
/* How many terms a sum has. */
gint64 rensa_c_count_terms (const RensaTapeOp *op);
/* How far output @output is from its value where each step of @program rounds what it makes once, by @eps of it: running errors, with slopes
 * from differences. */
double rensa_c_sum_roundings (const RensaProgram *program, const double *inputs, guint output, double eps);

G_END_DECLS
