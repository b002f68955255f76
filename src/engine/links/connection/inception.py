# inception.py: code of inception.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Inception(nn.Module):
    """Filters of several sizes side by side."""

    def __init__(self, in_channels, out1, proj3, out3, proj5, out5,
                 proj_pool, conv_init=draw_lecun, bias_init=nn.init.zeros_):
        super().__init__()

        def make(n_in, n_out, ksize=1):
            settings = n_out, ksize, 1, ksize // 2
            layer = (nn.LazyConv2d(*settings) if n_in is None
                     else nn.Conv2d(n_in, *settings))
            return drawn(layer, weight=conv_init, bias=bias_init)

        self.conv1 = make(in_channels, out1)
        self.proj3 = make(in_channels, proj3)
        self.conv3 = make(proj3, out3, 3)
        self.proj5 = make(in_channels, proj5)
        self.conv5 = make(proj5, out5, 5)
        self.projp = make(in_channels, proj_pool)

    def forward(self, x):
        parts = [self.conv1(x), self.conv3(F.relu(self.proj3(x))),
                 self.conv5(F.relu(self.proj5(x))),
                 self.projp(F.max_pool2d(x, 3, 1, 1))]
        return F.relu(torch.cat(parts, 1))
# end text
