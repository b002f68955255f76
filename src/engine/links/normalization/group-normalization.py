# group-normalization.py: code of group-normalization.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class GroupNormalization(nn.modules.lazy.LazyModuleMixin, nn.GroupNorm):
    """Learns the number of channels from what it is called with first."""

    def __init__(self, groups, eps):
        super().__init__(groups, 0, eps)
        self.weight = nn.UninitializedParameter()
        self.bias = nn.UninitializedParameter()

    def initialize_parameters(self, x):
        if self.has_uninitialized_params():
            self.num_channels = x.shape[1]
            self.weight.materialize(x.shape[1:2])
            self.bias.materialize(x.shape[1:2])
            super().reset_parameters()

    def reset_parameters(self):
        """Waits for the first call."""
# end text
