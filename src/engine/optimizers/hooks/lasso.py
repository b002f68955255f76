# lasso.py: code of lasso.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def pull_to_zero(optimizer, rate):
    """Pulls all parameters towards zero alike."""
    for param in optimizer.settings['params']:
        if param.grad is not None:
            param.grad += rate * torch.sign(param.detach())
# end text
