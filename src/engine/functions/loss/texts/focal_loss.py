# focal_loss.py: code of focal_loss.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def focal_loss(x, t, gamma=2.0, alpha=0.25, reduce='mean'):
    """Easy examples count less; those where t is -1 do not."""
    counts = t != -1
    is_one = t == 1
    z = torch.where(is_one, x, -x)
    loss = (torch.exp(-gamma * F.softplus(z)) * F.softplus(-z))
    if alpha is not None:
        loss = loss * torch.where(is_one, alpha, 1 - alpha)
    loss = loss * counts
    if reduce == 'no':
        return loss
    return loss.sum() / (counts.sum().clamp(min=1) if reduce == 'mean' else 1)
# end text
