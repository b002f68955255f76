# torch.py: code of PyTorch programs, and what asks them.
# SPDX-License-Identifier: MIT


# text: rensa_torch_drawn
def drawn(module, **initial):
    """The module, with what draws its first parameters."""
    module.initial = initial
    return module


# end text


# text: rensa_torch_lecun
def draw_lecun(weight):
    """Draws from LeCun's normal distribution."""
    nn.init.kaiming_normal_(weight, nonlinearity='linear')


# end text


# text: tensors
def to_tensor(values):
    """Convert floats to the default type, and integers to int64."""
    tensor = torch.as_tensor(np.asarray(values))
    if tensor.is_floating_point():
        return tensor.to(torch.get_default_dtype())
    return tensor.long()


class Examples:
    """The examples of one part, with what is done to each."""

    def __init__(self, *fields, change=None):
        self.fields = fields
        self.change = change

    def __len__(self):
        return len(self.fields[0])

    def __getitem__(self, i):
        example = tuple(field[i] for field in self.fields)
        return example if self.change is None else self.change(example)


# end text


# text: convert
def convert(batch):
    """The examples of a batch as one tensor for each of their values."""
    return [to_tensor(field) for field in zip(*batch)]


# end text


# text: ask
import torch


def ask(program, weights, inputs):
    model = program.make_model().predictor.eval()
    inputs = [program.to_tensor(x) for x in inputs]
    with torch.no_grad(), np.load(weights) as data:
        model(*inputs)
        for key, tensor in program.list_tensors(model):
            tensor.copy_(torch.as_tensor(data['predictor/' + key]))
        for module in model.modules():
            getattr(module, 'reset_state', lambda: None)()
        y = model(*inputs)
    y = y[0] if isinstance(y, (tuple, list)) else y
    return y.double().numpy(), torch.__version__


# end text
