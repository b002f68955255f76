# layer-normalization.py: code of layer-normalization.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class LayerNormalization(nn.modules.lazy.LazyModuleMixin, nn.LayerNorm):
    """Learns its size from what it is called with first."""

    def __init__(self, eps):
        super().__init__(0, eps)
        self.weight = nn.UninitializedParameter()
        self.bias = nn.UninitializedParameter()

    def initialize_parameters(self, x):
        if self.has_uninitialized_params():
            self.normalized_shape = tuple(x.shape[1:])
            self.weight.materialize(self.normalized_shape)
            self.bias.materialize(self.normalized_shape)
            super().reset_parameters()

    def reset_parameters(self):
        """Waits for the first call."""
# end text
