# rensa-resnet.py: code of rensa-resnet.c in exported programs.
# SPDX-License-Identifier: MIT


# text: bottleneck_torch_class
class ResNetBottleneck(nn.Module):
    """Filters that learn what is to be added to their input."""

    def __init__(self, n_in, n_mid, n_out, stride1=1, stride3=1,
                 projects=False):
        super().__init__()

        def filters(n_in, n_out, ksize, stride=1):
            return drawn(
                nn.Conv2d(n_in, n_out, ksize, stride, ksize // 2, bias=False),
                weight=lambda w: nn.init.kaiming_normal_(
                    w, nonlinearity='relu'))

        self.conv1 = filters(n_in, n_mid, 1, stride1)
        self.bn1 = BatchNormalization(n_mid)
        self.conv2 = filters(n_mid, n_mid, 3, stride3)
        self.bn2 = BatchNormalization(n_mid)
        self.conv3 = filters(n_mid, n_out, 1)
        self.bn3 = BatchNormalization(n_out)
        self.projects = projects
        if projects:
            self.conv4 = filters(n_in, n_out, 1, stride1 * stride3)
            self.bn4 = BatchNormalization(n_out)

    def forward(self, x):
        h = F.relu(self.bn1(self.conv1(x)))
        h = F.relu(self.bn2(self.conv2(h)))
        h = self.bn3(self.conv3(h))
        return F.relu(h + (self.bn4(self.conv4(x)) if self.projects else x))
# end text


# text: block_torch_class
class ResNetBlock(nn.Module):
    """Bottlenecks, of which the first may make pictures smaller."""

    def __init__(self, n_more, n_in, n_mid, n_out, stride, downsample_fb):
        super().__init__()
        strides = (1, stride) if downsample_fb else (stride, 1)
        self.a = ResNetBottleneck(n_in, n_mid, n_out, *strides, projects=True)
        for i in range(n_more):
            self.add_module(f'b{i + 1}', ResNetBottleneck(n_out, n_mid, n_out))

    def forward(self, x):
        for part in self.children():
            x = part(x)
        return x
# end text
