# rensa-chainer-dialect.py: code of Chainer programs that their networks call.
# SPDX-License-Identifier: MIT


# disable_update () does nothing before an optimizer knows the parameter, and its gradient would
# still count in GradientClipping.
# text: frozen
def learns(values):
    """Return whether one of the values requires a gradient."""
    return any(
        learns(x) if isinstance(x, (list, tuple))
        else getattr(x, 'requires_grad', False) for x in values)


def frozen(link):
    """Keep a link as it is, and call it as in a validation.

    Optimizers do not see its parameters.
    """
    class Frozen(type(link)):
        def __call__(self, *args, **kwargs):
            recorded = (chainer.config.enable_backprop
                        and learns([*args, *kwargs.values()]))
            with chainer.using_config('train', False), \
                    chainer.using_config('enable_backprop', recorded):
                y = super().__call__(*args, **kwargs)
            if recorded or not isinstance(y, chainer.Variable):
                return y
            return chainer.Variable(y.array, requires_grad=False)

        def params(self, include_uninit=True):
            return iter(())

        def namedparams(self, include_uninit=True):
            return iter(())

    link.__class__ = Frozen
    return link


# end text


# Chainer 7 numbers the links of a Sequential that is created in the usual way as first, last,
# last * but one, …
# text: sequence
def sequence(*layers):
    """A Sequential whose links are numbered in their order."""
    result = chainer.Sequential()
    for layer in reversed(layers):
        result.insert(0, layer)
    return result


# end text


# text: as_leaf
def as_leaf(x):
    """The graph begins here where nothing that learns is behind x."""
    x = chainer.as_variable(x)
    return x if x.requires_grad else chainer.Variable(x.array)


# end text


# text: each
def each(function, *values):
    """Calls it with all steps of sequences at once, and gives sequences again."""
    sequences = [value for value in values if isinstance(value, (list, tuple))]
    if not sequences:
        return function(*values)
    ends = np.cumsum([len(sequence) for sequence in sequences[0]])

    def part(y):
        if y.ndim == 0 or len(y) != ends[-1]:
            return y
        return list(F.split_axis(y, ends[:-1], axis=0))

    result = function(*[
        F.concat(value, axis=0) if isinstance(value, (list, tuple)) else value
        for value in values])
    if isinstance(result, tuple):
        return tuple(part(y) for y in result)
    return part(result)


# end text


# text: converter
class Converter:
    """Makes batches of examples: lists of sequences, arrays of everything else."""

    def __init__(self, are_sequences):
        self.are_sequences = are_sequences

    def __call__(self, batch, device=None):
        fields = [list(field) for field in zip(*batch)]
        return tuple(
            field if is_sequence
            else chainer.dataset.concat_examples(field, device)
            for field, is_sequence in zip(fields, self.are_sequences))


def read_field(data, key):
    """An array of examples, or a list of sequences."""
    if key + '_lengths' not in data:
        return data[key]
    return np.split(data[key], np.cumsum(data[key + '_lengths'])[:-1])


# end text


# Validation does not record the graph required for gradients.
class Recording(Step):
# text: recording

    def __call__(self, *args):
        with chainer.force_backprop_mode():
            return super().__call__(*args)
# end text
