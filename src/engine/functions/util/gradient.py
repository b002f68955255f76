# gradient.py: code of gradient.c in exported programs.
# SPDX-License-Identifier: MIT


# Chainer returns None if y does not depend on x.
# text: chainer_class
def gradient(y, x):
    """How much the sum of y changes with each number of x."""
    y, x = chainer.as_variable(y), chainer.as_variable(x)
    slope, = chainer.grad([y], [x], enable_double_backprop=True)
    return chainer.Variable(np.zeros_like(x.array)) if slope is None else slope
# end text


# text: torch_class
def gradient(y, x):
    """How much the sum of y changes with each number of x."""
    if not y.requires_grad:
        return torch.zeros_like(x)
    slope, = torch.autograd.grad(
        y.sum(), x, create_graph=True, allow_unused=True)
    return torch.zeros_like(x) if slope is None else slope
# end text
