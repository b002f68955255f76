/* rensa-caffe-private.h: what a file of Caffe holds, and what becomes of it.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"
#include "rensa-wire.h"

G_BEGIN_DECLS

typedef struct _RensaCaffeLayer RensaCaffeLayer;
typedef struct _RensaCaffeStep RensaCaffeStep;

/* Makes what a layer calls: its link, function or run.  RENSA_ERROR_FORMAT, or what the link finds wrong. */
typedef gboolean (*RensaCaffeSetup) (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error);

/**
 * RensaCaffeKind:
 * @name: the type in files of today
 * @old_number: in old ones; 0 where these do not have it
 * @param: the field with what is set, and @old_param that of old files; 0 without any
 * @setup: (nullable): NULL for what is passed over in silence
 *
 * A type of layer.
 */
typedef struct
{
  const char *name;
  gint64 old_number;
  guint param;
  guint old_param;
  RensaCaffeSetup setup;
} RensaCaffeKind;

/* By the name, or by the number where that is NULL; NULL where there is no such type. */
const RensaCaffeKind *rensa_caffe_find_kind (const char *name, gint64 number);
extern const RensaCaffeKind rensa_caffe_split;

#define RENSA_CAFFE_MAX_BLOBS 3

/* A layer as the file has it; @param and @blobs lie in the memory of the file. */
struct _RensaCaffeLayer
{
  char *name;
  char *type; /* for people */
  const RensaCaffeKind *kind;
  char **bottoms;
  char **tops;
  RensaWire param;
  guint n_blobs;
  RensaWire blobs[RENSA_CAFFE_MAX_BLOBS]; /* only as many are of use */
};

/* @message: that of one layer, in which @is_old counts fields otherwise. */
gboolean rensa_caffe_layer_init (RensaCaffeLayer *layer, const RensaWire *message, gboolean is_old, GError **error);
void rensa_caffe_layer_clear (RensaCaffeLayer *layer);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCaffeLayer, rensa_caffe_layer_clear)

/* The extents of blob @i; FALSE with a sentence where there is no such blob, its extents are no such numbers, or it has
 * not as many
 * values. */
gboolean rensa_caffe_layer_get_shape (const RensaCaffeLayer *layer, guint i, RensaShape *shape, GError **error);
/* Its values in another shape of as many. */
RensaArray *rensa_caffe_layer_get_array (const RensaCaffeLayer *layer, guint i, const RensaShape *shape,
                                         GError **error);

typedef RensaVariable *(*RensaCaffeRun) (const RensaCaffeStep *step, RensaVariable *const *inputs, GError **error);

#define RENSA_CAFFE_MAX_BOTTOMS 64

/**
 * RensaCaffeStep:
 * @bottoms: names of what it takes; what a Split made bears the name of what that took
 * @link: (nullable): what it calls
 * @function: (nullable): likewise; with @run, what does the same
 * @run: (nullable): what it calls
 * @for_inference: as if nobody trained
 * @operation, @coefficients, @ksize, @stride, @pad: what @run knows
 *
 * A layer that can be called.
 */
struct _RensaCaffeStep
{
  char *name;
  char **bottoms;
  char **tops;
  int n_bottoms;
  RensaLink *link;
  RensaAttrs *function;
  RensaCaffeRun run;
  gboolean for_inference;
  int operation;
  float coefficients[RENSA_CAFFE_MAX_BOTTOMS];
  RensaInts stride;
  RensaInts pad;
};

void rensa_caffe_step_free (RensaCaffeStep *step);

G_END_DECLS
