# weighted_linear.py: code of weighted_linear.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def weighted_linear(x, w, W, b=None):
    """Weighted sums, times a weight of each example."""
    y = F.linear(x.flatten(1), W) * w[:, None]
    return y if b is None else y + b
# end text
