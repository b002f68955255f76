/* rensa-onnx-form-private.h: language for the ONNX forms of functions.
 * SPDX-License-Identifier: MIT */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A form is a list of statements, separated by semicolons:
 *
 *   t = x * beta; Log (1 + Exp (t)) / beta
 *
 * The last statement lists the outputs, separated by commas. A name is an input of the function,
 * an attribute, or the name of a previous statement; "out" is the first output, with known shape
 * and type, and "outs" is the list of all outputs. A capitalized name is an operator of ONNX,
 * called with inputs and then attributes: Gemm (x, W, b, transB=1); other functions are
 * evaluated while the graph is written (rensa-onnx-facts.c). + - * / and comparisons become
 * operators if one side is an array, and are evaluated if both are numbers; c ? a : b chooses
 * between forms. "each (x, xs, f (x))" is the list of f (x) for each x in xs. A number becomes a
 * constant of the type of the first input of its operator, a list [1, -1] one of int64. An input
 * that is None is omitted; "none" is None. */

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
 * @text: a name, an operator or a text
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
