# chainer.py: code that asks Chainer programs.
# SPDX-License-Identifier: MIT


# text: ask
import chainer


def ask(program, weights, inputs):
    model = program.make_model()
    chainer.serializers.load_npz(weights, model.predictor, 'predictor/')
    with chainer.using_config('train', False), chainer.no_backprop_mode():
        y = model.predictor(*inputs)
    y = y[0] if isinstance(y, (tuple, list)) else y
    return chainer.as_array(y).astype(float), chainer.__version__


# end text
