# bilinear.py: code of bilinear.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def bilinear(e1, e2, W, V1=None, V2=None, b=None):
    """The product of two inputs through a tensor, and linear terms."""
    e1, e2 = e1.flatten(1), e2.flatten(1)
    y = torch.einsum('nj,nk,jkl->nl', e1, e2, W)
    if V1 is not None:
        y = y + e1 @ V1
    if V2 is not None:
        y = y + e2 @ V2
    return y if b is None else y + b
# end text
