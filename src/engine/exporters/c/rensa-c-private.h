/* rensa-c-private.h: components of the C program writer.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-tape-private.h"
#include "rensa-transform.h"

G_BEGIN_DECLS

/**
 * RensaCBuffer: a piece of memory of a tape
 * @name: name in the program: "h3", "l1_W"
 * @count: number of elements
 * @varies: TRUE if computed, FALSE for a constant
 * @offset: position of the first element in the workspace; for a constant, in the weights file, or
 *   -1 if it is part of the program
 * @first: first operation that needs it, -1 for an input
 * @last: last operation that needs it; the number of operations for the output
 * @array: an array stored in it
 */
typedef struct
{
  char *name;
  RensaDtype dtype;
  gint64 count;
  gboolean varies;
  gint64 offset;
  int first;
  int last;
  RensaArray *array;
} RensaCBuffer;

/**
 * RensaCPlan:
 * @ops: (element-type RensaTapeOp): operations needed for the output, borrowed from @tape
 * @buffers: (element-type RensaCBuffer): in the order of their first use
 * @sizes: sizes of the workspace, in elements of each type
 * @n_weights: size of the weights file in floats; 0 if there is none
 *
 * A tape prepared for output as a program.
 */
typedef struct
{
  RensaTape *tape;
  GPtrArray *ops;
  GPtrArray *buffers;
  GHashTable *by_memory;
  gint64 sizes[RENSA_N_DTYPES];
  gint64 n_weights;
} RensaCPlan;

/* @tape is borrowed. NULL with an error if C99 does not have such a number type, or if the memory
 *   size exceeds an int. */
RensaCPlan *rensa_c_plan_new (RensaTape *tape, GError **error);
void rensa_c_plan_free (RensaCPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaCPlan, rensa_c_plan_free)

RensaCBuffer *rensa_c_plan_find (RensaCPlan *plan, RensaArray *array);
/* Position of the first element of @array in its buffer, and distance between elements along @axis,
 * both in elements. */
gint64 rensa_c_get_place (RensaArray *array);
gint64 rensa_c_get_stride (RensaArray *array, int axis);

/* Returns "float", for example; NULL for float16. */
const char *rensa_c_get_type (RensaDtype dtype);
/* Returns the member of the workspace for such numbers: "floats". */
const char *rensa_c_get_member (RensaDtype dtype);
/* Returns a literal that is parsed as exactly the same number. */
char *rensa_c_write_number (RensaDtype dtype, double value);
/* Returns the letters, digits and _ of @text, at most 40; never empty, and never a C keyword,
 * because it ends with @ending, which begins with _. */
char *rensa_c_write_name (const char *text, const char *ending);

/**
 * RensaCWriter:
 * @helpers: functions before the others
 * @taken: names of the functions in @helpers
 * @body: body of the function being written
 * @ends: indentation of its open braces
 */
typedef struct
{
  RensaCPlan *plan;
  GString *helpers;
  GHashTable *taken;
  GString *body;
  int indent;
  GArray *ends;
} RensaCWriter;

void rensa_c_line (RensaCWriter *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void rensa_c_gap (RensaCWriter *self);
/* Begins a loop over @n values around the following statement or brace; no loop if @n is 1. */
void rensa_c_loop (RensaCWriter *self, const char *index, gint64 n);
void rensa_c_if (RensaCWriter *self, const char *condition);
void rensa_c_brace (RensaCWriter *self);
/* Ends the loops around a statement; ends a brace and the loops around it. */
void rensa_c_end_loops (RensaCWriter *self);
void rensa_c_end (RensaCWriter *self);
/* Begins a loop for each axis of @shape in @mask, with the index of that axis. */
void rensa_c_loop_axes (RensaCWriter *self, const RensaShape *shape, guint mask);
/* Returns "h3[5 + i * 16 + j]": the element of @array with the index @indices along each axis;
 * NULL, or an axis of one element, means 0. */
char *rensa_c_write_element (RensaCWriter *self, RensaArray *array, const char *const *indices);
/* "i0", "i1", …: index names of the axes. */
extern const char *const rensa_c_indices[RENSA_MAX_NDIM];

/* Adds the kernel to the helpers as a C function for numbers of @dtype, including all functions
 * that it calls. Returns its name; NULL with an error if it needs functions that C99 does not have. */
char *rensa_c_write_kernel (RensaCWriter *self, const RensaKernel *kernel, RensaDtype dtype, GError **error);
/* Translates @code, in the notation of k.h, for numbers of @dtype; adds the called functions to the
 * helpers. */
char *rensa_c_translate (RensaCWriter *self, const char *code, RensaDtype dtype, GError **error);
/* Adds the helper @name with @code, unless it already exists. */
void rensa_c_add_helper (RensaCWriter *self, const char *name, const char *code);

/* Append the operation to the body. */
gboolean rensa_c_write_elementwise (RensaCWriter *self, const RensaTapeOp *op, GError **error);
gboolean rensa_c_write_index_map (RensaCWriter *self, const RensaTapeOp *op, GError **error);
gboolean rensa_c_write_program (RensaCWriter *self, const RensaTapeOp *op, GError **error);
void rensa_c_write_rows (RensaCWriter *self, const RensaTapeOp *op);
void rensa_c_write_windows (RensaCWriter *self, const RensaTapeOp *op);

/**
 * RensaCTexts:
 * @stem: base name of files and functions: "moons"
 * @program: the .c file
 * @header: the .h file
 * @weights: (nullable): contents of the weights file
 */
typedef struct
{
  char *stem;
  char *program;
  char *header;
  GBytes *weights;
} RensaCTexts;

/**
 * RensaCFace:
 * @title: title of the document
 * @form: (nullable): form of its examples before preprocessing, if the model has one input
 * @labels: (nullable): class names of the answer, if it has classes
 *
 * Human-readable names of inputs and outputs.
 */
typedef struct
{
  const char *title;
  const RensaExampleForm *form;
  const char *const *labels;
} RensaCFace;

/* @stem: letters, digits and _ */
gboolean rensa_c_write_texts (RensaCPlan *plan, const char *stem, const RensaCFace *face, RensaCTexts *texts,
                              GError **error);
/* Writes functions that make an example from bytes or words, and return class names, if the data has them. */
void rensa_c_write_examples (const RensaCFace *face, gint64 n_answers, const char *stem, GString *header,
                             GString *program);
void rensa_c_texts_clear (RensaCTexts *texts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCTexts, rensa_c_texts_clear)

/* Writes one function for each node, and the calls of these functions (element-type utf8). */
gboolean rensa_c_write_steps (RensaCWriter *self, const char *stem, GString *text, GPtrArray *calls, GError **error);
/* "MOONS" */
char *rensa_c_write_capitals (const char *stem);

G_END_DECLS
