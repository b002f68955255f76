# batch_matmul.py: code of batch_matmul.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def batch_matmul(a, b, transa=False, transb=False):
    """Products of the matrices of a batch; vectors are columns."""
    a, b = [x[..., None] if x.ndim == 2 else x for x in (a, b)]
    return torch.matmul(a.mT if transa else a, b.mT if transb else b)
# end text
