/* rensa-link-private.h: what the files of links share.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* @lent: what a hook has the call take in its place
 * @dtype: that of the mode when the parameter was added; lazy ones are made later. */
typedef struct
{
  const char *name; /* interned */
  RensaVariable *variable;
  RensaVariable *lent;
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

/* What goes into files with a link; @key NULL: nothing. */
typedef struct
{
  const char *key; /* interned */
  RensaSerializeFunc serialize;
  gpointer data;
  GDestroyNotify free_data;
} RensaCompanion;

/* Parameters and children stand twice: as they were added, by which they are numbered, and as Chainer walks them. */
struct _RensaLink
{
  int ref_count;
  const RensaLinkClass *class;
  RensaAttrs *attrs;
  gpointer values;  /* those of attrs, settled; owns none of what they hold */
  RensaDtype dtype; /* of what the class has as parameters */
  const RensaDevice *device;
  gboolean is_frozen;
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
  guint *child_places;     /* in children, where each row of the class begins, and the end of the last */
  RensaVariable **carried; /* as many as the class carries */
  GPtrArray *hooks;        /* NULL without any */
  RensaCompanion companion;
};

/* As a call has it. */
static inline RensaVariable *
rensa_param_get (const RensaParam *param)
{
  return param->lent != NULL ? param->lent : param->variable;
}

/* A link of @attrs without parameters, children and the rest of what setup makes. */
RensaLink *rensa_link_new_bare (RensaAttrs *attrs);

/* After a call: puts the place before the message, once on the way up: "predictor/l2: "; also before what the checks from
 * @first_check on will find late. @step: a part of @link without a path, or NULL. */
void rensa_link_name_place (RensaLink *link, const char *step, gboolean ok, guint64 first_check, GError **error);

RensaParam *rensa_link_add_empty_param (RensaLink *link, const char *name, RensaDtype dtype, RensaAttrs *initializer);
/* An array of @shape with first values; an error begins with @name. */
RensaArray *rensa_link_make_array (const char *name, RensaAttrs *initializer, RensaDtype dtype, const RensaShape *shape,
                                   GError **error);
void rensa_param_free (RensaParam *param);
RensaPersistent *rensa_link_add_empty_persistent (RensaLink *link, const char *name);
void rensa_persistent_free (RensaPersistent *persistent);
void rensa_persistent_set (RensaPersistent *persistent, RensaArray *array);
/* Puts the same values on the device of @link in place of *@array; NULL stays NULL. */
gboolean rensa_link_place (RensaLink *link, RensaArray **array, GError **error);

/* Where the only size that is given stands for another, as the class says. */
gboolean rensa_link_settle_size (RensaLink *link, GError **error);

/* The table of the class: with the link; for a call, where what it makes is noted in *@made, one bit a row; and back where that
 * call fails. */
gboolean rensa_link_add_rows (RensaLink *link, GError **error);
gboolean rensa_link_init_rows (RensaLink *link, RensaVariable *const *inputs, int n_inputs, guint *made,
                               GError **error);
void rensa_link_forget_rows (RensaLink *link, guint made);
/* Those without values, one bit each. */
guint rensa_link_get_empty_rows (RensaLink *link);
/* An attribute of the class, and where its settled value is. */
const RensaAttrSpec *rensa_link_get_spec (const RensaLinkClass *class, const char *attr);
gconstpointer rensa_link_get_field (RensaLink *link, const char *attr);
gboolean rensa_link_is_left_out (RensaLink *link, const char *unless, const char *only_if);

/* The children in the table of the class.  An error names the link and the child: "LSTM.upward: …". */
gboolean rensa_link_add_children (RensaLink *link, GError **error);
gint64 rensa_link_get_learnt_by_children (RensaLink *link);
/* What is below @link and has no values yet; and back to that, where a call of @link failed after some of it had learnt. */
GArray *rensa_link_list_unlearnt (RensaLink *link);
void rensa_link_forget_learnt (GArray *list);

/* Around a call: @n_begun says how many hooks there were before one of them failed. */
gboolean rensa_link_begin_hooks (RensaLink *link, guint *n_begun, GError **error);
void rensa_link_end_hooks (RensaLink *link, guint n_begun);
void rensa_link_copy_hooks (RensaLink *link, RensaLink *copy);

/* What is added to a frozen link is frozen, too. */
void rensa_link_spread_frozen (RensaLink *link, RensaLink *child);

void rensa_link_drop_companion (RensaLink *link);

void rensa_link_drop_carried (RensaLink *link);
gboolean rensa_link_move_carried (RensaLink *link, GError **error);

/* Goes on with the sentence in *@error where the inputs have another size than was learnt: "…; l2 takes 784 values per example,
 * but 100 were given". */
void rensa_link_explain (RensaLink *link, RensaVariable *const *inputs, int n_inputs, GError **error);

RensaLink *rensa_link_find_child (RensaLink *link, const char *name, gsize length);
/* Without any check. */
void rensa_link_adopt (RensaLink *chain, const char *name, RensaLink *child);

G_END_DECLS
