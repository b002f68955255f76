# scale.py: code of scale.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Scale(nn.Module):
    """Multiplies by what is learned, or by what comes as the second input."""

    def __init__(self, axis=1, W_shape=None, bias_term=False,
                 bias_shape=None):
        super().__init__()
        self.axis = axis
        if W_shape is not None:
            self.W = nn.Parameter(torch.ones(W_shape))
            bias_shape = W_shape
        self.bias = Bias(axis, bias_shape) if bias_term else None

    def forward(self, x, W=None, b=None):
        W = self.W if W is None else W
        after = x.ndim - self.axis % x.ndim - W.ndim
        y = x * W.reshape(W.shape + (1,) * after)
        if self.bias is None:
            return y
        return self.bias(y, b)
# end text
