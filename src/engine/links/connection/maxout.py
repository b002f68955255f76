# maxout.py: code of maxout.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Maxout(nn.Module):
    """The largest of a few weighted sums."""

    def __init__(self, out_size, pool_size, initialW=draw_lecun,
                 initial_bias=nn.init.zeros_):
        super().__init__()
        self.pool_size = pool_size
        layer = nn.LazyLinear(out_size * pool_size, initial_bias is not None)
        self.linear = drawn(layer, weight=initialW, bias=initial_bias)

    def forward(self, x):
        y = self.linear(x.flatten(1))
        return y.unflatten(1, (-1, self.pool_size)).amax(2)
# end text
