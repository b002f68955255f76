/* test-onnx-windows.c: operators on windows, layers and constants, with answers worked out by hand.
 * SPDX-License-Identifier: MIT */

#include "onnx-graph.h"
#include "rensa-init.h"

static const GraphRow pooling[] = {
  { "MaxPool", 12, "kernel_shape=[2] strides=[2]", "f 1, 1, 5: 1 2 3 4 5", "", "f 1, 1, 2: 2 4" },
  { "MaxPool", 12, "kernel_shape=[2] strides=[2] ceil_mode=1", "f 1, 1, 5: 1 2 3 4 5", "", "f 1, 1, 3: 2 4 5" },
  { "MaxPool", 12, "kernel_shape=[2] pads=[0,1]", "f 1, 1, 3: -1 -2 -3", "", "f 1, 1, 3: -1 -2 -3" },
  { "MaxPool", 12, "kernel_shape=[2] dilations=[2]", "f 1, 1, 4: 4 1 2 3", "", "f 1, 1, 2: 4 3" },
  { "MaxPool", 12, "kernel_shape=[2] auto_pad=SAME_LOWER", "f 1, 1, 3: 1 2 3", "", "f 1, 1, 3: 1 2 3" },
  { "MaxPool", 12, "kernel_shape=[2] auto_pad=SAME_UPPER", "f 1, 1, 3: 1 2 3", "", "f 1, 1, 3: 2 3 3" },
  { "MaxPool", 12, "kernel_shape=[2] auto_pad=SAME", "f 1, 1, 3: 1 2 3", "", "!auto_pad = SAME is not supported" },
  { "MaxPool", 12, "kernel_shape=[2]", "u 1, 1, 3: 1 200 3", "", "u 1, 1, 2: 200 200" },
  { "MaxPool", 12, "kernel_shape=[2,2]", "f 1, 1, 3: 1 2 3", "", "!kernel_shape must have 1 numbers, but has 2" },
  { "MaxPool", 12, "kernel_shape=[2] strides=[0]", "f 1, 1, 3: 1 2 3", "", "!strides must be at least 1, but is 0" },
  { "MaxPool", 12, "strides=[1]", "f 1, 1, 3: 1 2 3", "", "!kernel_shape is missing" },
  { "MaxPool", 12, "kernel_shape=[2]", "f 1, 3: 1 2 3", "", "!expected an array with spatial axes" },
  { "MaxPool", 12, "kernel_shape=[2]", "f 1, 1, 3: 1 2 3", "", "f 1, 1, 2: 2 3" },
  { "AveragePool", 19, "kernel_shape=[2] pads=[1,0]", "f 1, 1, 3: 1 2 3", "", "f 1, 1, 3: 1 1.5 2.5" },
  { "AveragePool", 19, "kernel_shape=[2] pads=[1,0] count_include_pad=1", "f 1, 1, 3: 1 2 3", "",
    "f 1, 1, 3: 0.5 1.5 2.5" },
  { "AveragePool", 19, "kernel_shape=[2] strides=[2] ceil_mode=1", "f 1, 1, 3: 1 2 3", "", "f 1, 1, 2: 1.5 3" },
  { "AveragePool", 19, "kernel_shape=[2] dilations=[2]", "f 1, 1, 3: 1 2 3", "", "!dilations = (2,) is not supported" },
  { "LpPool", 18, "kernel_shape=[2] p=1", "f 1, 1, 3: 1 -2 3", "", "f 1, 1, 2: 3 5" },
  { "LpPool", 18, "kernel_shape=[2] pads=[1,0]", "f 1, 1, 2: 3 -4", "", "f 1, 1, 2: 3 5" },
  { "LpPool", 18, "kernel_shape=[2] ceil_mode=1", "f 1, 1, 2: 3 4", "", "!ceil_mode = 1 is not supported" },
  { "LpPool", 18, "kernel_shape=[2] p=0", "f 1, 1, 2: 3 4", "", "!p = < 1 is not supported" },
  { "GlobalMaxPool", 6, "", "f 1, 2, 2: 1 2 3 4", "", "f 1, 2, 1: 2 4" },
  { "GlobalAveragePool", 6, "", "f 1, 2: 1 2", "", "!expected an array with spatial axes" },
  { "MaxRoiPool", 6, "pooled_shape=[1,1]", "f 1, 1, 2, 2: 1 2 3 4", "f 1, 5: 0 0 0 1 1", "f 1, 1, 1, 1: 4" },
  { "MaxRoiPool", 6, "pooled_shape=[1]", "f 1, 1, 2, 2: 1 2 3 4", "f 1, 5: 0 0 0 1 1",
    "!pooled_shape must have 2 numbers" },
};

