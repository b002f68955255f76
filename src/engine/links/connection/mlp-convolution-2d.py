# mlp-convolution-2d.py: code of mlp-convolution-2d.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class MLPConvolution2D(nn.ModuleList):
    """A convolution, and layers for each pixel after it."""

    def __init__(self, out_channels, ksize, stride=1, pad=0,
                 activation=F.relu, conv_init=draw_lecun,
                 bias_init=nn.init.zeros_):
        first, *others = out_channels
        layers = [nn.LazyConv2d(first, ksize, stride, pad)]
        layers += [nn.LazyConv2d(size, 1) for size in others]
        super().__init__([
            drawn(layer, weight=conv_init, bias=bias_init)
            for layer in layers])
        self.activation = activation

    def forward(self, x):
        *layers, last = self
        for layer in layers:
            x = self.activation(layer(x))
        return last(x)
# end text
