# repeat.py: code of repeat.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def repeat(x, repeats, axis=None):
    """Each part along an axis several times."""
    if axis is None:
        x, axis = x.flatten(), 0
    counts = torch.as_tensor(repeats).expand(x.shape[axis])
    return torch.repeat_interleave(x, counts, dim=axis)
# end text
