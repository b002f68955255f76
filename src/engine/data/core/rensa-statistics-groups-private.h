/* rensa-statistics-groups-private.h: groups of numbers of an example that share statistics.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-transform.h"

G_BEGIN_DECLS

/**
 * RensaPer: the elements that share statistics
 * @RENSA_PER_AUTO: each channel of pictures and of other arrays with several axes, each number of
 *   arrays with one axis
 */
typedef enum
{
  RENSA_PER_AUTO,
  RENSA_PER_FEATURE,
  RENSA_PER_CHANNEL,
  RENSA_PER_ALL,
} RensaPer;

/* @field is an int. */
#define RENSA_ATTR_PER(Struct, field, usual)                                                             \
  RENSA_ATTR_CHOICE (Struct, field, .choices = rensa_per_choices, .initial = usual, .title = N_ ("Per"), \
                     .hint =                                                                             \
                         N_ ("Unit with separate statistics; auto uses channels for images and features otherwise"))
extern const char *const rensa_per_choices[];

/* An example in C order consists of @n groups of @size numbers. */
typedef struct
{
  gint64 n;
  gint64 size;
} RensaGroups;

RensaGroups rensa_groups_of (RensaPer per, const RensaExampleForm *form);
/* Divides @x, examples of @form, into (n, groups, numbers); NULL with an error. */
RensaArray *rensa_groups_divide (RensaGroups groups, RensaArray *x, GError **error);
/* Returns @values, one per group, as (groups, 1) in the dtype of @x. */
RensaArray *rensa_groups_spread (RensaGroups groups, const double *values, RensaArray *x, GError **error);
/* Creates a statistic: one number per group. */
RensaArray *rensa_groups_make_figure (RensaGroups groups, const double *values, GError **error);
/* Returns TRUE if the statistics have one number per group. */
gboolean rensa_groups_check (RensaGroups groups, const RensaTransformCall *call, guint n_figures, GError **error);

G_END_DECLS
