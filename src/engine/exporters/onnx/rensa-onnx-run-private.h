/* rensa-onnx-run-private.h: a form, made into nodes.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-attrs.h"
#include "rensa-onnx-form-private.h"
#include "rensa-onnx-graph-private.h"

G_BEGIN_DECLS

typedef enum
{
  RENSA_ONNX_NONE,
  RENSA_ONNX_NUMBERS,
  RENSA_ONNX_TEXT,
  RENSA_ONNX_VALUES,
  RENSA_ONNX_INDEX,
} RensaOnnxItemKind;

/**
 * RensaOnnxItem:
 * @is_list: it has any number of members, else one
 * @is_whole: its numbers are integers
 * @numbers: (nullable) (element-type double)
 * @shape: of the array that the numbers are; one axis where it was none
 * @values: (nullable) (element-type RensaOnnxValue)
 *
 * What a part of a form stands for.
 */
typedef struct
{
  RensaOnnxItemKind kind;
  gboolean is_list;
  gboolean is_whole;
  GArray *numbers;
  RensaShape shape;
  char *text;
  GPtrArray *values;
  const RensaIndex *index;
} RensaOnnxItem;

/**
 * RensaOnnxRun:
 * @graph: where nodes go
 * @place: what they are called by: the name of a node of the document
 * @component, @attrs: what has the form; its attribute struct
 * @dtype: of constants that stand beside no other input
 * @names: of RensaOnnxItem
 * @items: (element-type RensaOnnxItem): all that were made
 */
typedef struct
{
  RensaOnnxGraph *graph;
  const char *place;
  const RensaComponent *component;
  gconstpointer attrs;
  RensaDtype dtype;
  GHashTable *names;
  GPtrArray *items;
} RensaOnnxRun;

RensaOnnxRun *rensa_onnx_run_new (RensaOnnxGraph *graph, const char *place, const RensaComponent *component,
                                  gconstpointer attrs, RensaDtype dtype);
void rensa_onnx_run_free (RensaOnnxRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaOnnxRun, rensa_onnx_run_free)

/* @name stands for @values from here on; where it is no list, one NULL is None. */
void rensa_onnx_run_bind (RensaOnnxRun *run, const char *name, RensaOnnxValue *const *values, guint n,
                          gboolean is_list);
/* … for a list of numbers. */
void rensa_onnx_run_bind_numbers (RensaOnnxRun *run, const char *name, const double *numbers, guint n,
                                  gboolean is_whole);
/* The outputs of @form (element-type RensaOnnxValue), the caller's. NULL with an error where ONNX cannot say it. */
GPtrArray *rensa_onnx_run_form (RensaOnnxRun *run, const char *form, GError **error);

/* For the parts of the language. */

RensaOnnxItem *rensa_onnx_item_new (RensaOnnxRun *run, RensaOnnxItemKind kind, gboolean is_list);
RensaOnnxItem *rensa_onnx_item_new_number (RensaOnnxRun *run, double number, gboolean is_whole);
/* An empty list of integers. */
RensaOnnxItem *rensa_onnx_item_new_list (RensaOnnxRun *run);
RensaOnnxItem *rensa_onnx_item_new_value (RensaOnnxRun *run, RensaOnnxValue *value);
void rensa_onnx_item_append (RensaOnnxItem *item, double number);
double rensa_onnx_item_get (const RensaOnnxItem *item, guint i);
/* The attribute @name of the component; NULL where it has none. */
RensaOnnxItem *rensa_onnx_item_new_of_attr (RensaOnnxRun *run, const char *name);
/* An input of an operator: NULL for None, or with an error. */
RensaOnnxValue *rensa_onnx_item_to_value (RensaOnnxRun *run, const RensaOnnxItem *item, RensaDtype dtype,
                                          GError **error);
/* The numbers as an array of @dtype. */
RensaOnnxValue *rensa_onnx_item_to_constant (RensaOnnxRun *run, const RensaOnnxItem *item, RensaDtype dtype,
                                             GError **error);

gboolean rensa_onnx_has_fact (const char *name, guint n_args);
/* What the function @name, which is no operator, makes of @args. NULL with an error. */
RensaOnnxItem *rensa_onnx_fact (RensaOnnxRun *run, const char *name, RensaOnnxItem *const *args, guint n_args,
                                GError **error);

G_END_DECLS