/* The file leaves the lengths open: what holds for 64 elements need not hold for others. */
static const GraphRow open_axes[] = {
  { "MaxPool", 12, "kernel_shape=[2] strides=[2] ceil_mode=1", "f 1?, 1, 5?: 1 2 3 4 5", "", "f 1, 1, 3: 2 4 5" },
  { "MaxPool", 12, "kernel_shape=[3] strides=[2] pads=[1,1] ceil_mode=1", "f 1?, 1, 4?: 1 2 3 4", "",
    "f 1, 1, 3: 2 4 4" },
  { "MaxPool", 12, "kernel_shape=[1] strides=[2] ceil_mode=1", "f 1?, 1, 4?: 1 2 3 4", "", "!x must have the shape" },
  { "AveragePool", 19, "kernel_shape=[2] strides=[2] ceil_mode=1", "f 1?, 1, 5?: 1 2 3 4 5", "",
    "!x must have the shape" },
  { "MaxPool", 12, "kernel_shape=[2] auto_pad=SAME_UPPER", "f 1?, 1, 3?: 1 2 3", "", "!x must have the shape" },
  { "Split", 13, "axis=0", "f 3?, 1: 1 2 3", "", "!x must have the shape;" },
  { "Split", 13, "axis=0", "f 3?, 1: 1 2 3", "i 2: 1 2", "!expected parts with a total length of 2, found 3;" },
  { "Flatten", 13, "axis=0", "f 3?, 2: 1 2 3 4 5 6", "", "f 1, 6: 1 2 3 4 5 6" },
  { "Softmax", 11, "axis=1", "f 1?, 2?: 0 0", "", "f 1, 2: 0.5 0.5" },
  { "Softmax", 11, "axis=1", "f 1?, 2?, 1: 0 0", "", "!x must have the shape" },
  { "Hardmax", 13, "axis=0", "f 3?, 1: 3 1 2", "", "!x must have the shape (2, 1), but has (3, 1)" },
  { "GRU", 14, "hidden_size=1", "f 3?, 1?, 1: 1 0 0", "f 1, 3, 1: 0 0 1;f 1, 3, 1: 0 0 0", "!x must have the shape" },
  { "LayerNormalization", 17, "axis=0 epsilon=0.0", "f 2?, 1: 1 3", "f 2, 1: 1 1", "f 2, 1: -1 1" },
  { "Slice", 13, "", "f 3?, 1: 1 2 3", "i 1: -2;i 1: 99", "f 2, 1: 2 3" },
  { "Gather", 13, "axis=1", "f 1?, 3?: 1 2 3", "i 1: -1", "f 1, 1: 3" },
  { "Conv", 11, "", "f 1?, 1, 3?: 1 2 3", "f 1, 1, 2: 1 1", "f 1, 1, 2: 3 5" },
  { "GlobalAveragePool", 6, "", "f 1?, 1, 3?: 1 2 6", "", "f 1, 1, 1: 3" },
  { "ReduceMean", 18, "keepdims=0", "f 1?, 3?: 1 2 6", "", "f : 3" },
};

