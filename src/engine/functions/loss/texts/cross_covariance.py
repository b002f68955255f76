# cross_covariance.py: code of cross_covariance.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def cross_covariance(y, z, reduce='half_squared_sum'):
    """Return the cross covariance, or half the sum of its squares."""
    cost = (y - y.mean(0)).T @ (z - z.mean(0)) / len(y)
    return cost if reduce == 'no' else (cost ** 2).sum() / 2
# end text
