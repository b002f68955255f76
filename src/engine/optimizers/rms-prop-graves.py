# rms-prop-graves.py: code of rms-prop-graves.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class RMSpropGraves(Optimizer):
    """Divides by the running spread of the gradient, with momentum."""

    def update(self, param, grad, state, lr, alpha, momentum, eps):
        n = state.setdefault('n', torch.zeros_like(param))
        g = state.setdefault('g', torch.zeros_like(param))
        delta = state.setdefault('delta', torch.zeros_like(param))
        n.lerp_(grad ** 2, 1 - alpha)
        g.lerp_(grad, 1 - alpha)
        delta.mul_(momentum).sub_(lr * grad / (n - g ** 2 + eps).sqrt())
        param += delta
# end text