static const GraphRow convolutions[] = {
  { "Conv", 11, "pads=[1,0]", "f 1, 1, 3: 1 2 3", "f 1, 1, 2: 1 10;f 1: 0.5", "f 1, 1, 3: 10.5 21.5 32.5" },
  { "Conv", 11, "strides=[2] dilations=[2]", "f 1, 1, 5: 1 2 3 4 5", "f 1, 1, 2: 1 10", "f 1, 1, 2: 31 53" },
  { "Conv", 11, "auto_pad=SAME_LOWER", "f 1, 1, 2: 1 2", "f 1, 1, 2: 1 10", "f 1, 1, 2: 10 21" },
  { "Conv", 11, "group=2", "f 1, 2, 1: 1 2", "f 2, 1, 1: 3 4", "f 1, 2, 1: 3 8" },
  { "Conv", 11, "group=2", "f 1, 3, 1: 1 2 3", "f 3, 1, 1: 3 4 5",
    "!the number of groups must divide the number of channels, but is 2" },
  { "Conv", 11, "", "f 1, 1, 1, 1: 1", "f 1, 1, 1: 1", "!the weights must have the same number of axes as the input" },
  { "Conv", 11, "pads=[1]", "f 1, 1, 3: 1 2 3", "f 1, 1, 2: 1 1", "!pads must have 2 numbers, but has 1" },
  { "Conv", 11, "pads=[-1,0]", "f 1, 1, 3: 1 2 3", "f 1, 1, 2: 1 1", "!pads must be at least 0, but is -1" },
  { "ConvTranspose", 11, "strides=[2]", "f 1, 1, 2: 1 2", "f 1, 1, 2: 1 10", "f 1, 1, 4: 1 10 2 20" },
  { "ConvTranspose", 11, "strides=[2] output_padding=[1]", "f 1, 1, 2: 1 2", "f 1, 1, 2: 1 10;f 1: 5",
    "f 1, 1, 5: 6 15 7 25 5" },
  { "ConvTranspose", 11, "strides=[2] auto_pad=SAME_UPPER", "f 1, 1, 2: 1 2", "f 1, 1, 3: 1 10 100",
    "f 1, 1, 4: 1 10 102 20" },
  { "ConvTranspose", 11, "pads=[1,0]", "f 1, 1, 2: 1 2", "f 1, 1, 2: 1 10", "f 1, 1, 2: 12 20" },
  { "ConvTranspose", 11, "strides=[2] output_shape=[3]", "f 1, 1, 2: 1 2", "f 1, 1, 2: 1 10", "f 1, 1, 3: 10 2 20" },
  { "ConvTranspose", 11, "output_shape=[9]", "f 1, 1, 2: 1 2", "f 1, 1, 2: 1 10",
    "!the output must not extend beyond the windows" },
  { "ConvTranspose", 11, "output_padding=[1,1]", "f 1, 1, 2: 1 2", "f 1, 1, 2: 1 10",
    "!output_padding must have 1 numbers, but has 2" },
};

static const GraphRow normalization[] = {
  { "BatchNormalization", 15, "epsilon=0.0", "f 1, 2: 3 5", "f 2: 2 1;f 2: 1 0;f 2: 1 1;f 2: 4 16", "f 1, 2: 3 1" },
  { "BatchNormalization", 15, "training_mode=1", "f 1, 1: 3", "f 1: 2;f 1: 1;f 1: 1;f 1: 4",
    "!training_mode = 1 is not supported" },
  { "BatchNormalization", 7, "spatial=0", "f 1, 1, 1: 3", "f 1: 2;f 1: 1;f 1: 1;f 1: 4",
    "!spatial = 0 is not supported" },
  { "BatchNormalization", 15, "", "f 1, 1: 3", "f 1: 2;f 1: 1;f 1: 1", "!input 4 is missing" },
  { "BatchNormalization", 15, "", "f 1, 2: 3 4", "f 3: 2 2 2;f 3: 1 1 1;f 3: 1 1 1;f 3: 4 4 4", "!BatchNormalization" },
  { "InstanceNormalization", 6, "epsilon=0.0", "f 1, 1, 2: 1 3", "f 1: 2;f 1: 1", "f 1, 1, 2: -1 3" },
  { "LayerNormalization", 17, "epsilon=0.0", "f 1, 2: 1 3", "f 2: 1 2;f 2: 0 1", "f 1, 2: -1 3; f 1, 1: 2; f 1, 1: 1" },
  { "LayerNormalization", 17, "epsilon=0.0 axis=1", "f 1, 2, 1: 1 3", "f 2, 1: 1 2", "f 1, 2, 1: -1 2" },
  { "RMSNormalization", 23, "epsilon=0.0", "f 1, 2: 1 7", "f 2: 1 2", "f 1, 2: 0.2 2.8" },
  { "GroupNormalization", 18, "num_groups=1 epsilon=0.0", "f 1, 2, 1: 1 3", "f 1: 2;f 1: 1", "f 1, 2, 1: -1 3" },
  { "GroupNormalization", 21, "num_groups=1 epsilon=0.0", "f 1, 2, 1: 1 3", "f 2: 2 1;f 2: 1 0", "f 1, 2, 1: -1 1" },
  { "LRN", 13, "size=3 alpha=3.0 beta=1.0 bias=1.0", "f 1, 4, 1: 1 1 1 1", "",
    "f 1, 4, 1: 0.33333333 0.25 0.25 0.33333333" },
  { "LRN", 13, "size=2 alpha=2.0 beta=1.0 bias=1.0", "f 1, 4, 1: 1 1 1 2", "", "!size = 2 is not supported" },
  { "LpNormalization", 6, "p=1", "f 2, 2: 1 -3 0 0", "", "f 2, 2: 0.25 -0.75 0 0" },
  { "LpNormalization", 6, "axis=0", "f 2, 1: 3 -4", "", "f 2, 1: 0.6 -0.8" },
  { "LpNormalization", 6, "p=3", "f 1, 2: 1 2", "", "!p = 3 is not supported" },
  { "MeanVarianceNormalization", 13, "axes=[1]", "f 1, 2: 1 3", "", "f 1, 2: -1 1" },
};

