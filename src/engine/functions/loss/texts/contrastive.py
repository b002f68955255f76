# contrastive.py: code of contrastive.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def contrastive(x0, x1, y, margin=1.0, reduce='mean'):
    """Pulls equal ones together, and others as far apart as the margin."""
    squares = (x0 - x1).square().sum(1)
    distance = squares.clamp(min=torch.finfo(squares.dtype).tiny).sqrt()
    apart = (margin - distance).clamp(min=0).square()
    loss = torch.where(y == 1, squares, apart) / 2
    return loss.mean() if reduce == 'mean' else loss
# end text
