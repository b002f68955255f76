# weighted-linear.py: code of weighted-linear.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class WeightedLinear(L.Linear):
    """A Linear whose products are multiplied by a weight of each example, before the bias is added."""

    def forward(self, x, w):
        if self.W.array is None:
            self._initialize_params(x.size // len(x))
        y = F.scale(F.linear(x, self.W), w, axis=0)
        return y if self.b is None else F.bias(y, self.b)
# end text


# text: torch_class
class WeightedLinear(nn.LazyLinear):
    """Products times a weight of each example, before the bias is added."""

    cls_to_become = None

    def initialize_parameters(self, x, w):
        super().initialize_parameters(x)

    def forward(self, x, w):
        y = F.linear(x, self.weight) * w[:, None]
        return y if self.bias is None else y + self.bias
# end text
