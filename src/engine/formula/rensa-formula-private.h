/* rensa-formula-private.h: what the parts of the formula library share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-formula.h"
#include "rensa-terms-private.h"

G_BEGIN_DECLS

/* Derivatives that a formula keeps; others push out the one that was made first. */
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
  RensaFormulaText text; /* as it is asked for; owned */
  GPtrArray *inputs;     /* names */
  GPtrArray *outputs;
  int output_terms[RENSA_PROGRAM_MAX_OUTPUTS];
  RensaTerms terms;
  RensaProgram program;
  RensaKeptDerivative kept[RENSA_FORMULA_KEPT_DERIVATIVES];
  guint n_derived;
};

/* A new formula without program, or NULL with an error. */
RensaFormula *rensa_formula_parse (const RensaFormulaText *text, GError **error);
/* Adds a rule of rensa-program-ops.h; @bindings are the terms of a, b, c, y and g. */
int rensa_formula_apply_rule (RensaTerms *terms, const char *rule, const int bindings[5]);
/* RENSA_N_OPS where no function has this name; NULL where no constant has it. */
RensaOp rensa_formula_find_function (const char *name);
const double *rensa_formula_find_constant (const char *name);
/* What rensa_suggest () says of the functions. */
char *rensa_formula_suggest_function (const char *name);
/* Whether a name means something already: a function or a constant. */
gboolean rensa_formula_name_is_taken (const char *name);

/* Fills in the program. */
void rensa_formula_compile (RensaFormula *self);
/* The outputs as text, from which they can be read again. */
char *rensa_formula_print (RensaFormula *self);
/* Appends "_" to @name until @names has it not, and enters it there. */
char *rensa_formula_dup_free_name (GHashTable *names, const char *name);

/* A formula without terms, names and text. */
RensaFormula *rensa_formula_new (void);
/* Gives a formula that was made, not read, its text and program, and enters it among those of this thread. */
void rensa_formula_finish (RensaFormula *self);

G_END_DECLS
