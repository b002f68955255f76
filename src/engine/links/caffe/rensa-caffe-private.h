/* rensa-caffe-private.h: contents of a Caffe file, and their conversion.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-link.h"
#include "rensa-wire.h"

G_BEGIN_DECLS

typedef struct _RensaCaffeLayer RensaCaffeLayer;
typedef struct _RensaCaffeStep RensaCaffeStep;

/* Sets up the link, function or run of a step. Fails with RENSA_ERROR_FORMAT, or with the link's error. */
typedef gboolean (*RensaCaffeSetup) (const RensaCaffeLayer *layer, RensaCaffeStep *step, GError **error);

/**
 * RensaCaffeKind:
 * @name: type name in current files
 * @old_number: type number in old files; 0 if they do not support it
 * @param: field number of the parameter message, and @old_param that in old files; 0 if none
 * @setup: (nullable): NULL if the layer is skipped silently
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

/* Finds a type by name, or by number if @name is NULL. Returns NULL if there is none. */
const RensaCaffeKind *rensa_caffe_find_kind (const char *name, gint64 number);
extern const RensaCaffeKind rensa_caffe_split;

#define RENSA_CAFFE_MAX_BLOBS 3

/* A layer as read from the file; @param and @blobs point into the memory of the file. */
struct _RensaCaffeLayer
{
  char *name;
  char *type; /* type for messages */
  const RensaCaffeKind *kind;
  char **bottoms;
  char **tops;
  RensaWire param;
  guint n_blobs;
  RensaWire blobs[RENSA_CAFFE_MAX_BLOBS]; /* any further blobs are unused */
};

/* @message: message of one layer; @is_old selects the field numbers of the old format. */
gboolean rensa_caffe_layer_init (RensaCaffeLayer *layer, const RensaWire *message, gboolean is_old, GError **error);
void rensa_caffe_layer_clear (RensaCaffeLayer *layer);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCaffeLayer, rensa_caffe_layer_clear)

/* Returns the extents of blob @i. Returns FALSE with an error if there is no such blob, its extents
 * are invalid, or they do not match its number of values. */
gboolean rensa_caffe_layer_get_shape (const RensaCaffeLayer *layer, guint i, RensaShape *shape, GError **error);
/* Returns the values of blob @i in another shape of the same size. */
RensaArray *rensa_caffe_layer_get_array (const RensaCaffeLayer *layer, guint i, const RensaShape *shape,
                                         GError **error);

typedef RensaVariable *(*RensaCaffeRun) (const RensaCaffeStep *step, RensaVariable *const *inputs, GError **error);

#define RENSA_CAFFE_MAX_BOTTOMS 64

/**
 * RensaCaffeStep:
 * @bottoms: names of its inputs; outputs of a Split are replaced by the input of the Split
 * @link: (nullable): link to call
 * @function: (nullable): function to call; if @run is set, its equivalent
 * @run: (nullable): C function to call
 * @for_inference: TRUE to call it in test mode
 * @operation, @coefficients, @ksize, @stride, @pad: settings for @run
 *
 * A callable layer.
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
