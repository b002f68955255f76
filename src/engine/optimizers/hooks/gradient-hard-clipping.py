# gradient-hard-clipping.py: code of gradient-hard-clipping.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def bound_gradients(optimizer, lower, upper):
    """Keeps each number of the gradients between two bounds."""
    for param in optimizer.settings['params']:
        if param.grad is not None:
            param.grad.clamp_(lower, upper)
# end text
