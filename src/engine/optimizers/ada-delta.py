# ada-delta.py: code of ada-delta.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class AdaDelta(Optimizer):
    """Steps as long as the last ones, without a learning rate."""

    def update(self, param, grad, state, rho, eps):
        msg = state.setdefault('msg', torch.zeros_like(param))
        msdx = state.setdefault('msdx', torch.zeros_like(param))
        msg.lerp_(grad ** 2, 1 - rho)
        step = ((msdx + eps) / (msg + eps)).sqrt() * grad
        msdx.lerp_(step ** 2, 1 - rho)
        param -= step
# end text