static const GraphRow resizing[] = {
  { "Upsample", 9, "", "f 1, 1, 2: 1 2", "f 3: 1 1 2", "f 1, 1, 4: 1 1 2 2" },
  { "Resize", 13, "", "f 1, 1, 4: 1 2 3 4", ";;i 3: 1 1 2", "f 1, 1, 2: 1 3" },
  { "Resize", 13, "mode=linear", "f 1, 1, 2: 1 3", ";f 3: 1 1 2", "f 1, 1, 4: 1 1.5 2.5 3" },
  { "Resize", 13, "mode=linear coordinate_transformation_mode=align_corners", "f 1, 1, 2: 1 3", ";;i 3: 1 1 3",
    "f 1, 1, 3: 1 2 3" },
  { "Resize", 13, "mode=linear coordinate_transformation_mode=asymmetric", "f 1, 1, 2: 1 3", ";f 3: 1 1 2",
    "f 1, 1, 4: 1 2 3 3" },
  { "Resize", 13, "nearest_mode=ceil coordinate_transformation_mode=asymmetric", "f 1, 1, 2: 1 3", ";f 3: 1 1 2",
    "f 1, 1, 4: 1 3 3 3" },
  { "Resize", 18, "mode=linear antialias=1", "f 1, 1, 4: 1 2 3 4", ";f 3: 1 1 0.5", "f 1, 1, 2: 1.625 3.375" },
  { "Resize", 18, "axes=[2]", "f 1, 1, 2: 1 2", ";f 1: 2", "f 1, 1, 4: 1 1 2 2" },
  { "Resize", 13, "mode=area", "f 1, 1, 2: 1 2", ";f 3: 1 1 2", "!mode = area is not supported" },
  { "Resize", 18, "keep_aspect_ratio_policy=not_larger", "f 1, 1, 2: 1 2", ";;i 3: 1 1 4",
    "!keep_aspect_ratio_policy = not_larger is not supported" },
  { "Resize", 13, "", "f 1, 1, 2: 1 2", "", "!expected scales or sizes" },
  { "Resize", 13, "", "f 1, 1, 2: 1 2", ";f 2: 1 2", "!an input must consist of 3 constant numbers" },
  { "Resize", 13, "", "f 1, 1, 2: 1 2", ";f 3: 1 1 -2", "!expected a length, found -1" },
  { "Resize", 18, "axes=[0,1,2,0]", "f 1, 1, 2: 1 2", ";f 4: 1 1 1 1", "!expected at most 3 axes, found 4" },
};

