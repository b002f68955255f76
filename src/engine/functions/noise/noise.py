# noise.py: code of noise.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
def noise(x, shape, distribution='normal', scale=1.0, values=None):
    """Random numbers for each example of x."""
    if values is not None:
        return chainer.as_variable(values)
    if distribution == 'normal':
        drawn = np.random.normal(0, scale, (len(x),) + shape)
    else:
        drawn = np.random.uniform(-scale, scale, (len(x),) + shape)
    return chainer.Variable(drawn.astype(chainer.get_dtype()))
# end text


# text: torch_class
def noise(x, shape, distribution='normal', scale=1.0, values=None):
    """Random numbers for each example of x."""
    if values is not None:
        return values
    if distribution == 'normal':
        return scale * torch.randn(len(x), *shape)
    return scale * (2 * torch.rand(len(x), *shape) - 1)
# end text
