#!/usr/bin/env python3
# check-torch-models.py: do models that PyTorch exports come back as programs that run?
# SPDX-License-Identifier: MIT
"""Usage: check-torch-models.py RENSA

Prints TAP. It needs PyTorch 2 and onnx: the environment variable RENSA_TEST_TORCH names a Python that has them. Without it the test is skipped.

Each model becomes an ONNX file and a document, whose answers are those of PyTorch; the document trains, and its program for PyTorch is proved and
run.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ATOL = 1e-5


class Failure(Exception):
    pass


def run(folder, *argv):
    result = subprocess.run([str(arg) for arg in argv], cwd=folder, capture_output=True, text=True, env={**os.environ, 'PYTHON': sys.executable})
    if result.returncode != 0:
        raise Failure(f'{argv[1]}: {(result.stderr or result.stdout).strip().splitlines()[-1:]}')


def make_models():
    """By name the model and its input."""
    import torch
    from torch import nn

    class Residual(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.norm, self.second = nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.Conv2d(8, 8, 3, padding=1)

        def forward(self, x):
            h = torch.relu(self.norm(self.first(x)))
            return (h + self.second(h)).mean((2, 3))

    class Recurrent(nn.Module):
        def __init__(self, kind, bidirectional=False):
            super().__init__()
            self.layer = getattr(nn, kind)(6, 7, batch_first=True, bidirectional=bidirectional)

        def forward(self, x):
            return self.layer(x)[0][:, -1]

    class Started(nn.Module):
        """An LSTM whose first states are learned."""

        def __init__(self):
            super().__init__()
            self.layer = nn.LSTM(6, 7, batch_first=True)
            self.h, self.c = nn.Parameter(torch.randn(1, 1, 7)), nn.Parameter(torch.randn(1, 1, 7))

        def forward(self, x):
            states = (self.h.expand(-1, x.shape[0], -1).contiguous(), self.c.expand(-1, x.shape[0], -1).contiguous())
            return self.layer(x, states)[0][:, -1]

    class Vision(nn.Module):
        """A transformer with a class token."""

        def __init__(self):
            super().__init__()
            self.patches, self.token = nn.Conv2d(3, 8, 4, 4), nn.Parameter(torch.randn(1, 1, 8))
            self.encoder = nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True)

        def forward(self, x):
            h = self.patches(x).flatten(2).transpose(1, 2)
            return self.encoder(torch.cat([self.token.expand(h.shape[0], -1, -1), h], 1))[:, 0]

    class Causal(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed, self.project = nn.Embedding(11, 8), nn.Linear(8, 24)

        def forward(self, x):
            return nn.functional.scaled_dot_product_attention(*self.project(self.embed(x)).chunk(3, -1), is_causal=True)

    class Two(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.Linear(6, 4), nn.Linear(4, 2)

        def forward(self, x):
            h = torch.tanh(self.first(x))
            return self.second(h), h

    torch.manual_seed(0)
    rows, steps, pictures = torch.randn(3, 6), torch.randn(3, 5, 6), torch.randn(3, 3, 8, 8)
    return {
        'mlp': (nn.Sequential(nn.Linear(6, 9), nn.ReLU(), nn.Linear(9, 3)), rows),
        'normalized': (nn.Sequential(nn.Linear(6, 8), nn.LayerNorm(8), nn.GELU()), rows),
        'outputs': (Two(), rows),
        'convolutions': (nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(36, 3)), pictures),
        'residual': (Residual(), pictures), 'vision': (Vision(), pictures), 'causal': (Causal(), torch.randint(0, 11, (3, 6))),
        'encoder': (nn.Sequential(nn.TransformerEncoderLayer(6, 2, 16, 0.0, batch_first=True), nn.Flatten()), steps),
        'rnn': (Recurrent('RNN'), steps), 'lstm': (Recurrent('LSTM'), steps), 'gru': (Recurrent('GRU'), steps),
        'bilstm': (Recurrent('LSTM', True), steps), 'started': (Started(), steps),
    }


def check(rensa, folder, model, x):
    import numpy as np
    import torch
    model.eval()
    torch.onnx.export(model, (x,), folder / 'm.onnx', input_names=['x'], dynamic_axes={'x': {0: 'batch'}}, dynamo=False)
    expected = model(x)
    expected = (expected[0] if isinstance(expected, tuple) else expected).detach().numpy()
    np.savez(folder / 'x.npz', x=x.numpy())
    run(folder, rensa, 'predict', 'm.onnx', 'x.npz', '--out', 'y.npz')
    with np.load(folder / 'y.npz') as answers:
        found = answers['y' if 'y' in answers else 'y0']
    if not np.allclose(found, expected, atol=ATOL):
        raise Failure(f'answers {np.abs(found - expected).max():.3g} apart')
    run(folder, rensa, 'import', 'm.onnx', '--out', 'm.rensa')
    run(folder, rensa, 'train', 'm.rensa', '-q', '--out', 'o', '--set', 'stop.period=1')
    run(folder, rensa, 'export', 'm.rensa', '--to', 'torch', '--out', 'p.py', '--prove')
    run(folder, sys.executable, 'p.py', '--epochs', '1')


def main():
    python = os.environ.get('RENSA_TEST_TORCH')
    if not python:
        print('1..0 # SKIP RENSA_TEST_TORCH names no Python with PyTorch')
        return 0
    if os.environ.get('RENSA_TEST_IS_PEER') is None:
        os.environ['RENSA_TEST_IS_PEER'] = '1'
        os.execv(python, [python, *sys.argv])
    models = make_models()
    n_failed = 0
    print(f'1..{len(models)}')
    for name, (model, x) in models.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                check(os.path.abspath(sys.argv[1]), pathlib.Path(folder), model, x)
                print(f'ok - {name}', flush=True)
            except Failure as failure:
                n_failed += 1
                print(f'not ok - {name}: {failure}', flush=True)
    return n_failed > 0


if __name__ == '__main__':
    sys.exit(main())
