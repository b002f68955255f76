/* embed-id.c: learned vector for each ID.
 * SPDX-License-Identifier: MIT */

#include "embed-id.py.inc"
#include "rensa-functions.h"
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
                  .hint = N_ ("Number of IDs; the largest is one less")),
  RENSA_ATTR_INT (EmbedId, out_size, .required = TRUE, .min = 1, .max = G_MAXDOUBLE, .title = N_ ("Units"),
                  .hint = N_ ("Length of the vectors")),
  RENSA_ATTR_INITIALIZER (EmbedId, initialW, "Normal(scale=1.0)", N_ ("Initial Vectors")),
  RENSA_ATTR_INT (EmbedId, ignore_label, .none = TRUE, .allow_none = TRUE, .title = N_ ("Ignored ID"),
                  .hint = N_ ("Returns a vector of zeros that is not trained")),
};

static const RensaParamSpec params[] = { { "W", { "in_size", "out_size" }, .initializer = "initialW" } };

/* Computed by hand. */
static const RensaSample samples[] = {
  { "in_size=3, out_size=3, initialW=Identity(scale=2)", "[2, 0]", "[[0, 0, 2], [2, 0, 0]]" },
  { "in_size=3, out_size=2, initialW=One, ignore_label=1", "[1, 2]", "[[0, 0], [1, 1]]" },
};

static RensaVariable *
forward (RensaLink *link, RensaVariable *x, GError **error)
{
  const EmbedId *self = rensa_link_get_values (link);

  return rensa_embed_id (x, rensa_link_get_param (link, 0), self->ignore_label, error);
}

const RensaLinkClass rensa_embed_id_link_class = {
  .name = "EmbedID",
  .group = &rensa_linear_group,
  .title = N_ ("Embed ID"),
  .summary = N_ ("Table of learned vectors, one for each ID"),
  .words = N_ ("embedding;word vector;lookup table"),
  .stem = "embed",
  .formula = "y[i] = W[x[i]]",
  RENSA_ATTRS (EmbedId, attrs),
  .inputs = RENSA_INPUTS ("x:int"),
  .n_outputs = 1,
  RENSA_PARAMS (params),
  RENSA_SAMPLES (samples),
  .forward1 = forward,
  RENSA_FORMS ({ "chainer", "L.EmbedID({in_size}, {out_size}, initialW={initialW}, ignore_label={ignore_label})" },
               { "torch", "nn.Embedding({in_size}, {out_size})" },
               { "torch_more", "EmbedID({in_size}, {out_size}, ignore_label={ignore_label})" },
               { "torch_initial", "weight={initialW}" }, { "torch_class", torch_class }),
};

/**
 * rensa_embed_id_link_new:
 * @in_size: number of IDs
 * @out_size: length of the vectors
 *
 * An EmbedID: a table W of shape (@in_size, @out_size), whose rows are selected by IDs. Returns
 * NULL with RENSA_ERROR_INVALID if a size is less than one.
 */
RENSA_API RensaLink *
rensa_embed_id_link_new (gint64 in_size, gint64 out_size, GError **error)
{
  const EmbedId self = { in_size, out_size, .ignore_label = RENSA_INT_NONE };

  return rensa_link_new_from_values (&rensa_embed_id_link_class, &self, error);
}
