# pad.py: code of pad.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def pad_around(x, pad_width, mode, constant_values=0):
    """As numpy.pad() does, one axis after the other."""
    around = np.broadcast_to(pad_width, (x.ndim, 2))
    constants = np.broadcast_to(constant_values, (x.ndim, 2)).tolist()
    for i, widths in enumerate(around.tolist()):
        if mode in ('edge', 'reflect', 'symmetric', 'wrap'):
            places = np.pad(np.arange(x.shape[i]), widths, mode)
            x = x.index_select(i, torch.as_tensor(places))
            continue
        ends = [make_end(x, i, n, mode, constants[i], is_last)
                for is_last, n in enumerate(widths)]
        x = torch.cat([ends[0], x, ends[1]], i)
    return x


def make_end(x, axis, n, mode, constants, is_last):
    """Return the padding before an axis, or after it."""
    shape = list(x.shape)
    shape[axis] = n
    if mode in ('constant', 'empty'):
        value = constants[is_last] if mode == 'constant' else 0
        return torch.full(shape, value, dtype=x.dtype)
    if mode == 'linear_ramp':
        edge = x.narrow(axis, x.shape[axis] - 1 if is_last else 0, 1)
        slope = torch.arange(n).to(x) / max(n, 1)
        slope = (slope.flip(0) if is_last else slope).reshape(
            [n if k == axis else 1 for k in range(x.ndim)])
        return edge * slope
    if mode == 'median':
        return x.quantile(0.5, axis, keepdim=True).expand(shape)
    reduce = {'mean': torch.mean, 'maximum': torch.amax, 'minimum': torch.amin}
    return reduce[mode](x, axis, keepdim=True).expand(shape)
# end text
