# rensa-pooling.py: code of rensa-pooling.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_pooling_torch_class
def pool_windows(x, kind, ksize, stride=None, pad=0, cover_all=False,
                 pad_value=0, return_indices=False):
    """The 'max' or the 'mean' of windows along all axes but two."""
    n = x.ndim - 2
    sizes, steps, pads = [
        value if isinstance(value, tuple) else (value,) * n
        for value in (ksize, ksize if stride is None else stride, pad)]
    around = [k for p, step in zip(reversed(pads), reversed(steps))
              for k in (p, p + step - 1 if cover_all else p)]

    def cut(x, fill):
        x = F.pad(x, around, value=fill)
        for i in range(n):
            x = x.unfold(2 + i, sizes[i], steps[i])
        return x.flatten(2 + n)

    if kind == 'max':
        y, places = cut(x, -math.inf).max(-1)
        return (y, places) if return_indices else y
    windows = cut(x, 0.0)
    if pad_value is not None:
        return windows.mean(-1)
    return windows.sum(-1) / cut(torch.ones_like(x), 0.0).sum(-1)
# end text


# text: rensa_unpooling_torch_class
def unpool_windows(x, ksize, stride=None, pad=0, outsize=None, cover_all=True,
                   indexes=None):
    """Adds values to their windows, or at the place given for each."""
    n = x.ndim - 2
    sizes, steps, pads = [
        value if isinstance(value, tuple) else (value,) * n
        for value in (ksize, ksize if stride is None else stride, pad)]
    places = math.prod(sizes)
    parts = x.unsqueeze(2)
    weight = torch.ones(1, 1, *sizes).to(x)
    if indexes is not None:
        there = F.one_hot(indexes, places).movedim(-1, 2)
        parts = parts * there
        weight = torch.eye(places).reshape(places, 1, *sizes).to(x)
    spread = getattr(F, f'conv_transpose{n}d')
    y = spread(parts.flatten(0, 1), weight, stride=steps)
    y = y.reshape(*x.shape[:2], *y.shape[2:])
    if outsize is None:
        less = 1 if cover_all else 0
        outsize = [step * (d - 1 - less) + k - 2 * p + less
                   for step, d, k, p in zip(steps, x.shape[2:], sizes, pads)]
    elif not isinstance(outsize, tuple):
        outsize = (outsize,) * n
    cut = [(-p, size + p - d)
           for p, size, d in zip(pads, outsize, y.shape[2:])]
    return F.pad(y, [k for ends in reversed(cut) for k in ends])
# end text


# A bin is a rectangle, so it can be reduced along one axis after the other.
# text: rensa_bins_chainer_class
def pool_bins(x, outsize, reduce):
    """Reduces each of the bins into which outsize divides height and width."""
    for axis, n in zip((2, 3), np.broadcast_to(outsize, 2)):
        x = F.moveaxis(x, axis, 0)
        size = len(x)
        x = F.stack([
            reduce(x[i * size // n:-(-(i + 1) * size // n)], axis=0)
            for i in range(n)])
        x = F.moveaxis(x, 0, axis)
    return x
# end text
