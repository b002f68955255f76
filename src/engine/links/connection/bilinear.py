# bilinear.py: code of bilinear.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Bilinear(nn.Module):
    """Sums of products of two inputs, and of both by themselves."""

    def __init__(self, left_size, right_size, out_size, bias=True):
        super().__init__()
        self.W = nn.Parameter(torch.empty(left_size, right_size, out_size))
        nn.init.normal_(self.W, std=(left_size * right_size) ** -0.5)
        self.b = None
        if bias:
            self.V1 = nn.Parameter(torch.zeros(left_size, out_size))
            self.V2 = nn.Parameter(torch.zeros(right_size, out_size))
            self.b = nn.Parameter(torch.zeros(out_size))

    def forward(self, e1, e2):
        e1, e2 = e1.flatten(1), e2.flatten(1)
        y = torch.einsum('ni,nj,ijk->nk', e1, e2, self.W)
        if self.b is None:
            return y
        return y + e1 @ self.V1 + e2 @ self.V2 + self.b
# end text
