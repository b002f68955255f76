/* test-onnx-operators.c: operators on elements, axes and indices, with answers worked out by hand.
 * SPDX-License-Identifier: MIT */

#include "onnx-graph.h"
#include "rensa-init.h"

/* Formulas of one number */
static const GraphRow curves[] = {
  { "Celu", 12, "alpha=2.0", "f 1, 3: -2 0 3", "", "f 1, 3: -1.26424112 0 3" },
  { "Shrink", 9, "lambd=1.5 bias=0.5", "f 1, 5: -2 -1.5 0 1 3", "", "f 1, 5: -1.5 0 0 0 2.5" },
  { "Swish", 24, "alpha=2.0", "f 1, 2: 0 1", "", "f 1, 2: 0 0.88079708" },
  { "ThresholdedRelu", 10, "", "f 1, 3: 0.5 1 1.5", "", "f 1, 3: 0 0 1.5" },
  { "HardSigmoid", 6, "alpha=0.5 beta=0.25", "f 1, 4: -1 0 1 2", "", "f 1, 4: 0 0.25 0.75 1" },
  { "HardSwish", 14, "", "f 1, 3: -4 1 4", "", "f 1, 3: 0 0.66666667 4" },
  { "Mish", 18, "", "f 1, 2: 0 1", "", "f 1, 2: 0 0.86509839" },
  { "Selu", 6, "alpha=2.0 gamma=3.0", "f 1, 2: -1 2", "", "f 1, 2: -3.79272335 6" },
  { "Gelu", 20, "approximate=tanh", "f 1, 2: 0 1", "", "f 1, 2: 0 0.84119199" },
  { "Gelu", 20, "approximate=cubic", "f 1, 2: 0 1", "", "!cubic" },
  { "Clip", 6, "min=-1.0 max=2.0", "f 1, 3: -3 0 3", "", "f 1, 3: -1 0 2" },
  { "Clip", 13, "", "f 1, 3: -3 0 3", ";f : 1", "f 1, 3: -3 0 1" },
  { "Clip", 13, "", "i 1, 3: -3 0 3", "i : -1;i : 1", "i 1, 3: -1 0 1" },
  { "Clip", 13, "", "f 1, 2: -3 3", "", "f 1, 2: -3 3" },
  { "Clip", 13, "", "f 1, 2: -3 3", "f 2: 0 1", "!an input must be a single constant number" },
  { "PRelu", 16, "", "f 2, 2, 1: -1 2 -3 -4", "f 2, 1: 0.5 0.25", "f 2, 2, 1: -0.5 2 -1.5 -1" },
  { "PRelu", 16, "", "f 1, 2, 2: -1 -2 -3 -4", "f 2: 1 0.5", "f 1, 2, 2: -1 -1 -3 -2" },
  { "Dropout", 13, "", "f 1, 2: 1 2", "f : 0.25", "f 1, 2: 1 2" },
  { "Softmax", 11, "axis=1", "f 1, 2, 2: 0 0 0 0", "", "f 1, 2, 2: 0.25 0.25 0.25 0.25" },
  { "Softmax", 13, "axis=1", "f 1, 2, 2: 0 0 0 0", "", "f 1, 2, 2: 0.5 0.5 0.5 0.5" },
  { "Softmax", 13, "axis=3", "f 1, 2, 2: 0 0 0 0", "", "!expected an axis below 3, found 3" },
  { "LogSoftmax", 11, "axis=1", "f 1, 2: 0 0", "", "f 1, 2: -0.69314718 -0.69314718" },
  { "Hardmax", 13, "axis=1", "f 2, 3: 1 3 3 5 4 3", "", "f 2, 3: 0 1 0 1 0 0" },
  { "Hardmax", 11, "", "f 1, 2: 0 1", "", "!this operator is supported from version 13" },
  { "IsInf", 10, "", "f 1, 4: 1 inf -inf nan", "", "b 1, 4: 0 1 1 0" },
  { "IsInf", 10, "detect_negative=0", "f 1, 3: inf -inf nan", "", "b 1, 3: 1 0 0" },
  { "IsInf", 10, "detect_positive=0", "f 1, 3: inf -inf nan", "", "b 1, 3: 0 1 0" },
  { "IsInf", 10, "detect_positive=0 detect_negative=0", "f 1, 2: inf nan", "", "b 1, 2: 0 0" },
  { "IsNaN", 13, "", "f 1, 3: 1 inf nan", "", "b 1, 3: 0 0 1" },
  { "Not", 6, "", "b 1, 2: 0 1", "", "b 1, 2: 1 0" },
  { "Round", 11, "", "f 1, 4: 0.5 1.5 -0.5 -2.5", "", "f 1, 4: 0 2 0 -2" },
  { "Acosh", 9, "", "f 1, 2: 1 2", "", "f 1, 2: 0 1.3169579" },
  { "Asinh", 9, "", "f 1, 2: 0 1", "", "f 1, 2: 0 0.88137359" },
  { "Neg", 13, "", "h 1, 2: 3 -4", "", "h 1, 2: -3 4" },
  { "Cast", 13, "to=9", "f 1, 3: 0 0.5 -2", "", "b 1, 3: 0 1 1" },
  { "Cast", 13, "to=8", "f 1, 1: 1", "", "!to: the element type 8 string is not supported" },
  { "Cast", 13, "", "f 1, 1: 1", "", "!to: the element type 0  is not supported" },
};

