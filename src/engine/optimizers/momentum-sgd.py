# momentum-sgd.py: code of momentum-sgd.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class MomentumSGD(Optimizer):
    """Keeps part of the last step."""

    def update(self, param, grad, state, lr, momentum):
        v = state.setdefault('v', torch.zeros_like(param))
        v.mul_(momentum).sub_(lr * grad)
        param += v
# end text
