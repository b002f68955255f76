/* rensa-group.h: groups for listing components.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * RensaGroup:
 * @name: name in JSON and on the command line
 * @title: display name; NULL if users do not choose its components
 * @strokes: its icon in a square of 16: "x,y x,y", separated by ";"; NULL for none
 * @tint: color of its nodes, a class of data/ui/canvas.css
 * @is_open: TRUE if it is expanded in the palette
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *strokes;
  const char *tint;
  gboolean is_open;
} RensaGroup;

/* One row per group defines the object rensa_NAME_group, title, strokes, tint, is_open; a new group
 * needs nothing else. The rows are in display order. */
#define RENSA_GROUPS(GROUP)                                                                                        \
  GROUP (input, N_ ("Structure"), "8,2 8,14; 4,10 8,14 12,10", NULL, TRUE)                                         \
  GROUP (link, N_ ("Structure"), "2,2 14,2 14,6 2,6 2,2; 2,10 14,10 14,14 2,14 2,10; 8,6 8,10", "tint-blue", TRUE) \
  GROUP (model, NULL, NULL, NULL, TRUE)                                                                            \
  GROUP (linear, N_ ("Linear"), "2,2 9,8; 2,8 14,8; 2,14 9,8", "tint-blue", TRUE)                                  \
  GROUP (convolution, N_ ("Convolution"), "2,2 14,2 14,14 2,14 2,2; 5,5 11,5 11,11 5,11 5,5", "tint-blue", TRUE)   \
  GROUP (activation, N_ ("Activation"), "3,14 3,10; 8,14 8,2; 13,14 13,7", "tint-orange", TRUE)                    \
  GROUP (pooling, N_ ("Pooling"), "1,2 9,2 9,10 1,10 1,2; 11,8 15,8 15,12 11,12 11,8", "tint-green", TRUE)         \
  GROUP (normalization, N_ ("Normalization"), "1,14 4,13 6,9 7,4 8,2.5 9,4 10,9 12,13 15,14", "tint-sky", TRUE)    \
  GROUP (noise, N_ ("Noise"), "2,6 4,11 6,4 8,12 10,3 12,10 14,7", "tint-sky", TRUE)                               \
  GROUP (rnn, N_ ("Recurrent"), "2,8 8,8 11,5 11,3 8,2 5,3 5,5 8,8 14,8; 12,6 14,8 12,10", NULL, FALSE)            \
  GROUP (network, N_ ("Networks"), "2,2 14,2; 4,6 12,6; 5,10 11,10; 7,14 9,14; 8,2 8,14", "tint-blue", FALSE)      \
  GROUP (connection, N_ ("Connection"), "3,8 13,8; 3,3 3,13; 13,3 13,13", "tint-blue", FALSE)                      \
  GROUP (array, N_ ("Array"), "2,2 14,2 14,14 2,14 2,2; 8,2 8,14; 2,8 14,8", "tint-purple", FALSE)                 \
  GROUP (math, N_ ("Math"), "12,3 4,3 9,8 4,13 12,13", "tint-yellow", FALSE)                                       \
  GROUP (distribution, N_ ("Distributions"), "1,13 4,12 6,7 8,3 10,7 12,12 15,13; 8,5 8,13", "tint-sky", FALSE)    \
  GROUP (operator, N_ ("Operators"), "8,3 8,13; 3,8 13,8", "tint-purple", FALSE)                                   \
  GROUP (loss, N_ ("Loss"), "2,2 4,8 7,11 10,13 14,13.5", "tint-vermilion", FALSE)                                 \
  GROUP (evaluation, N_ ("Evaluation"), "3,9 6,13 13,3", "tint-vermilion", FALSE)                                  \
  GROUP (util, N_ ("Utilities"), "3,13 9,7; 8,3 8,6 10,8 13,8; 8,3 11,5 13,8", NULL, FALSE)                        \
  GROUP (files, N_ ("Your Files"), NULL, NULL, TRUE)                                                               \
  GROUP (images, N_ ("Images"), NULL, NULL, TRUE)                                                                  \
  GROUP (points, N_ ("Points"), NULL, NULL, TRUE)                                                                  \
  GROUP (tables, N_ ("Tables"), NULL, NULL, TRUE)                                                                  \
  GROUP (texts, N_ ("Text"), NULL, NULL, TRUE)

#define RENSA_DECLARE_GROUP(id, ...) extern const RensaGroup rensa_##id##_group;
RENSA_GROUPS (RENSA_DECLARE_GROUP)
#undef RENSA_DECLARE_GROUP

/* All groups, in this order, NULL-terminated. */
extern const RensaGroup *const rensa_groups[];
/* Returns NULL if there is no group of that name. */
const RensaGroup *rensa_group_find (const char *name);

G_END_DECLS
