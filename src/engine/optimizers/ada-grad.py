# ada-grad.py: code of ada-grad.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class AdaGrad(Optimizer):
    """Divides by the root of all squared gradients so far."""

    def update(self, param, grad, state, lr, eps):
        h = state.setdefault('h', torch.zeros_like(param))
        h += grad ** 2
        param -= lr * grad / (h.sqrt() + eps)
# end text
