# hinge.py: code of hinge.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def hinge(x, t, norm='L1', reduce='mean'):
    """Return the hinge loss of the scores."""
    sign = 1 - 2 * F.one_hot(t, x.shape[1])
    loss = F.relu(1 + sign * x) ** (1 if norm == 'L1' else 2)
    return loss if reduce == 'no' else loss.sum() / len(x)
# end text
