/* rensa-onnx-form-private.h: language for the ONNX forms of functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A form is a list of statements, parted by semicolons:
 *
 *   t = x * beta; Log (1 + Exp (t)) / beta
 *
 * The last one has the outputs, parted by commas. A name is an input of the function, an attribute, or what a
 * statement has named; "out" stands
 * for the first output, of which shape and type are known, and "outs" for all. A name with a capital is an operator
 * of ONNX, with inputs
 * and then attributes: Gemm (x, W, b, transB=1); the others are worked out while the graph is written (rensa-onnx-
 * facts.c).
 * + - * / and comparisons are operators where one side is an array, and are worked out where both are numbers; c ? a
 * : b chooses between
 * forms. "each (x, xs, f (x))" is the list of f of each of xs. A number becomes a constant of the type of the first
 * input of its operator, a list [1, -1] one of int64. What is None as an input is left out, as "none" is. */

typedef enum
{
  RENSA_ONNX_FORM_NUMBER,
  RENSA_ONNX_FORM_TEXT,
  RENSA_ONNX_FORM_NAME,
  RENSA_ONNX_FORM_LIST,
  RENSA_ONNX_FORM_CALL,
  RENSA_ONNX_FORM_ATTR,   /* name=value in a call */
  RENSA_ONNX_FORM_BINARY, /* @text is the operator */
  RENSA_ONNX_FORM_CHOICE,
  RENSA_ONNX_FORM_ASSIGN, /* names are all children but the last */
  RENSA_ONNX_FORM_FORM,   /* the statements */
} RensaOnnxFormKind;

/**
 * RensaOnnxForm:
 * @text: a name, an operator, a text
 * @children: (element-type RensaOnnxForm)
 *
 * A node of the syntax tree of a form.
 */
typedef struct
{
  RensaOnnxFormKind kind;
  char *text;
  double number;
  gboolean is_whole;
  GPtrArray *children;
} RensaOnnxForm;

/* NULL with RENSA_ERROR_FORMAT if @text is not a form. */
RensaOnnxForm *rensa_onnx_form_parse (const char *text, GError **error);
void rensa_onnx_form_free (RensaOnnxForm *form);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaOnnxForm, rensa_onnx_form_free)

G_END_DECLS
