# sgd.py: code of sgd.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class SGD(Optimizer):
    """Goes down the gradient."""

    def update(self, param, grad, state, lr):
        param -= lr * grad
# end text
