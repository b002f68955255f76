# gradient-lars.py: code of gradient-lars.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def scale_layers(optimizer, threshold=1e-2, weight_decay=0.0, eps=1e-9):
    """Makes each gradient as long as its parameter."""
    for param in optimizer.settings['params']:
        if param.grad is None:
            continue
        length = param.detach().norm()
        size = eps + param.grad.norm() + weight_decay * length
        param.grad += weight_decay * param.detach()
        if length > threshold:
            param.grad *= length / size
# end text