/* Functions of two or more arrays */
static const GraphRow pairs[] = {
  { "Div", 14, "", "i 1, 4: 7 -7 7 -7", "i 4: 2 2 -2 -2", "i 1, 4: 3 -3 -3 3" },
  { "Mod", 13, "", "i 1, 4: 7 -7 7 -7", "i 4: 3 3 -3 -3", "i 1, 4: 1 2 -2 -1" },
  { "Mod", 13, "fmod=1", "f 1, 4: 7 -7 7 -7", "f 4: 3 3 -3 -3", "f 1, 4: 1 -1 1 -1" },
  { "Pow", 15, "", "f 1, 3: 1 2 3", "i : 2", "f 1, 3: 1 4 9" },
  { "Pow", 15, "", "i 1, 3: 1 2 3", "f : 2", "i 1, 3: 1 4 9" },
  { "Sub", 14, "", "f 1, 2: 5 7", "f 2, 1, 1: 1 2", "f 2, 1, 2: 4 6 3 5" },
  { "Max", 13, "", "f 1, 2: 1 5", "f : 2;f 2: 3 4", "f 1, 2: 3 5" },
  { "Min", 13, "", "h 1, 2: 1 5", "h : 2", "h 1, 2: 1 2" },
  { "Mean", 13, "", "f 1, 2: 1 5", "f : 2;f 2: 3 5", "f 1, 2: 2 4" },
  { "Sum", 13, "", "f 1, 2: 1 5", "", "f 1, 2: 1 5" },
  { "Xor", 7, "", "b 1, 4: 0 0 1 1", "b 4: 0 1 0 1", "b 1, 4: 0 1 1 0" },
  { "And", 7, "", "b 1, 4: 0 0 1 1", "b 4: 0 1 0 1", "b 1, 4: 0 0 0 1" },
  { "Or", 7, "", "b 1, 4: 0 0 1 1", "b 4: 0 1 0 1", "b 1, 4: 0 1 1 1" },
  { "GreaterOrEqual", 16, "", "i 1, 3: 1 2 3", "i : 2", "b 1, 3: 0 1 1" },
  { "LessOrEqual", 16, "", "f 1, 3: 1 2 nan", "f : 2", "b 1, 3: 1 1 0" },
  { "Where", 16, "", "b 1, 3: 1 0 1", "i 3: 1 2 3;i : 9", "i 1, 3: 1 9 3" },
  { "CastLike", 19, "", "f 1, 2: 1.75 -1.75", "h : 0", "h 1, 2: 1 -1" },
  { "CumSum", 14, "", "f 1, 4: 1 2 3 4", "i : 1", "f 1, 4: 1 3 6 10" },
  { "CumSum", 14, "reverse=1", "f 1, 4: 1 2 3 4", "i : -1", "f 1, 4: 10 9 7 4" },
  { "CumSum", 14, "exclusive=1", "f 1, 4: 1 2 3 4", "i : 1", "f 1, 4: 0 1 3 6" },
  { "CumSum", 14, "exclusive=1", "f 1, 3: 1 1e20 inf", "i : 1", "f 1, 3: 0 1 1e20" },
  { "CumSum", 14, "exclusive=1 reverse=1", "i 1, 4: 1 2 3 4", "i : 1", "i 1, 4: 9 7 4 0" },
  { "Gemm", 13, "alpha=2.0 beta=3.0 transA=1", "f 2, 1: 1 2", "f 2, 1: 3 4;f 1: 5", "f 1, 1: 37" },
  { "Gemm", 13, "", "f 1, 2, 1: 1 2", "f 2, 1: 3 4", "!expected matrices" },
  { "MatMul", 13, "", "f 1, 2: 1 2", "f 2: 3 4", "f 1: 11" },
  { "MatMul", 13, "", "i 1, 2: 1 2", "i 2, 1: 3 4", "i 1, 1: 11" },
  { "Einsum", 12, "equation=ij,j->i", "f 1, 2: 1 2", "f 2: 3 4", "f 1: 11" },
  { "Einsum", 12, "equation=i1->i", "f 1, 2: 1 2", "", "!the equation may contain only letters" },
  { "Det", 11, "", "f 1, 2, 2: 1 2 3 4", "", "f 1: -2" },
  { "Add", 14, "", "f 1, 2: 1 2", ";f 2: 1 1", "!input 1 is missing" },
};

