/* rensa-link-private.h: what the files of links share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* @dtype: that of the mode when the parameter was added; lazy ones are made later. */
typedef struct
{
  const char *name; /* interned */
  RensaVariable *variable;
  RensaAttrs *initializer;
  RensaDtype dtype;
} RensaParam;

typedef struct
{
  const char *name; /* interned */
  gboolean is_int;
  gint64 integer;
  RensaArray *array;
} RensaPersistent;

/* Parameters and children stand twice: as they were added, by which they are numbered, and as Chainer walks them. */
struct _RensaLink
{
  int ref_count;
  const RensaLinkClass *class;
  RensaAttrs *attrs;
  gpointer state;
  const char *name;  /* interned */
  RensaLink *parent; /* weak */
  int n_required;    /* inputs */
  int max_inputs;
  GPtrArray *params;
  GPtrArray *walked_params;
  GPtrArray *persistents;
  GPtrArray *children;
  GPtrArray *walked_children;
};

/* A link of @attrs without parameters, children and the rest of what setup makes. */
RensaLink *rensa_link_new_bare (RensaAttrs *attrs);

/* Puts the place before the message, once on the way up: "predictor/l2: ". @step: a part of @link without a path, or
 * NULL. */
void rensa_link_prefix_error (RensaLink *link, const char *step, GError **error);

RensaParam *rensa_link_add_empty_param (RensaLink *link, const char *name, RensaDtype dtype, RensaAttrs *initializer);
/* An array of @shape with first values. */
RensaArray *rensa_param_make_array (RensaParam *param, const RensaShape *shape, GError **error);
void rensa_param_free (RensaParam *param);
RensaPersistent *rensa_link_add_empty_persistent (RensaLink *link, const char *name);
void rensa_persistent_free (RensaPersistent *persistent);

RensaLink *rensa_link_find_child (RensaLink *link, const char *name, gsize length);
/* Without any check. */
void rensa_link_adopt (RensaLink *chain, const char *name, RensaLink *child);

G_END_DECLS
