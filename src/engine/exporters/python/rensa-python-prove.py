# rensa-python-prove.py: code that asks a program for predictions.
# SPDX-License-Identifier: MIT


# Followed by the library-specific function ask (program, weights, inputs). Prints the answers in
# * the form that the loss takes.
# text: head
import importlib.machinery
import importlib.util
import json
import sys

import numpy as np

path, weights, prediction, n, *keys = sys.argv[1:]
loader = importlib.machinery.SourceFileLoader('program', path)
spec = importlib.util.spec_from_file_location('program', path, loader=loader)
program = importlib.util.module_from_spec(spec)
spec.loader.exec_module(program)
with np.load(program.DATA) as data:
    fields = [data[key][:int(n)] for key in keys]
    names = [key for key in data.files if key.startswith('preprocessing/')]
    figures = {name.partition('/')[2]: data[name] for name in names}
examples = list(zip(*fields))
if hasattr(program, 'preprocess'):
    examples = [program.preprocess(example, figures, False) for example in examples]
# end text


# text: tail
y, version = ask(program, weights, [np.stack(field) for field in zip(*examples)])
if prediction == 'softmax':
    y = np.exp(y - y.max(1, keepdims=True))
    y /= y.sum(1, keepdims=True)
elif prediction == 'sigmoid':
    y = 1 / (1 + np.exp(-y))
print(json.dumps({'version': version, 'shape': y.shape, 'values': y.ravel().tolist()}))
# end text
