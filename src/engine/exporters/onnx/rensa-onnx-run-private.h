/* rensa-onnx-run-private.h: evaluation of a form to nodes.
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
 * @is_list: TRUE for any number of members, FALSE for a single one
 * @is_whole: its numbers are integers
 * @numbers: (nullable) (element-type double)
 * @shape: shape of the array of numbers; one axis if it was not an array
 * @values: (nullable) (element-type RensaOnnxValue)
 *
 * The value of an expression in a form.
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
 * @graph: destination of the nodes
 * @place: prefix of their names: the name of a node of the document
 * @component, @attrs: owner of the form, and its attribute struct
 * @dtype: data type of constants without another input next to them
 * @names: RensaOnnxItem by name
 * @items: (element-type RensaOnnxItem): all items created
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

/* Binds @name to @values; if it is not a list, a single NULL means None. */
void rensa_onnx_run_bind (RensaOnnxRun *run, const char *name, RensaOnnxValue *const *values, guint n,
                          gboolean is_list);
/* The same for a list of numbers. */
void rensa_onnx_run_bind_numbers (RensaOnnxRun *run, const char *name, const double *numbers, guint n,
                                  gboolean is_whole);
/* Returns the outputs of @form (element-type RensaOnnxValue), owned by the caller. NULL with an
 * error if ONNX cannot represent it. */
GPtrArray *rensa_onnx_run_form (RensaOnnxRun *run, const char *form, GError **error);

/* For the implementation of the language. */

RensaOnnxItem *rensa_onnx_item_new (RensaOnnxRun *run, RensaOnnxItemKind kind, gboolean is_list);
RensaOnnxItem *rensa_onnx_item_new_number (RensaOnnxRun *run, double number, gboolean is_whole);
/* Creates an empty list of integers. */
RensaOnnxItem *rensa_onnx_item_new_list (RensaOnnxRun *run);
RensaOnnxItem *rensa_onnx_item_new_value (RensaOnnxRun *run, RensaOnnxValue *value);
void rensa_onnx_item_append (RensaOnnxItem *item, double number);
double rensa_onnx_item_get (const RensaOnnxItem *item, guint i);
/* Returns the attribute @name of the component; NULL if it does not exist. */
RensaOnnxItem *rensa_onnx_item_new_of_attr (RensaOnnxRun *run, const char *name);
/* Returns an input of an operator: NULL for None, or with an error. */
RensaOnnxValue *rensa_onnx_item_to_value (RensaOnnxRun *run, const RensaOnnxItem *item, RensaDtype dtype,
                                          GError **error);
/* Returns the numbers as an array of @dtype. */
RensaOnnxValue *rensa_onnx_item_to_constant (RensaOnnxRun *run, const RensaOnnxItem *item, RensaDtype dtype,
                                             GError **error);

gboolean rensa_onnx_has_fact (const char *name, guint n_args);
/* Calls the function @name, which is not an operator, with @args. NULL with an error. */
RensaOnnxItem *rensa_onnx_fact (RensaOnnxRun *run, const char *name, RensaOnnxItem *const *args, guint n_args,
                                GError **error);

G_END_DECLS
