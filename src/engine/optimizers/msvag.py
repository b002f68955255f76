# msvag.py: code of msvag.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class MSVAG(Optimizer):
    """Momentum, shorter where the gradients disagree."""

    def update(self, param, grad, state, lr, beta, eta=1.0,
               weight_decay_rate=0.0):
        m = state.setdefault('m', torch.zeros_like(param))
        v = state.setdefault('v', torch.zeros_like(param))
        m.lerp_(grad, 1 - beta)
        v.lerp_(grad ** 2, 1 - beta)
        power = beta ** state['t']
        rho = (1 - beta) * (1 + power) / ((1 + beta) * (1 - power))
        noise = rho / (1 - rho) if state['t'] > 1 and rho < 1 else 0.0
        mean, square = m / (1 - power), (m / (1 - power)) ** 2
        total = square + noise * (v / (1 - power) - square).clamp(min=0)
        share = torch.where(total > 0, square / total, 1.0)
        param -= eta * (lr * share * mean + weight_decay_rate * param)
# end text
