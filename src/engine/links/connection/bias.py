# bias.py: code of bias.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Bias(nn.Module):
    """Adds what is learned, or what comes as the second input."""

    def __init__(self, axis=1, shape=None):
        super().__init__()
        self.axis = axis
        if shape is not None:
            self.b = nn.Parameter(torch.zeros(shape))

    def forward(self, x, b=None):
        b = self.b if b is None else b
        after = x.ndim - self.axis % x.ndim - b.ndim
        return x + b.reshape(b.shape + (1,) * after)
# end text
