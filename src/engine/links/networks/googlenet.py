# googlenet.py: code of googlenet.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class GoogLeNet(nn.Module):
    """Filters of several sizes for pictures; gives one of its layers."""

    BLOCKS = {
        '3a': (192, 64, 96, 128, 16, 32, 32),
        '3b': (256, 128, 128, 192, 32, 96, 64),
        '4a': (480, 192, 96, 208, 16, 48, 64),
        '4b': (512, 160, 112, 224, 24, 64, 64),
        '4c': (512, 128, 128, 256, 24, 64, 64),
        '4d': (512, 112, 144, 288, 32, 64, 64),
        '4e': (528, 256, 160, 320, 32, 128, 128),
        '5a': (832, 256, 160, 320, 32, 128, 128),
        '5b': (832, 384, 192, 384, 48, 128, 128)}

    def __init__(self, layer):
        super().__init__()
        self.layer = layer

        def uniform(layer):
            return drawn(layer, weight=lambda w: nn.init.kaiming_uniform_(
                w, nonlinearity='linear'))

        self.conv1 = uniform(nn.Conv2d(3, 64, 7, 2, 3))
        self.conv2_reduce = uniform(nn.Conv2d(64, 64, 1))
        self.conv2 = uniform(nn.Conv2d(64, 192, 3, padding=1))
        for name, sizes in self.BLOCKS.items():
            self.add_module(f'inc{name}', Inception(*sizes))
        self.loss3_fc = uniform(nn.Linear(1024, 1000))
        for name, size in (('loss1', 512), ('loss2', 528)):
            self.add_module(f'{name}_conv', uniform(nn.Conv2d(size, 128, 1)))
            self.add_module(f'{name}_fc1', uniform(nn.Linear(2048, 1024)))
            self.add_module(f'{name}_fc2', uniform(nn.Linear(1024, 1000)))

    def classify(self, name, x):
        x = F.avg_pool2d(x, 5, 3)
        x = F.relu(self.get_submodule(f'{name}_conv')(x)).flatten(1)
        x = F.relu(self.get_submodule(f'{name}_fc1')(x))
        return self.get_submodule(f'{name}_fc2')(x)

    def run(self, x):
        def shrink(x):
            return F.max_pool2d(x, 3, 2, ceil_mode=True)

        def normalize(x):
            return F.local_response_norm(x, 5, alpha=1e-4)

        x = F.relu(self.conv1(x))
        yield 'conv1', x
        x = normalize(shrink(x))
        yield 'pool1', x
        x = F.relu(self.conv2_reduce(x))
        yield 'conv2_reduce', x
        x = normalize(F.relu(self.conv2(x)))
        yield 'conv2', x
        x = shrink(x)
        yield 'pool2', x
        before = {}
        for name in self.BLOCKS:
            x = before[name] = getattr(self, f'inc{name}')(x)
            yield f'inception_{name}', x
            if name in ('3b', '4e'):
                x = shrink(x)
                yield f'pool{name[0]}', x
        x = F.avg_pool2d(x, 7, 1)
        yield 'pool5', x
        x = F.dropout(x, 0.4, self.training).flatten(1)
        x = self.loss3_fc(x)
        yield 'loss3_fc', x
        yield 'prob', F.softmax(x, 1)
        yield 'loss1_fc2', self.classify('loss1', before['4a'])
        yield 'loss2_fc2', self.classify('loss2', before['4d'])

    def forward(self, x):
        return next(y for name, y in self.run(x) if name == self.layer)
# end text
