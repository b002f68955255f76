# deconvolution.py: code of deconvolution.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def deconvolve(x, W, b=None, stride=1, pad=0, outsize=None, dilate=1,
               groups=1):
    """F.conv_transpose1d, 2d or 3d, whose result has the extents outsize."""
    n = x.ndim - 2
    steps, pads, gaps, sizes = [
        value if isinstance(value, tuple) else (value,) * n
        for value in (stride, pad, dilate, outsize)]
    more = 0
    if outsize is not None:
        more = [size - step * (d - 1) + 2 * p - gap * (k - 1) - 1
                for size, step, d, p, gap, k in
                zip(sizes, steps, x.shape[2:], pads, gaps, W.shape[2:])]
    deconv = getattr(F, f'conv_transpose{n}d')
    return deconv(x, W, b, stride, pad, more, groups, dilate)
# end text
