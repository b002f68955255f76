# rensa-convolution.py: code of rensa-convolution.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_convolution_torch_class
def convolve(x, W, b=None, stride=1, pad=0, cover_all=False, dilate=1,
             groups=1):
    """F.conv1d, F.conv2d or F.conv3d; cover_all takes a window more."""
    n = x.ndim - 2
    steps = stride if isinstance(stride, tuple) else (stride,) * n
    if cover_all:
        x = F.pad(x, [k for step in reversed(steps) for k in (0, step - 1)])
    conv = getattr(F, f'conv{n}d')
    return conv(x, W, b, stride, pad, dilate, groups)
# end text
