# rensa-onnx-prove.py: code that asks ONNX Runtime for predictions.
# SPDX-License-Identifier: MIT


# Checks and runs the file; if the model takes only one example at a time, runs it for each.
# text: script
import json
import sys

import numpy as np
import onnxruntime

model, questions, answers = sys.argv[1:]
facts = {'onnxruntime': onnxruntime.__version__, 'checker': 'not installed'}
try:
    import onnx
    onnx.checker.check_model(model, full_check=True)
    facts['checker'] = 'onnx ' + onnx.__version__
except ImportError:
    pass
session = onnxruntime.InferenceSession(model, providers=['CPUExecutionProvider'])
given = np.load(questions)
inputs = {x.name: given[f'x{i}'] for i, x in enumerate(session.get_inputs())}
n = len(given['x0'])
step = 1 if session.get_inputs()[0].shape[0] == 1 else n
y = [session.run(None, {k: v[i:i + step] for k, v in inputs.items()})[0] for i in range(0, n, step)]
np.savez(answers, y=np.concatenate(y).astype('float64'))
print(json.dumps(facts))
# end text
