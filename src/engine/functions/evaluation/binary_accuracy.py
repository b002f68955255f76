# binary_accuracy.py: code of binary_accuracy.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def binary_accuracy(y, t):
    """The share of answers that are right; where t is -1 there is none."""
    counts = t != -1
    right = ((y >= 0) == t.bool()) & counts
    return right.sum().to(y.dtype) / counts.sum().clamp(min=1)
# end text
