# weight-decay.py: code of weight-decay.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def decay_weights(optimizer, rate):
    """Pulls the parameters towards zero."""
    for param in optimizer.settings['params']:
        if param.grad is not None:
            param.grad += rate * param.detach()
# end text
