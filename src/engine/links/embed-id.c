/* embed-id.c: a learnt vector for every ID; all that the project knows about EmbedID.
 * SPDX-License-Identifier: MIT */

#include "rensa-functions.h"
#include "rensa-initializer.h"
#include "rensa-links.h"

typedef struct
{
  gint64 in_size;
  gint64 out_size;
  RensaAttrs *initialW;
  gint64 ignore_label;
} EmbedId;

static const RensaAttrSpec attrs[] = {
  RENSA_ATTR_INT (EmbedId, in_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("IDs"),
                  .hint = N_ ("How many there are; the largest is one less")),
  RENSA_ATTR_INT (EmbedId, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"),
                  .hint = N_ ("Length of the vectors")),
  RENSA_ATTR_COMPONENT (EmbedId, initialW, .component_kind = RENSA_COMPONENT_INITIALIZER, .none = TRUE,
                        .allow_none = TRUE, .title = N_ ("First vectors"),
                        .hint = N_ ("None means Normal with scale 1")),
  RENSA_ATTR_INT (EmbedId, ignore_label, .none = TRUE, .allow_none = TRUE, .title = N_ ("Ignored ID"),
                  .hint = N_ ("Gives a vector of zeros that is not trained")),
};

static gboolean
setup (RensaLink *link, GError **error)
{
  const EmbedId *self = rensa_link_get_values (link);
  g_autoptr (RensaAttrs) initialW = rensa_initializer_or (self->initialW, "Normal(scale=1.0)", error);

  return initialW != NULL
         && rensa_link_add_param (link, "W", &RENSA_SHAPE (self->in_size, self->out_size), initialW, error);
}

static int
forward (RensaLink *link, RensaVariable *const *inputs, int n_inputs, RensaVariable **outputs, int max_outputs,
         GError **error)
{
  const EmbedId *self = rensa_link_get_values (link);

  outputs[0] = rensa_embed_id (inputs[0], rensa_link_get_param (link, 0), self->ignore_label, error);
  return outputs[0] != NULL ? 1 : -1;
}

const RensaLinkClass rensa_embed_id_link_class = {
  .name = "EmbedID",
  .group = "connection",
  .title = N_ ("Embed ID"),
  .summary = N_ ("A table of learned vectors, one for every ID"),
  .formula = "y[i] = W[x[i]]",
  RENSA_ATTRS (EmbedId, attrs),
  .inputs = RENSA_INPUTS ("x:int"),
  .n_outputs = 1,
  .setup = setup,
  .forward = forward,
  .chainer = "L.EmbedID({in_size}, {out_size}, initialW={initialW}, ignore_label={ignore_label})",
  .torch = "nn.Embedding({in_size}, {out_size}, padding_idx={ignore_label})",
};
