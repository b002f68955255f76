# parameter.py: code of parameter.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Parameter(nn.Module):
    """Values that are learned."""

    def __init__(self, shape):
        super().__init__()
        self.W = nn.Parameter(torch.zeros(shape))

    def forward(self):
        return self.W
# end text
