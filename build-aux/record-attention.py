#!/usr/bin/env python3
# record-attention.py: records the results of PyTorch for attention and transformer layers.
# SPDX-License-Identifier: MIT
"""Usage: record-attention.py SOURCE_ROOT

Requires a Python with PyTorch and NumPy. Writes cases of MultiHeadAttention and of both layers,
with their gradients, to tests/reference/links.
"""

import json
import pathlib
import sys

import numpy as np
import torch
from torch import nn

torch.set_default_dtype(torch.float64)

# Our names of children and PyTorch's.
LAYERS = {'attention': 'self_attn', 'memory_attention': 'multihead_attn', 'l1': 'linear1', 'l2': 'linear2',
          'norm1': 'norm1', 'norm2': 'norm2', 'norm3': 'norm3'}


def find_params(module, prefix=''):
    """Pairs of our path and a function that selects the parameter from PyTorch's module."""
    if isinstance(module, nn.MultiheadAttention):
        for i, name in enumerate(('query', 'key', 'value')):
            yield f'{prefix}/{name}/W', module.in_proj_weight, slice(i * module.embed_dim, (i + 1) * module.embed_dim)
            yield f'{prefix}/{name}/b', module.in_proj_bias, slice(i * module.embed_dim, (i + 1) * module.embed_dim)
        yield f'{prefix}/out/W', module.out_proj.weight, slice(None)
        yield f'{prefix}/out/b', module.out_proj.bias, slice(None)
        return
    for ours, theirs in LAYERS.items():
        child = getattr(module, theirs, None)
        if isinstance(child, nn.MultiheadAttention):
            yield from find_params(child, f'{prefix}/{ours}')
        elif child is not None:
            weight, bias = ('gamma', 'beta') if isinstance(child, nn.LayerNorm) else ('W', 'b')
            yield f'{prefix}/{ours}/{weight}', child.weight, slice(None)
            yield f'{prefix}/{ours}/{bias}', child.bias, slice(None)


class Cases:
    def __init__(self, link):
        self.link, self.cases, self.arrays = link, [], {}

    def keep(self, key, array):
        array = array.detach().numpy() if isinstance(array, torch.Tensor) else array
        self.arrays[key] = array if array.dtype == bool else array.astype('float32')
        return key

    def add(self, module, call, ctor, inputs):
        """Inputs by name; bool inputs have no gradient."""
        c = f'c{len(self.cases)}'
        for _, param, _ in find_params(module):
            nn.init.uniform_(param, -0.6, 0.6)
        for x in inputs.values():
            x.requires_grad_(x.is_floating_point())
        # Values are stored as float32, so PyTorch is given the same rounded values.
        with torch.no_grad():
            for tensor in [p for _, p, _ in find_params(module)] + [x for x in inputs.values() if x.is_floating_point()]:
                tensor.copy_(tensor.float())
        y = call(module, **inputs)
        gy = torch.randn_like(y).float().double()
        y.backward(gy)
        self.cases.append({
            'id': c, 'dtype': 'float32', 'ctor': ctor, 'call': {}, 'train': False,
            'inputs': [self.keep(f'{c}.x{i}', x) for i, x in enumerate(inputs.values())], 'input_names': list(inputs),
            'params': [{'path': path, 'key': self.keep(f'{c}.p{i}', param[part]),
                        'grad': self.keep(f'{c}.gp{i}', param.grad[part])}
                       for i, (path, param, part) in enumerate(find_params(module))],
            'persistents': [], 'outputs': [self.keep(f'{c}.y0', y)], 'output_names': ['y'],
            'grad_outputs': [self.keep(f'{c}.gy0', gy)],
            'grad_inputs': [self.keep(f'{c}.gx{i}', x.grad) if x.grad is not None else None
                            for i, x in enumerate(inputs.values())],
            'rtol': 1e-4, 'atol': 1e-5})

    def write(self, root):
        lines = ',\n'.join(json.dumps(case) for case in self.cases)
        path = pathlib.Path(root, 'tests/reference/links', self.link)
        path.with_suffix('.json').write_text(f'{{"link": "{self.link}",\n"cases": [\n{lines}\n]}}\n', encoding='utf-8')
        np.savez(path.with_suffix('.npz'), **self.arrays)


