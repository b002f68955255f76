# prod.py: code of prod.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def prod(x, axis, keepdims=False):
    """The product along one axis or several."""
    axes = axis if isinstance(axis, tuple) else (axis,)
    for i in sorted((i % x.ndim for i in axes), reverse=True):
        x = torch.prod(x, i, keepdim=keepdims)
    return x
# end text
