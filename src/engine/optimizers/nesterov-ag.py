# nesterov-ag.py: code of nesterov-ag.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class NesterovAG(Optimizer):
    """Momentum that looks at the gradient of the place ahead."""

    def update(self, param, grad, state, lr, momentum):
        v = state.setdefault('v', torch.zeros_like(param))
        v.mul_(momentum).sub_(lr * grad)
        param += momentum ** 2 * v - (1 + momentum) * lr * grad
# end text
