#!/usr/bin/env python3
# record-training.py: records the output of Chainer's hooks, and its training with float16 or with
# several copies of a model.
# SPDX-License-Identifier: MIT
"""Usage: record-training.py SOURCE_ROOT

Requires a Python with Chainer 7.8.1 and NumPy. Writes hooks.json and precision.json of
tests/reference.
"""

import io
import json
import pathlib
import re
import sys
import warnings

import chainer
import chainer.functions as F
import numpy as np
from chainer import function_hooks, link_hooks, optimizer_hooks, optimizers

# Seconds, which reports contain in the unit that suits the largest of them, or each of them.
TIMES = {
    'seconds': [('Linear', 1.0), ('relu', 0.25), ('Linear', 0.2421875), ('sum', 0.0009765625)],
    'parts of microseconds': [('relu', 3.5e-7), ('add', 2.25e-8)],
    'long names': [('softmax_cross_entropy', 0.0123), ('f', 123.456), ('f', 1000.0)],
}
BYTES = {
    'of all sizes': [('Linear', 3 * 2 ** 30, 2 ** 20), ('relu', 1023, 0), ('relu', 1, 0), ('sum', 1536, 1024)],
    'nothing': [('identity', 0, 0)],
}


def report(hook, unit):
    file = io.StringIO()
    hook.print_report(unit=unit, file=file)
    return file.getvalue()


def record_reports():
    cases = []
    for case, calls in TIMES.items():
        for name, hook in (('TimerHook', function_hooks.TimerHook()), ('link TimerHook', link_hooks.TimerHook())):
            hook.call_history = calls
            cases += [{'hook': name, 'case': case, 'unit': unit, 'calls': calls, 'report': report(hook, unit)}
                      for unit in ('auto', 'auto_foreach', 'sec', 'ms', 'us', 'ns')]
    for case, calls in BYTES.items():
        # Its constructor requires a GPU, which the report does not need.
        hook = object.__new__(function_hooks.CupyMemoryProfileHook)
        hook.call_history = [(*call, 0) for call in calls]
        cases += [{'hook': 'CupyMemoryProfileHook', 'case': case, 'unit': unit, 'calls': calls,
                   'report': report(hook, unit)} for unit in ('auto', 'auto_foreach', 'B', 'KB', 'MB')]
    return cases


def record_prints():
    """Omits addresses, the classes of Python's arrays, and functions called by backward."""
    file = io.StringIO()
    x = chainer.Variable(np.array([[1, 2, 3], [4, 5, 6.5]]))
    with function_hooks.PrintHook(file=file):
        y = F.log(F.exp(x))
        y.grad = np.array([[1, 2, 0], [0, 0.5, 1]])
        y.backward()
        z = F.log(chainer.Variable(np.array(2.0)))
        z.grad = np.array(0.0)
        z.backward()
    text = re.sub(r'- backend: .*\n', '', file.getvalue())
    blocks = re.split(r'(?=^function)', re.sub(r'at 0x[0-9a-f]+', 'at 0x0', text), flags=re.M)
    return ''.join(block for block in blocks if block.startswith(('function\texp', 'function\tlog')))


LOSS_SCALING = 'LossScaling'
FP32_UPDATE = 'FP32Update'

# Optimizer, its arguments, hooks, dtype, the factor of the gradients, and the updates in which one overflows.
PRECISION = [
    ('SGD', {'lr': 0.1}, {FP32_UPDATE: {}}, 'float16', 1, ()),
    ('SGD', {'lr': 1e-4}, {FP32_UPDATE: {}}, 'float16', 1, ()),
    ('SGD', {'lr': 0.1}, {FP32_UPDATE: {}}, 'float32', 1, ()),
    ('MomentumSGD', {'lr': 0.01}, {FP32_UPDATE: {}, LOSS_SCALING: {'scale': 128}}, 'float16', 128, ()),
    ('Adam', {'alpha': 0.01}, {FP32_UPDATE: {}, LOSS_SCALING: {'scale': 1024}}, 'float16', 1024, ()),
    ('RMSprop', {'lr': 0.01}, {FP32_UPDATE: {}, LOSS_SCALING: {'interval': 2}}, 'float16', None, (3, 4)),
    ('AdaDelta', {}, {LOSS_SCALING: {'scale': 8}}, 'float32', 8, ()),
    ('SGD', {'lr': 0.1}, {LOSS_SCALING: {'scale': 16}}, 'float16', 16, ()),
    ('SGD', {'lr': 0.1}, {LOSS_SCALING: {'scale': 16}, 'WeightDecay': {'rate': 0.1}}, 'float32', 16, ()),
    ('Adam', {'alpha': 0.01}, {LOSS_SCALING: {'interval': 3}}, 'float32', None, (5, 9)),
    ('SGD', {'lr': 0.5}, {LOSS_SCALING: {'interval': 1}}, 'float32', None, (1, 2, 3)),
    ('SGD', {'lr': 0.5}, {LOSS_SCALING: {}}, 'float32', None, ()),
]


def setup(name, given, hooks, link):
    optimizer = getattr(optimizers, name)(**given).setup(link)
    for hook, args in hooks.items():
        if hook == FP32_UPDATE:
            optimizer.use_fp32_update()
        elif hook == LOSS_SCALING:
            optimizer.loss_scaling(**args)
        else:
            optimizer.add_hook(getattr(optimizer_hooks, hook)(**args))
    return optimizer


# One step in the last digit of float16 if float32 is rounded to it, several if everything is
# computed in float16.
TOLERANCES = {('float32', False): (1e-5, 1e-6), ('float32', True): (1e-5, 1e-6),
              ('float16', True): (1e-3, 1e-5), ('float16', False): (5e-3, 1e-3)}


def record_precision(name, given, hooks, dtype, factor, overflows):
    random = np.random.RandomState(len(name) + len(hooks))
    rtol, atol = TOLERANCES[dtype, FP32_UPDATE in hooks]
    link = chainer.Link()
    with link.init_scope():
        link.W = chainer.Parameter(random.uniform(-1, 1, (2, 3)).astype(dtype))
    case = {'optimizer': name, 'given': given, 'dtype': dtype, 'shape': link.W.shape,
            'hooks': [{'name': hook, 'args': args} for hook, args in hooks.items()],
            'rtol': rtol, 'atol': atol, 'init': link.W.array.ravel().tolist(), 'grads': [], 'after': [], 'loss_scale': []}
    optimizer = setup(name, given, hooks, link)
    for update in range(20):
        grad = random.uniform(-1, 1, (2, 3)) * (factor or optimizer._loss_scale)
        if update in overflows:
            grad[update % 2, update % 3] = 1e300
        link.W.grad = grad.astype(dtype)
        # The gradients set by backward ().
        link.W._loss_scale = optimizer._loss_scale
        # Too large for any supported parameter type.
        case['grads'].append(np.clip(link.W.grad.astype('float64'), -1e300, 1e300).ravel().tolist())
        optimizer.update()
        case['after'].append(link.W.array.ravel().tolist())
        case['loss_scale'].append(optimizer._loss_scale or 1)
    return case


def write(root, name, cases):
    lines = ',\n'.join(json.dumps(case) for case in cases)
    pathlib.Path(root, 'tests/reference', name).write_text(f'{{"cases": [\n{lines}\n]}}\n', encoding='utf-8')


def main():
    warnings.simplefilter('ignore')
    root = sys.argv[1]
    write(root, 'hooks.json', [*record_reports(), {'hook': 'PrintHook', 'written': record_prints()}])
    write(root, 'precision.json', [record_precision(*case) for case in PRECISION])


if __name__ == '__main__':
    main()
