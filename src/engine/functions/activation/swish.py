# swish.py: code of swish.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def swish(x, beta):
    """x times the sigmoid of it, as steep as beta says."""
    after = (1,) * (x.ndim - 1 - beta.ndim)
    return x * torch.sigmoid(beta.reshape(beta.shape + after) * x)
# end text
