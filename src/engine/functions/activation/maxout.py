# maxout.py: code of maxout.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def maxout(x, pool_size, axis=1):
    """The largest of every few neighbours along an axis."""
    return x.unflatten(axis, (-1, pool_size)).amax(axis % x.ndim + 1)
# end text
