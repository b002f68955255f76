/* onnx-sample.h: samples of functions and links as ONNX files.
 * SPDX-License-Identifier: MIT */

#pragma once

#include "calls.h"
#include "rensa-link.h"

/**
 * OnnxSample:
 * @inputs, @n_inputs: of the call, float32 in place of float64; NULL for one that is not given
 * @outputs, @n_outputs: what comes out in test mode
 * @model: (nullable): the file
 * @refusal: (nullable): why there is none
 */
typedef struct
{
  int n_inputs;
  RensaArray *inputs[MAX_INPUTS];
  int n_outputs;
  RensaArray *outputs[MAX_OUTPUTS];
  GBytes *model;
  char *refusal;
} OnnxSample;

void onnx_sample_init (OnnxSample *sample, const RensaFunctionClass *class, guint i);
void onnx_sample_init_link (OnnxSample *sample, const RensaLinkClass *class, guint i);
void onnx_sample_clear (OnnxSample *sample);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OnnxSample, onnx_sample_clear)
