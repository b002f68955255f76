# rensa-convolution-link.py: code of rensa-convolution-link.c in exported programs.
# SPDX-License-Identifier: MIT


# text: rensa_convolution_link_torch_class
def make_convolution(n, *sizes, cover_all=False, **settings):
    """Convolves along n axes; cover_all takes a window more."""
    lazy = getattr(nn, f'LazyConv{n}d')

    class Convolution(lazy):
        cls_to_become = None

        def forward(self, x):
            steps = reversed(self.stride)
            return super().forward(
                F.pad(x, [k for step in steps for k in (0, step - 1)]))

    return (Convolution if cover_all else lazy)(*sizes, **settings)
# end text


# text: rensa_deconvolution_link_torch_class
def make_deconvolution(n, *sizes, outsize=None, **settings):
    """Convolves the other way along n axes, to the extents outsize."""
    lazy = getattr(nn, f'LazyConvTranspose{n}d')

    class Deconvolution(lazy):
        cls_to_become = None

        def forward(self, x):
            wanted = (outsize if isinstance(outsize, tuple)
                      else (outsize,) * n)
            return super().forward(x, output_size=wanted)

    return (lazy if outsize is None else Deconvolution)(*sizes, **settings)
# end text
