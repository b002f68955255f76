/* identity.c: the identity matrix.
 * SPDX-License-Identifier: MIT */

#include "rensa-fault.h"
#include "rensa-initializers.h"
#include "rensa-primitives.h"

typedef struct
{
  double scale;
} Identity;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_FLOAT (Identity, scale, .initial = 1.0, .min = -G_MAXDOUBLE, .max = G_MAXDOUBLE, .title = N_ ("Scale")),
};

static gboolean
fill (gconstpointer values, RensaArray *array, RensaRandom *random, GError **error)
{
  const Identity *self = values;
  const RensaShape *shape = rensa_array_get_shape (array);

  if (shape->ndim != 2 || shape->dims[0] != shape->dims[1])
    {
      g_autofree char *given = rensa_shape_to_string (shape);

      rensa_set_words (error, RENSA_ERROR_INVALID, N_ ("expected a square matrix, but the shape is %s"), given);
      return FALSE;
    }

  if (!rensa_array_fill (array, 0, error))
    return FALSE;
  for (gint64 i = 0; i < shape->dims[0]; i++)
    {
      const RensaSlice place[] = { { .kind = RENSA_SLICE_INDEX, .start = i },
                                   { .kind = RENSA_SLICE_INDEX, .start = i } };
      g_autoptr (RensaArray) element = rensa_array_view_slice (array, place, 2, error);

      if (element == NULL || !rensa_array_fill (element, self->scale, error))
        return FALSE;
    }
  return TRUE;
}

const RensaInitializerClass rensa_identity_initializer_class = {
  .name = "Identity",
  .title = N_ ("Identity"),
  .summary = N_ ("Multiple of the identity matrix"),
  .formula = "scale · I",
  RENSA_ATTRS (Identity, attrs),
  .fill = fill,
  RENSA_FORMS ({ "chainer", "initializers.Identity(scale={scale})" }, { "torch", "nn.init.eye_" },
               { "torch_more", "lambda w: nn.init.eye_(w).mul_({scale})" }),
};
