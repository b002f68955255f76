# decov.py: code of decov.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def decov(h, reduce='half_squared_sum'):
    """The covariance of values with one another, without the diagonal."""
    centred = h - h.mean(0)
    cost = centred.T @ centred / len(h)
    cost = cost - torch.diag(cost.diagonal())
    return cost if reduce == 'no' else (cost ** 2).sum() / 2
# end text
