# accuracy.py: code of accuracy.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def accuracy(y, t, ignore_label):
    """The share of classes that are right, of those that count."""
    counts = t != ignore_label
    right = (y.argmax(1) == t) & counts
    return right.sum().to(y.dtype) / counts.sum().clamp(min=1)
# end text
