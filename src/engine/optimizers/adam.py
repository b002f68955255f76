# adam.py: code of adam.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_adam_torch_class
class Adam(Optimizer):
    """Scales steps by the running moments of the gradient.

    Epsilon is added to the root before the correction, unlike torch.optim's.
    """

    def update(self, param, grad, state, alpha, beta1, beta2, eps=1e-8,
               eta=1.0, weight_decay_rate=0.0, amsgrad=False, adabound=False,
               final_lr=0.1, gamma=1e-3):
        m = state.setdefault('m', torch.zeros_like(param))
        v = state.setdefault('v', torch.zeros_like(param))
        m.lerp_(grad, 1 - beta1)
        v.lerp_(grad ** 2, 1 - beta2)
        if amsgrad:
            vhat = state.setdefault('vhat', torch.zeros_like(param))
            torch.maximum(vhat, v, out=vhat)
            v = vhat
        t = state['t']
        size = alpha * math.sqrt(1 - beta2 ** t) / (1 - beta1 ** t)
        rate = size / (v.sqrt() + eps)
        if adabound:
            final = final_lr * alpha / self.first_settings['alpha']
            rate = rate.clamp(final * (1 - 1 / (gamma * t + 1)),
                              final * (1 + 1 / (gamma * t)))
        param -= eta * (rate * m + weight_decay_rate * param)
# end text
