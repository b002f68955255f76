# average.py: code of average.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_average_torch_class
def average(x, axis=None, weights=None, keepdims=False):
    """The mean of values that count as much as their weights say."""
    axes = (axis,) if isinstance(axis, int) else axis
    if axes is None:
        axes = tuple(range(x.ndim))
    axes = [i % x.ndim for i in axes]
    if weights.ndim != x.ndim:
        shape = [x.shape[i] if i in axes else 1 for i in range(x.ndim)]
        weights = weights.reshape(shape)
    weights = weights.expand(x.shape)
    total = torch.sum(x * weights, axes, keepdim=keepdims)
    return total / torch.sum(weights, axes, keepdim=keepdims)
# end text
