# corrected-momentum-sgd.py: code of corrected-momentum-sgd.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class CorrectedMomentumSGD(Optimizer):
    """Keeps part of the last direction; its length is that of now."""

    def update(self, param, grad, state, lr, momentum):
        v = state.setdefault('v', torch.zeros_like(param))
        v.mul_(momentum).sub_(grad)
        param += lr * v
# end text
