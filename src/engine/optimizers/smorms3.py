# smorms3.py: code of smorms3.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class SMORMS3(Optimizer):
    """Its memory follows how much of the gradient is noise."""

    def update(self, param, grad, state, lr, eps):
        mem = state.setdefault('mem', torch.ones_like(param))
        g = state.setdefault('g', torch.zeros_like(param))
        g2 = state.setdefault('g2', torch.zeros_like(param))
        share = 1 / (mem + 1)
        g += share * (grad - g)
        g2 += share * (grad ** 2 - g2)
        signal = g ** 2 / (g2 + eps)
        param -= grad * signal.clamp(max=lr) / (g2.sqrt() + eps)
        mem.mul_(1 - signal).add_(1)
# end text
