# scale.py: code of scale.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def multiply_along(x, y, axis=1):
    """Multiplies by y, whose axes are those of x from one on."""
    after = x.ndim - axis % x.ndim - y.ndim
    return x * y.reshape(y.shape + (1,) * after)
# end text
