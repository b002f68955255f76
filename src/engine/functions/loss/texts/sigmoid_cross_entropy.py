# sigmoid_cross_entropy.py: code of sigmoid_cross_entropy.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def sigmoid_cross_entropy(x, t, normalize=True, reduce='mean'):
    """Where t is -1 nothing is lost."""
    counts = t != -1
    loss = F.binary_cross_entropy_with_logits(
        x, t.to(x.dtype), reduction='none') * counts
    if reduce == 'no':
        return loss
    return loss.sum() / (counts.sum().clamp(min=1) if normalize else len(x))
# end text