/* Sums, and which is the largest */
static const GraphRow reductions[] = {
  { "ReduceL1", 13, "axes=[1]", "f 1, 3: 1 -2 3", "", "f 1, 1: 6" },
  { "ReduceL2", 18, "keepdims=0", "f 1, 2: 3 -4", "i 1: -1", "f 1: 5" },
  { "ReduceLogSum", 18, "", "f 1, 2: 1 3", "i 1: 1", "f 1, 1: 1.38629436" },
  { "ReduceLogSumExp", 18, "", "f 1, 2, 2: 0 0 1 1", "i 1: 2", "f 1, 2, 1: 0.69314718 1.69314718" },
  { "ReduceMean", 18, "noop_with_empty_axes=1", "f 1, 2: 1 3", "", "f 1, 2: 1 3" },
  { "ReduceProd", 13, "axes=[1]", "i 1, 3: 2 3 4", "", "i 1, 1: 24" },
  { "ReduceSumSquare", 13, "axes=[1]", "f 1, 3: 1 2 3", "", "f 1, 1: 14" },
  { "ReduceSum", 13, "", "f 1, 2: 1 2", "i 3: 0 1 1", "!expected at most 2 axes, found 3" },
  { "ReduceMax", 13, "axes=[2]", "f 1, 2: 1 2", "", "!expected an axis below 2, found 2" },
  { "ArgMin", 13, "axis=1 keepdims=0", "i 1, 3: 5 2 2", "", "i 1: 1" },
  { "ArgMax", 13, "axis=1 select_last_index=1", "f 1, 2: 1 1", "", "!select_last_index = 1 is not supported" },
  { "TopK", 11, "axis=1 largest=0", "f 1, 4: 4 1 3 2", "i 1: 3", "f 1, 3: 1 2 3; i 1, 3: 1 3 2" },
  { "TopK", 6, "k=2", "f 1, 4: 4 1 3 2", "", "f 1, 2: 4 3; i 1, 2: 0 2" },
};

