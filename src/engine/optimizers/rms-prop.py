# rms-prop.py: code of rms-prop.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class RMSprop(Optimizer):
    """Divides by the running size of the gradient."""

    def update(self, param, grad, state, lr, alpha, eps,
               eps_inside_sqrt=False):
        ms = state.setdefault('ms', torch.zeros_like(param))
        ms.lerp_(grad ** 2, 1 - alpha)
        size = (ms + eps).sqrt() if eps_inside_sqrt else ms.sqrt() + eps
        param -= lr * grad / size
# end text
