# rensa-torch-dialect.py: code of PyTorch programs that their networks call.
# SPDX-License-Identifier: MIT


# text: layers
class Layers(nn.ModuleList):
    """Calls one after the other; those that are modules are numbered."""

    def __init__(self, *layers):
        super().__init__(
            [layer for layer in layers if isinstance(layer, nn.Module)])
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


# end text


# text: each
def each(function, *values):
    """Calls it with all steps of sequences at once, and gives sequences."""
    sequences = [value for value in values if isinstance(value, list)]
    if not sequences:
        return function(*values)
    lengths = [len(sequence) for sequence in sequences[0]]

    def part(y):
        if y.ndim == 0 or len(y) != sum(lengths):
            return y
        return list(torch.split(y, lengths))

    result = function(*[
        torch.cat(value) if isinstance(value, list) else value
        for value in values])
    if isinstance(result, tuple):
        return tuple(part(y) for y in result)
    return part(result)


# end text


# text: convert_sequences
def convert(batch, fields):
    """One tensor for each value of the examples; of sequences a list."""
    return [
        [to_tensor(value) for value in values] if isinstance(field, list)
        else to_tensor(values)
        for values, field in zip(zip(*batch), fields)]


def read_field(data, key):
    """An array of examples, or a list of sequences."""
    if key + '_lengths' not in data:
        return data[key]
    return np.split(data[key], np.cumsum(data[key + '_lengths'])[:-1])


# end text


# text: as_leaf
def as_leaf(x):
    """The graph begins here where nothing that learns is behind x."""
    return x if x.requires_grad else x.detach().requires_grad_()


# end text


# A lazy module changes its class at the first call, so that a method of a subclass would not
# last.
# text: frozen
def stay_in_eval(module, _):
    """Before each call of a frozen module."""
    module.eval()


def frozen(module):
    """Keep a module as it is, and call it as in a validation."""
    module.register_forward_pre_hook(stay_in_eval)
    for param in module.parameters():
        param.requires_grad = False
    return module


# end text


# Validation does not record the graph required for gradients.
class Recording(Step):
# text: recording

    def __call__(self, *args):
        with torch.enable_grad():
            return super().__call__(*args)
# end text
