/* rensa-c-private.h: the parts of the writer of C programs.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "rensa-tape-private.h"
#include "rensa-transform.h"

G_BEGIN_DECLS

/**
 * RensaCBuffer: a piece of memory of a tape
 * @name: what the program calls it: "h3", "l1_W"
 * @count: elements
 * @varies: it is computed, else it is a constant
 * @offset: of the first element in the workspace; of a constant, in the file of weights, or -1 where the program holds it
 * @first: the operation that needs it first, -1 for an input
 * @last: the last one; the number of operations for the output
 * @array: one that lies in it
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
 * @ops: (element-type RensaTapeOp): those that the output needs, borrowed from @tape
 * @buffers: (element-type RensaCBuffer): in the order in which they are needed
 * @sizes: of the workspace, in elements of each type
 * @n_weights: of the file of weights, in floats; 0 where there is none
 *
 * A tape as it will be a program.
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

/* @tape is borrowed. NULL with an error where C99 has no such numbers, or the memory is more than an int counts. */
RensaCPlan *rensa_c_plan_new (RensaTape *tape, GError **error);
void rensa_c_plan_free (RensaCPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RensaCPlan, rensa_c_plan_free)

RensaCBuffer *rensa_c_plan_find (RensaCPlan *plan, RensaArray *array);
/* Where the first element of @array lies in its buffer, in elements; and how far it is along @axis to the next one. */
gint64 rensa_c_get_place (RensaArray *array);
gint64 rensa_c_get_stride (RensaArray *array, int axis);

/* "float"; NULL for float16. */
const char *rensa_c_get_type (RensaDtype dtype);
/* The part of the workspace that holds such numbers: "floats". */
const char *rensa_c_get_member (RensaDtype dtype);
/* A literal that is read as the same number. */
char *rensa_c_write_number (RensaDtype dtype, double value);
/* Letters, digits and _ of @text, no more than 40; never empty, and never a word of C: it ends in @ending, which begins with _. */
char *rensa_c_write_name (const char *text, const char *ending);

/**
 * RensaCWriter:
 * @helpers: functions that stand before the others
 * @taken: the names of functions that stand there
 * @body: of the function that is being written
 * @ends: the indents of the braces that are open in it
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
/* A loop of @n around what follows, which is one statement or begins with a brace; where @n is 1 there is none. */
void rensa_c_loop (RensaCWriter *self, const char *index, gint64 n);
void rensa_c_if (RensaCWriter *self, const char *condition);
void rensa_c_brace (RensaCWriter *self);
/* Ends the loops around a statement; ends a brace with the loops around it. */
void rensa_c_end_loops (RensaCWriter *self);
void rensa_c_end (RensaCWriter *self);
/* A loop for each axis of @shape that is in @mask, with the index of that axis. */
void rensa_c_loop_axes (RensaCWriter *self, const RensaShape *shape, guint mask);
/* "h3[5 + i * 16 + j]": the element of @array whose index along each axis is @indices; NULL, or an axis of one element, is 0. */
char *rensa_c_write_element (RensaCWriter *self, RensaArray *array, const char *const *indices);
/* "i0", "i1", …: an index for each axis. */
extern const char *const rensa_c_indices[RENSA_MAX_NDIM];

/* The kernel as a function of C for numbers of @dtype, with all that it calls, stands among the helpers. Returns what it is called there;
 * NULL with an error where it needs functions that C99 does not have. */
char *rensa_c_write_kernel (RensaCWriter *self, const RensaKernel *kernel, RensaDtype dtype, GError **error);
/* @code, in the words of k.h, for numbers of @dtype; what it calls stands among the helpers. */
char *rensa_c_translate (RensaCWriter *self, const char *code, RensaDtype dtype, GError **error);
/* Has the helper @name stand there, once: @code. */
void rensa_c_add_helper (RensaCWriter *self, const char *name, const char *code);

/* Append the operation to the body. */
gboolean rensa_c_write_elementwise (RensaCWriter *self, const RensaTapeOp *op, GError **error);
gboolean rensa_c_write_index_map (RensaCWriter *self, const RensaTapeOp *op, GError **error);
gboolean rensa_c_write_program (RensaCWriter *self, const RensaTapeOp *op, GError **error);
void rensa_c_write_rows (RensaCWriter *self, const RensaTapeOp *op);
void rensa_c_write_windows (RensaCWriter *self, const RensaTapeOp *op);

/**
 * RensaCTexts:
 * @stem: what files and functions are called: "moons"
 * @program: the .c
 * @header: the .h
 * @weights: (nullable): what belongs into the file of weights
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
 * @title: of the document
 * @form: (nullable): of its examples, before the preprocessing, where the model has one input
 * @labels: (nullable): of the classes that the answer has, where it has some
 *
 * What people call what the program takes and gives.
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
/* Functions that make an example of bytes or words, and names of classes, as far as the data have them. */
void rensa_c_write_examples (const RensaCFace *face, gint64 n_answers, const char *stem, GString *header,
                             GString *program);
void rensa_c_texts_clear (RensaCTexts *texts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RensaCTexts, rensa_c_texts_clear)

/* The functions of the steps, one for each node, and their calls (element-type utf8). */
gboolean rensa_c_write_steps (RensaCWriter *self, const char *stem, GString *text, GPtrArray *calls, GError **error);
/* "MOONS" */
char *rensa_c_write_capitals (const char *stem);

G_END_DECLS
