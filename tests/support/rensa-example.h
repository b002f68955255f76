/* rensa-example.h: calls with the inputs of a function's samples, as they are or enlarged.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

#define RENSA_EXAMPLE_MAX_INPUTS 48
#define RENSA_EXAMPLE_MAX_OUTPUTS 16
#define RENSA_EXAMPLE_MAX_EXTENTS (RENSA_EXAMPLE_MAX_INPUTS * RENSA_MAX_NDIM)

/* A function with attributes and arrays; NULL stands for an optional input that is not given. */
typedef struct
{
  const RensaFunctionClass *class;
  RensaAttrs *attrs;
  int n_inputs;
  RensaArray *inputs[RENSA_EXAMPLE_MAX_INPUTS];
} RensaExample;

/* The inputs of sample @i, float64, or int32 where the function takes integers and the sample has no decimal point.  FALSE
 * with a sentence where the sample cannot be read. */
gboolean rensa_example_init (RensaExample *example, const RensaFunctionClass *class, guint i, GError **error);
/* The same function with other inputs, which are taken over. */
void rensa_example_init_with (RensaExample *example, const RensaExample *like, RensaArray *const *inputs, int n_inputs);
void rensa_example_clear (RensaExample *example);

gconstpointer rensa_example_get_values (const RensaExample *example);
/* What is declared of input @i. */
RensaInputSpec rensa_example_get_input_spec (const RensaExample *example, int i);
/* How many outputs the type check promises; -1 with an error. */
int rensa_example_infer (const RensaExample *example, RensaType types[RENSA_EXAMPLE_MAX_OUTPUTS], GError **error);

/* The extents of the inputs without repetitions, rising; returns how many. */
int rensa_example_get_extents (const RensaExample *example, gint64 extents[RENSA_EXAMPLE_MAX_EXTENTS]);
/* Every axis of extent @from gets the extent @to, with the same values over and over. */
gboolean rensa_example_resize (const RensaExample *example, gint64 from, gint64 to, RensaExample *resized,
                               GError **error);
/* All extents above one, from the smallest on, made about a hundred, as they are in use: those which the type check takes so, while
 * inputs and outputs together have at most @most elements. */
gboolean rensa_example_widen (const RensaExample *example, gint64 most, RensaExample *wide, GError **error);
/* One extent made so large that inputs and outputs together have @least to @most elements; FALSE, without an error, where the
 * type check takes no such inputs. */
gboolean rensa_example_enlarge (const RensaExample *example, gint64 least, gint64 most, RensaExample *large,
                                GError **error);

/* "[[1, 2], [3, 4]]", of @dtype; "int32 [1, 2]" says that itself. */
RensaArray *rensa_array_new_from_text (const char *text, RensaDtype dtype, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaExample, rensa_example_clear)

G_END_DECLS
