/* rensa-formula-private.h: shared code of the formula library.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-formula.h"
#include "rensa-terms-private.h"

G_BEGIN_DECLS

/* Number of derivatives cached by a formula; the oldest one is replaced. */
#define RENSA_FORMULA_KEPT_DERIVATIVES 4

typedef struct
{
  guint64 wanted;
  guint64 given;
  RensaDerivative derivative;
} RensaKeptDerivative;

struct _RensaFormula
{
  int ref_count;
  guint64 hash;
  guint64 last_used;
  RensaFormulaText text; /* the requested text; owned */
  GPtrArray *inputs;     /* names */
  GPtrArray *outputs;
  int output_terms[RENSA_PROGRAM_MAX_OUTPUTS];
  RensaTerms terms;
  RensaProgram program;
  RensaKeptDerivative kept[RENSA_FORMULA_KEPT_DERIVATIVES];
  guint n_derived;
};

/* Returns a new formula without program, or NULL with an error. */
RensaFormula *rensa_formula_parse (const RensaFormulaText *text, GError **error);
/* Adds a rule of rensa-program-ops.h; @bindings are the terms of a, b, c, y and g. */
int rensa_formula_apply_rule (RensaTerms *terms, const char *rule, const int bindings[5]);
/* Return RENSA_N_OPS if no function has this name; NULL if no constant does. */
RensaOp rensa_formula_find_function (const char *name);
const double *rensa_formula_find_constant (const char *name);
/* Returns the result of rensa_suggest () for functions. */
char *rensa_formula_suggest_function (const char *name);
/* Returns TRUE if the name is that of a function or a constant. */
gboolean rensa_formula_name_is_taken (const char *name);

/* Creates the program. */
void rensa_formula_compile (RensaFormula *self);
/* Returns the outputs as text that can be parsed again. */
char *rensa_formula_print (RensaFormula *self);
/* Appends "_" to @name until it is not in @names, and adds it there. */
char *rensa_formula_dup_free_name (GHashTable *names, const char *name);

/* Creates a formula without terms, names and text. */
RensaFormula *rensa_formula_new (void);
/* Adds text and program to a formula that was generated, not parsed, and adds it to the cache of
 * this thread. */
void rensa_formula_finish (RensaFormula *self);

G_END_DECLS