/* Where elements stand */
static const GraphRow arrays[] = {
  { "Concat", 13, "axis=-1", "f 1, 1: 1", "f 1, 2: 2 3", "f 1, 3: 1 2 3" },
  { "Split", 13, "axis=1", "f 1, 3: 1 2 3", "i 2: 1 2", "f 1, 1: 1; f 1, 2: 2 3" },
  { "Split", 18, "axis=1 num_outputs=2", "f 1, 3: 1 2 3", "", "f 1, 2: 1 2; f 1, 1: 3" },
  { "Split", 13, "axis=1", "f 1, 3: 1 2 3", "i 3: 1 1 1", "!expected 1 parts, found 3" },
  { "Split", 6, "axis=1 split=[2]", "f 1, 3: 1 2 3", "", "!expected parts with a total length of 3, found 2" },
  { "Squeeze", 13, "", "f 2, 1, 1: 1 2", "i 1: -1", "f 2, 1: 1 2" },
  { "Unsqueeze", 13, "", "f 1, 2: 1 2", "i 2: -1 0", "f 1, 1, 2, 1: 1 2" },
  { "Unsqueeze", 11, "axes=[1]", "f 2: 1 2", "", "f 2, 1: 1 2" },
  { "Transpose", 13, "perm=[0,2,1]", "f 1, 2, 2: 1 2 3 4", "", "f 1, 2, 2: 1 3 2 4" },
  { "Flatten", 13, "axis=0", "f 2, 2: 1 2 3 4", "", "f 1, 4: 1 2 3 4" },
  { "Flatten", 13, "axis=-1", "f 1, 2, 2: 1 2 3 4", "", "f 2, 2: 1 2 3 4" },
  { "Reshape", 14, "", "f 2, 4: 1 2 3 4 5 6 7 8", "i 3: 0 -1 2", "f 2, 2, 2: 1 2 3 4 5 6 7 8" },
  { "Reshape", 14, "", "f 1, 2: 1 2", "i 3: 1 2 0", "!expected a length, because there is no axis to copy it from" },
  { "Expand", 13, "", "f 1, 2, 1: 1 2", "i 3: 1 1 2", "f 1, 2, 2: 1 1 2 2" },
  { "Tile", 13, "", "f 1, 2: 1 2", "i 2: 1 2", "f 1, 4: 1 2 1 2" },
  { "Pad", 13, "", "f 1, 2: 1 2", "i 4: 0 1 0 2;f : 9", "f 1, 5: 9 1 2 9 9" },
  { "Pad", 13, "mode=reflect", "f 1, 3: 1 2 3", "i 4: 0 2 0 0", "f 1, 5: 3 2 1 2 3" },
  { "Pad", 13, "mode=edge", "i 1, 2: 1 2", "i 4: 0 1 0 1", "i 1, 4: 1 1 2 2" },
  { "Pad", 19, "mode=wrap", "f 1, 3: 1 2 3", "i 4: 0 1 0 1", "f 1, 5: 3 1 2 3 1" },
  { "Pad", 18, "", "f 1, 2: 1 2", "i 2: 1 -1;;i 1: 1", "f 1, 2: 0 1" },
  { "Pad", 13, "", "f 1, 2: 1 2", "i 2: 1 1", "!expected two widths for each axis" },
  { "DepthToSpace", 13, "blocksize=2 mode=CRD", "f 1, 4, 1, 1: 1 2 3 4", "", "f 1, 1, 2, 2: 1 2 3 4" },
  { "DepthToSpace", 13, "blocksize=2", "f 1, 8, 1, 1: 1 2 3 4 5 6 7 8", "", "f 1, 2, 2, 2: 1 3 5 7 2 4 6 8" },
  { "SpaceToDepth", 13, "blocksize=2", "f 1, 1, 2, 2: 1 2 3 4", "", "f 1, 4, 1, 1: 1 2 3 4" },
  { "Trilu", 14, "", "f 1, 2, 2: 1 2 3 4", "", "f 1, 2, 2: 1 2 0 4" },
  { "Trilu", 14, "upper=0", "f 1, 2, 2: 1 2 3 4", "i : -1", "f 1, 2, 2: 0 0 3 0" },
  { "Trilu", 14, "", "f 2: 1 2", "", "!expected at least two axes" },
};

