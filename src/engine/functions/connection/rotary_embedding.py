# rotary_embedding.py: code of rotary_embedding.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def rotary_embedding(x, positions=None, base=10000.0, offset=0,
                     interleaved=False, inverse=False):
    """Turns pairs of values by angles that grow with their position."""
    half = x.shape[-1] // 2
    if positions is None:
        positions = torch.arange(offset, offset + x.shape[-2])
    rates = base ** (-torch.arange(half).to(x) / half)
    angles = positions.to(x)[:, None] * rates * (-1 if inverse else 1)
    cos, sin = torch.cos(angles), torch.sin(angles)
    pairs = (x.unflatten(-1, (half, 2)) if interleaved
             else x.unflatten(-1, (2, half)).transpose(-1, -2))
    a, b = pairs.unbind(-1)
    turned = torch.stack([a * cos - b * sin, a * sin + b * cos], -1)
    return (turned if interleaved else turned.transpose(-1, -2)).flatten(-2)
# end text
