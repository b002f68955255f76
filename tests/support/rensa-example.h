/* rensa-example.h: function calls with sample inputs, as given or enlarged.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-function.h"

G_BEGIN_DECLS

#define RENSA_EXAMPLE_MAX_INPUTS 48
#define RENSA_EXAMPLE_MAX_OUTPUTS 16
#define RENSA_EXAMPLE_MAX_EXTENTS (RENSA_EXAMPLE_MAX_INPUTS * RENSA_MAX_NDIM)

/* A function with attributes and arrays; NULL for an omitted optional input. */
typedef struct
{
  const RensaFunctionClass *class;
  RensaAttrs *attrs;
  int n_inputs;
  RensaArray *inputs[RENSA_EXAMPLE_MAX_INPUTS];
} RensaExample;

/* Reads the inputs of sample @i: float64, or int32 if the function takes integers and the sample
 * has no decimal point. FALSE with an error if the sample cannot be read. */
gboolean rensa_example_init (RensaExample *example, const RensaFunctionClass *class, guint i, GError **error);
/* Creates an example of the same function with other inputs; takes ownership of them. */
void rensa_example_init_with (RensaExample *example, const RensaExample *like, RensaArray *const *inputs, int n_inputs);
void rensa_example_clear (RensaExample *example);

gconstpointer rensa_example_get_values (const RensaExample *example);
/* Returns the declaration of input @i. */
RensaInputSpec rensa_example_get_input_spec (const RensaExample *example, int i);
/* Returns the number of outputs according to the type check; -1 with an error. */
int rensa_example_infer (const RensaExample *example, RensaType types[RENSA_EXAMPLE_MAX_OUTPUTS], GError **error);

/* Lists the distinct extents of the inputs in ascending order; returns their number. */
int rensa_example_get_extents (const RensaExample *example, gint64 extents[RENSA_EXAMPLE_MAX_EXTENTS]);
/* Changes every axis of extent @from to extent @to, repeating the values. */
gboolean rensa_example_resize (const RensaExample *example, gint64 from, gint64 to, RensaExample *resized,
                               GError **error);
/* Enlarges each extent above one, from the smallest on, to about a hundred, a realistic size, if
 * the type check accepts it and inputs and outputs together have at most @most elements. */
gboolean rensa_example_widen (const RensaExample *example, gint64 most, RensaExample *wide, GError **error);
/* Enlarges one extent so that inputs and outputs together have @least to @most elements; FALSE,
 * without an error, if the type check accepts no such inputs. */
gboolean rensa_example_enlarge (const RensaExample *example, gint64 least, gint64 most, RensaExample *large,
                                GError **error);

/* Parses "[[1, 2], [3, 4]]" with data type @dtype; "int32 [1, 2]" gives its own. */
RensaArray *rensa_array_new_from_text (const char *text, RensaDtype dtype, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaExample, rensa_example_clear)

G_END_DECLS
