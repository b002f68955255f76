# positional-encoding.py: code of positional-encoding.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class PositionalEncoding(chainer.Link):
    """Adds sines and cosines by which layers tell where each step is."""

    def __init__(self, dropout=0.1):
        super().__init__()
        self.dropout = dropout

    def forward(self, x):
        xp, (steps, size) = self.xp, x.shape[1:]
        place = xp.arange(size)
        angle = xp.arange(steps)[:, None] * 10000.0 ** (-(place - place % 2) / size)
        waves = xp.where(place % 2 == 0, xp.sin(angle), xp.cos(angle)).astype(x.dtype)
        return F.dropout(x + xp.broadcast_to(waves, x.shape), self.dropout)
# end text


# text: torch_class
class PositionalEncoding(nn.Module):
    """Adds sines and cosines by which layers tell where each step is."""

    def __init__(self, dropout=0.1):
        super().__init__()
        self.dropout = dropout

    def forward(self, x):
        steps, size = x.shape[1:]
        place = torch.arange(size)
        powers = 10000.0 ** (-(place - place % 2).double() / size)
        angle = torch.arange(steps)[:, None] * powers
        waves = torch.where(place % 2 == 0, angle.sin(), angle.cos())
        y = x + waves.to(x.dtype)
        return F.dropout(y, self.dropout, self.training)
# end text