/* Elements that indices name */
static const GraphRow indices[] = {
  { "Slice", 13, "", "f 1, 4: 1 2 3 4", "i 1: -1;i 1: -9223372036854775807;i 1: 1;i 1: -2", "f 1, 2: 4 2" },
  { "Slice", 6, "starts=[1] ends=[99] axes=[1]", "f 1, 3: 1 2 3", "", "f 1, 2: 2 3" },
  { "Slice", 13, "", "f 1, 3: 1 2 3", "i 1: 0;i 2: 1 1",
    "!the numbers of starts, ends, axes, and steps must be equal" },
  { "Slice", 13, "", "f 1, 3: 1 2 3", "i 1: 0;i 1: 1;i 1: 7", "!expected an axis below 2, found 7" },
  { "Gather", 13, "axis=1", "f 1, 3: 1 2 3", "i 2, 1: 2 -3", "f 1, 2, 1: 3 1" },
  { "Gather", 13, "axis=1", "f 1, 3: 1 2 3", "i : -1", "f 1: 3" },
  { "GatherElements", 13, "axis=1", "f 1, 3: 1 2 3", "i 1, 2: 2 0", "f 1, 2: 3 1" },
  { "GatherND", 13, "", "f 2, 2: 1 2 3 4", "i 2, 2: 0 1 1 0", "f 2: 2 3" },
  { "GatherND", 13, "", "f 2, 2: 1 2 3 4", "i 1, 1: 1", "f 1, 2: 3 4" },
  { "GatherND", 13, "batch_dims=1", "f 2, 2: 1 2 3 4", "i 2, 1: 0 1", "!batch_dims = > 0 is not supported" },
  { "GatherND", 13, "", "f 2, 2: 1 2 3 4", "i 1, 3: 0 1 1", "!the indices must have at most 2 axes" },
  { "ScatterElements", 13, "axis=1", "f 1, 3: 1 2 3", "i 1, 2: -1 0;f 1, 2: 7 8", "f 1, 3: 8 2 7" },
  { "ScatterElements", 16, "axis=1 reduction=add", "f 1, 2: 1 2", "i 1, 2: 1 1;f 1, 2: 7 8", "f 1, 2: 1 17" },
  { "ScatterElements", 16, "axis=1 reduction=mul", "f 1, 2: 1 2", "i 1, 1: 1;f 1, 1: 7",
    "!reduction = mul is not supported" },
  { "ScatterND", 16, "", "f 2, 2: 1 2 3 4", "i 1, 1: 1;f 1, 2: 7 8", "f 2, 2: 1 2 7 8" },
  { "OneHot", 11, "", "i 1, 2: -1 3", "i : 3;f 2: 0 5", "f 1, 2, 3: 0 0 5 0 0 0" },
  { "OneHot", 11, "axis=4", "i 1: 0", "i : 3;f 2: 0 5", "!the depth must be at least 1 and the axis below 2" },
  { "OneHot", 11, "", "i 1: 0", "i : 0;f 2: 0 5", "!the depth must be at least 1" },
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  rensa_init ();
  graph_add_rows ("/importers/onnx/operators/curves", curves, G_N_ELEMENTS (curves));
  graph_add_rows ("/importers/onnx/operators/pairs", pairs, G_N_ELEMENTS (pairs));
  graph_add_rows ("/importers/onnx/operators/reductions", reductions, G_N_ELEMENTS (reductions));
  graph_add_rows ("/importers/onnx/operators/arrays", arrays, G_N_ELEMENTS (arrays));
  graph_add_rows ("/importers/onnx/operators/indices", indices, G_N_ELEMENTS (indices));
  return g_test_run ();
}
