# constant-array.py: code of constant-array.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class ConstantArray(chainer.Link):
    """An array that is saved with the model and not trained."""

    def __init__(self, shape, dtype=None):
        super().__init__()
        self.add_persistent(
            'value', np.zeros(shape, dtype or chainer.config.dtype))

    def forward(self):
        return chainer.Variable(self.value, requires_grad=False)
# end text


# text: torch_class
class ConstantArray(nn.Module):
    """An array that is saved with the model and not trained."""

    def __init__(self, shape, dtype=None):
        super().__init__()
        dtype = None if dtype is None else getattr(torch, dtype)
        self.register_buffer('value', torch.zeros(shape, dtype=dtype))

    def forward(self):
        return self.value
# end text
