# gradient-noise.py: code of gradient-noise.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def add_noise(optimizer, eta):
    """Adds noise that fades to the gradients."""
    for param in optimizer.settings['params']:
        if param.grad is not None:
            t = optimizer.state[param].get('t', 0) + 1
            noise = torch.randn_like(param.grad)
            param.grad += math.sqrt(eta / t ** 0.55) * noise
# end text
