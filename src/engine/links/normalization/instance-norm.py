# instance-norm.py: code of instance-norm.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class InstanceNorm(chainer.Link):
    """Each channel of each example gets mean 0 and deviation 1."""

    def __init__(self, size=None, eps=1e-5, initial_gamma=None,
                 initial_beta=None):
        super().__init__()
        self.eps = eps
        with self.init_scope():
            self.gamma = chainer.Parameter(
                1 if initial_gamma is None else initial_gamma)
            self.beta = chainer.Parameter(
                0 if initial_beta is None else initial_beta)
        if size is not None:
            self.initialize(size)

    def initialize(self, size):
        self.gamma.initialize((size,))
        self.beta.initialize((size,))

    def forward(self, x):
        if self.gamma.array is None:
            self.initialize(x.shape[1])
        return F.group_normalization(
            x, x.shape[1], self.gamma, self.beta, self.eps)
# end text


# text: torch_class
class InstanceNorm(nn.modules.lazy.LazyModuleMixin, nn.Module):
    """Each channel of each example gets mean 0 and deviation 1."""

    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.UninitializedParameter()
        self.beta = nn.UninitializedParameter()

    def initialize_parameters(self, x):
        if self.has_uninitialized_params():
            self.gamma.materialize(x.shape[1:2])
            self.beta.materialize(x.shape[1:2])
            nn.init.ones_(self.gamma)
            nn.init.zeros_(self.beta)

    def forward(self, x):
        return F.instance_norm(
            x, weight=self.gamma, bias=self.beta, eps=self.eps)
# end text
