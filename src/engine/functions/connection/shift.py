# shift.py: code of shift.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def shift(x, ksize=3, dilate=1):
    """Moves groups of channels, each to another place of a window."""
    height, width = ksize if isinstance(ksize, tuple) else (ksize, ksize)
    down, across = dilate if isinstance(dilate, tuple) else (dilate, dilate)
    n = height * width
    order = list(range(n))
    order[n // 2], order[-1] = order[-1], order[n // 2]
    size = x.shape[1] // n
    parts = []
    for i, place in enumerate(order):
        part = x[:, i * size:(i + 1) * size if i + 1 < n else None]
        dy = (place // width - height // 2) * down
        dx = (place % width - width // 2) * across
        parts.append(F.pad(part, (dx, -dx, dy, -dy)))
    return torch.cat(parts, 1)
# end text