def hidden(mask):
    """PyTorch's mask is true for keys that are ignored."""
    return None if mask is None else ~mask


def causal(n):
    return torch.triu(torch.ones(n, n, dtype=torch.bool), 1)


def attend(is_causal):
    def call(module, query, key=None, value=None, mask=None):
        key = query if key is None else key
        barred = hidden(mask)
        if is_causal:
            barred = causal(query.shape[1]) if barred is None else barred | causal(query.shape[1])
        if barred is not None and barred.ndim == 3:
            barred = barred.repeat_interleave(module.num_heads, 0)
        return module(query, key, key if value is None else value, attn_mask=barred, need_weights=False)[0]
    return call


def some_mask(*shape):
    """Each query has at least one key that is not ignored."""
    mask = torch.rand(*shape) < 0.6
    mask[..., 0] = True
    return mask


def record_attention():
    cases = Cases('MultiHeadAttention')
    ctor = {'size': 6, 'n_heads': 2}
    new = lambda: nn.MultiheadAttention(6, 2, batch_first=True)
    cases.add(new(), attend(False), ctor, {'query': torch.randn(2, 3, 6)})
    cases.add(new(), attend(False), ctor,
              {'query': torch.randn(2, 3, 6), 'key': torch.randn(2, 5, 6), 'value': torch.randn(2, 5, 6)})
    cases.add(new(), attend(False), ctor, {'query': torch.randn(2, 3, 6), 'key': torch.randn(2, 4, 6)})
    for shape in ((3, 5), (2, 3, 5)):
        cases.add(new(), attend(False), ctor, {'query': torch.randn(2, 3, 6), 'key': torch.randn(2, 5, 6),
                                               'value': torch.randn(2, 5, 6), 'mask': some_mask(*shape)})
    cases.add(new(), attend(True), {**ctor, 'causal': True}, {'query': torch.randn(3, 4, 6)})
    cases.add(nn.MultiheadAttention(4, 4, batch_first=True), attend(False), {'size': 4, 'n_heads': 4},
              {'query': torch.randn(1, 1, 4)})
    return cases


def record_layer(link, kind, calls):
    cases = Cases(link)
    for options, call, inputs in calls:
        ours = {'size': 6, 'n_heads': 3, 'hidden_size': 5, **options}
        module = kind(6, 3, 5, 0.0, activation=options.get('activation', 'relu'), batch_first=True,
                      norm_first=options.get('norm_first', False))
        cases.add(module, call, ours, inputs)
    return cases


def encode(is_causal=False):
    return lambda module, x, mask=None: module(x, src_mask=causal(x.shape[1]) if is_causal else hidden(mask))


def decode(is_causal=True):
    return lambda module, x, memory: module(x, memory, tgt_mask=causal(x.shape[1]) if is_causal else None)


def main():
    root = sys.argv[1]
    torch.manual_seed(0)
    x, memory = lambda: torch.randn(2, 4, 6), lambda: torch.randn(2, 3, 6)
    record_attention().write(root)
    record_layer('TransformerEncoderLayer', nn.TransformerEncoderLayer, [
        ({}, encode(), {'x': x()}),
        ({'norm_first': True}, encode(), {'x': x()}),
        ({'causal': True, 'dropout': 0.0}, encode(True), {'x': x()}),
        ({'activation': 'gelu', 'norm_first': True, 'causal': True}, encode(True), {'x': x()})]).write(root)
    record_layer('TransformerDecoderLayer', nn.TransformerDecoderLayer, [
        ({}, decode(), {'x': x(), 'memory': memory()}),
        ({'norm_first': True}, decode(), {'x': x(), 'memory': memory()}),
        ({'causal': False}, decode(False), {'x': x(), 'memory': memory()})]).write(root)


if __name__ == '__main__':
    main()
