# prelu.py: code of prelu.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class PReLU(nn.Module):
    """A line whose slope below zero is learned."""

    def __init__(self, shape):
        super().__init__()
        self.W = nn.Parameter(torch.full(shape, 0.25))

    def forward(self, x):
        after = (1,) * (x.ndim - 1 - self.W.ndim)
        slope = self.W.reshape(self.W.shape + after)
        return torch.where(x >= 0, x, slope * x)
# end text
