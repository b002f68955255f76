# swish.py: code of swish.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Swish(nn.modules.lazy.LazyModuleMixin, nn.Module):
    """x times the sigmoid of it, whose steepness is learned."""

    def __init__(self, shape=None, beta_init=1.0):
        super().__init__()
        self.shape = shape
        self.beta_init = beta_init
        self.beta = nn.UninitializedParameter()

    def initialize_parameters(self, x):
        if self.has_uninitialized_params():
            shape = x.shape[1:] if self.shape is None else self.shape
            self.beta.materialize(shape)
            nn.init.constant_(self.beta, self.beta_init)

    def forward(self, x):
        after = (1,) * (x.ndim - 1 - self.beta.ndim)
        beta = self.beta.reshape(self.beta.shape + after)
        return x * torch.sigmoid(beta * x)
# end text
