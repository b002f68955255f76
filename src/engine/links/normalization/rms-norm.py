# rms-norm.py: code of rms-norm.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class RMSNorm(chainer.Link):
    """Divides by the root of the mean square along the last axis."""

    def __init__(self, size=None, eps=1e-6, initial_gamma=None):
        super().__init__()
        self.eps = eps
        with self.init_scope():
            self.gamma = chainer.Parameter(
                1 if initial_gamma is None else initial_gamma)
        if size is not None:
            self.gamma.initialize((size,))

    def forward(self, x):
        if self.gamma.array is None:
            self.gamma.initialize(x.shape[-1:])
        size = F.sqrt(F.mean(x * x, axis=-1, keepdims=True) + self.eps)
        scale = F.broadcast_to(self.gamma, x.shape)
        return scale * x / F.broadcast_to(size, x.shape)
# end text


# text: torch_class
class RMSNorm(nn.modules.lazy.LazyModuleMixin, nn.Module):
    """Divides by the root of the mean square along the last axis."""

    def __init__(self, eps=1e-6):
        super().__init__()
        self.eps = eps
        self.gamma = nn.UninitializedParameter()

    def initialize_parameters(self, x):
        if self.has_uninitialized_params():
            self.gamma.materialize(x.shape[-1:])
            nn.init.ones_(self.gamma)

    def forward(self, x):
        return F.rms_norm(x, x.shape[-1:], self.gamma, self.eps)
# end text
