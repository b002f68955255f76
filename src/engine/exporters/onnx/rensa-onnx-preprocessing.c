/* rensa-onnx-preprocessing.c: preprocessing as operators.
 * SPDX-License-Identifier: MIT */

#include "rensa-onnx-model-private.h"

#include "rensa-array-private.h"
#include "rensa-fault.h"
#include "rensa-language.h"
#include "rensa-onnx-run-private.h"

/* @n examples of @form. */
static RensaShape
get_shape (const RensaExampleForm *form, gint64 n)
{
  RensaShape shape = { .ndim = form->type.shape.ndim + 1, .dims = { n } };

  for (int i = 0; i < form->type.shape.ndim; i++)
    shape.dims[i + 1] = form->type.shape.dims[i];
  return shape;
}

static void
bind_picture (RensaOnnxRun *run, const char *name, const RensaPicture *picture)
{
  const double extents[] = { (double) picture->n_channels, (double) picture->height, (double) picture->width };

  rensa_onnx_run_bind_numbers (run, name, extents, G_N_ELEMENTS (extents), TRUE);
}

static gboolean
bind_figures (RensaOnnxRun *run, RensaPreprocessing *preprocessing, guint step, GError **error)
{
  const RensaTransformClass *class = (const RensaTransformClass *) run->component;

  for (guint i = 0; i < rensa_transform_class_count_figures (class); i++)
    {
      RensaArray *figure = rensa_preprocessing_get_figure (preprocessing, step, i);
      g_autofree double *numbers = rensa_transform_get_doubles (figure, error);

      if (numbers == NULL)
        return FALSE;
      rensa_onnx_run_bind_numbers (run, class->figures[i], numbers, (guint) figure->count, FALSE);
    }
  return TRUE;
}

/* The form "onnx" of a transform takes x, statistics, and the pictures before and after it as lists
 * of channels, height and width; "fill" is the value beyond their edge. */
static RensaOnnxValue *
write_step (RensaOnnxGraph *graph, RensaPreprocessing *preprocessing, guint step, RensaOnnxValue *x, GError **error)
{
  RensaAttrs *attrs = rensa_preprocessing_get_attrs (preprocessing, step);
  const RensaComponent *component = rensa_attrs_get_component (attrs);
  const char *form = rensa_component_get_form (component, "onnx");
  const RensaExampleForm *before = rensa_preprocessing_get_form (preprocessing, step);
  const RensaExampleForm *after = rensa_preprocessing_get_form (preprocessing, step + 1);
  RensaOnnxValue type = { .dtype = x->dtype, .shape = get_shape (after, x->shape.dims[0]), .is_shaped = TRUE };
  g_autoptr (RensaOnnxRun) run =
      rensa_onnx_run_new (graph, "preprocessing", component, rensa_attrs_get_values (attrs), x->dtype);
  const double fill = before->picture.white > before->picture.black ? before->picture.black : 0;
  g_autoptr (GPtrArray) made = NULL;

  if (form == NULL)
    {
      rensa_set_words (error, RENSA_ERROR_NOT_FOUND, N_ ("%s has no %s"), "ONNX", component->name);
      return NULL;
    }
  rensa_onnx_run_bind (run, "x", &x, 1, FALSE);
  rensa_onnx_run_bind (run, "out", (RensaOnnxValue *[]){ &type }, 1, FALSE);
  bind_picture (run, "before", &before->picture);
  bind_picture (run, "after", &after->picture);
  rensa_onnx_run_bind_numbers (run, "fill", &fill, 1, FALSE);
  made = bind_figures (run, preprocessing, step, error) ? rensa_onnx_run_form (run, form, error) : NULL;
  if (made == NULL)
    return NULL;
  x = made->pdata[0];
  x->shape = type.shape;
  x->is_shaped = TRUE;
  return x;
}

RensaOnnxValue *
rensa_onnx_write_preprocessing (RensaOnnxGraph *graph, RensaPreprocessing *preprocessing, RensaOnnxValue *x,
                                RensaArray *prepared, GError **error)
{
  RensaOnnxValue *y =
      rensa_dtype_is_floating (x->dtype) ? x : rensa_onnx_graph_cast (graph, "preprocessing", x, prepared->dtype);

  for (guint step = 0; step < rensa_preprocessing_get_n_steps (preprocessing); step++)
    {
      const RensaTransformClass *class =
          (const RensaTransformClass *) rensa_attrs_get_component (rensa_preprocessing_get_attrs (preprocessing, step));

      if (class->in_training_only)
        continue;
      y = write_step (graph, preprocessing, step, y, error);
      if (y == NULL)
        {
          g_prefix_error (error, "data." RENSA_PREPROCESSING ".%u: ", step);
          return NULL;
        }
    }
  return rensa_onnx_graph_cast (graph, "preprocessing", y, prepared->dtype);
}
