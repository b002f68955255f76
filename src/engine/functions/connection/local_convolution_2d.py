# local_convolution_2d.py: code of local_convolution_2d.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def local_convolution_2d(x, W, b=None, stride=1):
    """A convolution whose filters are others at each place."""
    steps = stride if isinstance(stride, tuple) else (stride, stride)
    windows = x.unfold(2, W.shape[4], steps[0]).unfold(3, W.shape[5], steps[1])
    y = torch.einsum('ncijuv,oijcuv->noij', windows, W)
    return y if b is None else y + b
# end text