/* One unit, one input, and weights for which a step is a short formula; W, R and B in the order of the gates in ONNX. */
static const GraphRow recurrent[] = {
  { "RNN", 14, "hidden_size=1", "f 2, 1, 1: 0.5 0", "f 1, 1, 1: 1;f 1, 1, 1: 2;f 1, 2: 0.25 0.25",
    "f 2, 1, 1, 1: 0.76159416 0.96562975; f 1, 1, 1: 0.96562975" },
  { "RNN", 14, "hidden_size=1 direction=reverse", "f 2, 1, 1: 0 0.5", "f 1, 1, 1: 1;f 1, 1, 1: 2;f 1, 2: 0.25 0.25",
    "f 2, 1, 1, 1: 0.96562975 0.76159416; f 1, 1, 1: 0.96562975" },
  /* i = o = f = σ(0) = 0.5 and c = tanh (x): c₁ = 0.5 tanh 1, c₂ = 0.5 c₁, h = 0.5 tanh c */
  { "LSTM", 14, "hidden_size=1", "f 2, 1, 1: 1 0", "f 1, 4, 1: 0 0 0 1;f 1, 4, 1: 0 0 0 0",
    "f 2, 1, 1, 1: 0.18170006 0.09407262; f 1, 1, 1: 0.09407262; f 1, 1, 1: 0.19039854" },
  { "LSTM", 14, "hidden_size=1", "f 1, 1, 1: 0", "f 1, 4, 1: 0 0 0 1;f 1, 4, 1: 0 0 0 0;;;f 1, 1, 1: 0;f 1, 1, 1: 1",
    "f 1, 1, 1, 1: 0.23105858" },
  /* z = σ(0) = 0.5 and c = tanh (x): h₁ = 0.5 tanh 1, h₂ = 0.5 h₁ */
  { "GRU", 14, "hidden_size=1", "f 2, 1, 1: 1 0", "f 1, 3, 1: 0 0 1;f 1, 3, 1: 0 0 0",
    "f 2, 1, 1, 1: 0.38079708 0.19039854" },
  { "GRU", 14, "hidden_size=1 linear_before_reset=1", "f 2, 1, 1: 1 0", "f 1, 3, 1: 0 0 1;f 1, 3, 1: 0 0 0",
    "f 2, 1, 1, 1: 0.38079708 0.19039854" },
  { "LSTM", 14, "hidden_size=1 input_forget=1", "f 1, 1, 1: 1", "f 1, 4, 1: 0 0 0 1;f 1, 4, 1: 0 0 0 0",
    "!input_forget = 1 is not supported" },
  { "LSTM", 14, "hidden_size=1 clip=2.5", "f 1, 1, 1: 1", "f 1, 4, 1: 0 0 0 1;f 1, 4, 1: 0 0 0 0",
    "!clip = 2.5 is not supported" },
  { "LSTM", 14, "hidden_size=1", "f 1, 1, 1: 1", "f 1, 4, 1: 0 0 0 1;f 1, 4, 1: 0 0 0 0;;;;;f 1, 3: 1 1 1",
    "!P = given is not supported" },
  { "RNN", 14, "hidden_size=1", "f 2, 1, 1: 1 1", "f 1, 1, 1: 1;f 1, 1, 1: 2;;i 1: 1",
    "!sequence_lens = 1 is not supported" },
  { "RNN", 14, "hidden_size=1", "f 1, 1: 1", "f 1, 1, 1: 1;f 1, 1, 1: 2",
    "!the input and the weights must have three axes" },
  { "LSTM", 14, "hidden_size=1", "f 1, 1, 1: 1", "f 1, 3, 1: 0 0 1;f 1, 4, 1: 0 0 0 0", "!LSTM" },
};

/* Nodes whose inputs are shapes or constants; what is computed cannot be one. */
static const GraphRow constants[] = {
  { "EyeLike", 9, "k=1", "f 2, 3: 1 2 3 4 5 6", "", "f 2, 3: 0 1 0 0 0 1" },
  { "EyeLike", 9, "dtype=7", "f 2, 2: 1 2 3 4", "", "i 2, 2: 1 0 0 1" },
  { "EyeLike", 9, "", "f 2: 1 2", "", "!expected a matrix" },
  { "Size", 13, "", "f 2, 3: 1 2 3 4 5 6", "", "i : 6" },
  { "Shape", 15, "start=-2 end=-1", "f 1, 2, 3: 1 2 3 4 5 6", "", "i 1: 2" },
  { "ConstantOfShape", 9, "", "i 2: 1 2", "", "!an input must be a constant, but “x” is computed" },
  { "Range", 11, "", "f : 1", "f : 2;f : 1", "!an input must be a single constant number" },
  { "NonZero", 13, "", "f 2: 1 2", "", "!an input must be a constant, but “x” is computed" },
  { "Reshape", 14, "", "i 1: 1", "", "!input 1 is missing" },
  { "If", 13, "", "b : 1", "", "!branching on computed values is not supported; the condition must be a constant" },
  { "QuantizeLinear", 13, "", "f 1, 2: 1 2", "f : 0.5;u : 0",
    "!quantized computation is not supported; the values must be constants" },
  { "DynamicQuantizeLinear", 11, "", "f 1, 2: 1 2", "", "!quantized computation is not supported" },
  { "Loop", 13, "", "f 1, 2: 1 2", "", "!this operator is not supported" },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  graph_add_rows ("/importers/onnx/windows/pooling", pooling, G_N_ELEMENTS (pooling));
  graph_add_rows ("/importers/onnx/windows/open-axes", open_axes, G_N_ELEMENTS (open_axes));
  graph_add_rows ("/importers/onnx/windows/convolutions", convolutions, G_N_ELEMENTS (convolutions));
  graph_add_rows ("/importers/onnx/windows/normalization", normalization, G_N_ELEMENTS (normalization));
  graph_add_rows ("/importers/onnx/windows/resizing", resizing, G_N_ELEMENTS (resizing));
  graph_add_rows ("/importers/onnx/windows/recurrent", recurrent, G_N_ELEMENTS (recurrent));
  graph_add_rows ("/importers/onnx/windows/constants", constants, G_N_ELEMENTS (constants));
  return g_test_run ();
}
