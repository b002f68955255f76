/* rensa-link-private.h: internals shared by the link sources.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"

G_BEGIN_DECLS

/* @lent: replacement set by a hook for the duration of a call
 * @dtype: dtype of the mode when the parameter was added; lazy ones are created later. */
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

/* Data saved in files with a link; none if @key is NULL. */
typedef struct
{
  const char *key; /* interned */
  RensaSerializeFunc serialize;
  gpointer data;
  GDestroyNotify free_data;
} RensaCompanion;

/* Parameters and children are listed twice: in order of addition, which numbers them, and in
 * Chainer's walking order. */
struct _RensaLink
{
  int ref_count;
  const RensaLinkClass *class;
  RensaAttrs *attrs;
  gpointer values;  /* attributes after settle (); does not own what they refer to */
  RensaDtype dtype; /* data type of the parameters in the table of the class */
  const RensaDevice *device;
  gboolean is_frozen;
  gpointer state;
  const char *name;  /* interned */
  RensaLink *parent; /* weak */
  int n_required;    /* inputs */
  int n_leading;     /* optional inputs before a list, which may be NULL */
  int max_inputs;
  GPtrArray *params;
  GPtrArray *walked_params;
  GPtrArray *persistents;
  GPtrArray *children;
  GPtrArray *walked_children;
  guint *child_places;     /* start of each row of the class in children, and the end of the last */
  RensaVariable **carried; /* one per carried value of the class */
  GPtrArray *hooks;        /* NULL without any */
  RensaCompanion companion;
};

/* Returns the parameter as seen by the current call. */
static inline RensaVariable *
rensa_param_get (const RensaParam *param)
{
  return param->lent != NULL ? param->lent : param->variable;
}

/* Creates a link for @attrs without parameters, children and anything else that setup adds. */
RensaLink *rensa_link_new_bare (RensaAttrs *attrs);

/* Call this after a call. Prefixes the error with the location, only once on the way up:
 * "predictor/l2: "; also errors that the late checks from
 * @first_check on will report. @step: a part of @link without a path, or NULL. */
void rensa_link_name_place (RensaLink *link, const char *step, gboolean ok, guint64 first_check, GError **error);

RensaParam *rensa_link_add_empty_param (RensaLink *link, const char *name, RensaDtype dtype, RensaAttrs *initializer);
/* Creates an array of @shape with initial values; errors begin with @name. */
RensaArray *rensa_link_make_array (const char *name, RensaAttrs *initializer, RensaDtype dtype, const RensaShape *shape,
                                   GError **error);
void rensa_param_free (RensaParam *param);
RensaPersistent *rensa_link_add_empty_persistent (RensaLink *link, const char *name);
void rensa_persistent_free (RensaPersistent *persistent);
void rensa_persistent_set (RensaPersistent *persistent, RensaArray *array);
/* Replaces *@array by the same values on the device of @link; NULL stays NULL. */
gboolean rensa_link_place (RensaLink *link, RensaArray **array, GError **error);

/* Moves a single given size to the attribute that it stands for, as defined by the class. */
gboolean rensa_link_settle_size (RensaLink *link, GError **error);

/* Parameters in the table of the class: add_rows () creates them with the link, init_rows () in a
 * call, recording them in *@made, one bit per row, and the last function removes them again if that
 * call fails. */
gboolean rensa_link_add_rows (RensaLink *link, GError **error);
gboolean rensa_link_init_rows (RensaLink *link, RensaVariable *const *inputs, int n_inputs, guint *made,
                               GError **error);
void rensa_link_forget_rows (RensaLink *link, guint made);
/* Returns the rows without values, one bit each. */
guint rensa_link_get_empty_rows (RensaLink *link);
/* An attribute of the class, and the address of its settled value. */
const RensaAttrSpec *rensa_link_get_spec (const RensaLinkClass *class, const char *attr);
gconstpointer rensa_link_get_field (RensaLink *link, const char *attr);
gboolean rensa_link_is_left_out (RensaLink *link, const char *unless, const char *only_if);

/* Creates the children in the table of the class. Errors name the link and the child: "LSTM.upward: …". */
gboolean rensa_link_add_children (RensaLink *link, GError **error);
gint64 rensa_link_get_learnt_by_children (RensaLink *link);
/* Lists the descendants of @link without values, and resets them if a call of @link fails after
 * some were initialized. */
GArray *rensa_link_list_unlearnt (RensaLink *link);
void rensa_link_forget_learnt (GArray *list);

/* Called before and after a call; @n_begun is the number of hooks that ran before one of them failed. */
gboolean rensa_link_begin_hooks (RensaLink *link, guint *n_begun, GError **error);
void rensa_link_end_hooks (RensaLink *link, guint n_begun);
void rensa_link_copy_hooks (RensaLink *link, RensaLink *copy);

/* Freezes @child if it is added to a frozen link. */
void rensa_link_spread_frozen (RensaLink *link, RensaLink *child);

void rensa_link_drop_companion (RensaLink *link);

void rensa_link_drop_carried (RensaLink *link);
gboolean rensa_link_move_carried (RensaLink *link, GError **error);

/* Appends to *@error if the size of the inputs differs from the inferred one: "…; l2 takes 784
 * values per example, but 100 were given". */
void rensa_link_explain (RensaLink *link, RensaVariable *const *inputs, int n_inputs, GError **error);

RensaLink *rensa_link_find_child (RensaLink *link, const char *name, gsize length);
/* Adds the child without any check. */
void rensa_link_adopt (RensaLink *chain, const char *name, RensaLink *child);

G_END_DECLS
