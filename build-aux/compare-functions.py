#!/usr/bin/env python3
# compare-functions.py: compares each function with PyTorch and NumPy, on the same shapes.
# SPDX-License-Identifier: MIT
"""Usage: compare-functions.py [--threads N] [--seconds S] [--both] BUILD_ROOT [FUNCTION ...]

Runs `rensa-bench --json functions` of the build and then the same calls in PyTorch, and in NumPy if
it has the function. The calls in PyTorch are those that the descriptors of the functions specify
for code export, or those in the table below. A ratio above 1 means that Rensa is faster than the
faster of the two; --both compares forward and backward together, with PyTorch alone.
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import time
import types

# Functions without a PyTorch expression in the descriptor, or with one that would be slower than necessary.
TORCH = {
    'average': '{x}.mean()',
    'average_pooling_1d': 'F.avg_pool1d({x}, {ksize}, stride={stride}, padding={pad})',
    'average_pooling_3d': 'F.avg_pool3d({x}, {ksize}, stride={stride}, padding={pad})',
    'batch_matmul': 'torch.matmul({a}, {b})',
    'bilinear': 'F.bilinear({e1}, {e2}, {W}.permute(2, 0, 1))',
    'copy': '{x}.clone()',
    'fft': 'torch.fft.fft(torch.complex({x[0]}, {x[1]}))',
    'ifft': 'torch.fft.ifft(torch.complex({x[0]}, {x[1]}))',
    'flip': 'torch.flip({x}, ({axis},)).contiguous()',
    'im2col': 'F.unfold({x}, {ksize}, stride={stride}, padding={pad})',
    'logsumexp': 'torch.logsumexp({x}, tuple(range({x}.ndim)))',
    'matmul': 'torch.matmul({a}, {b})',
    'maxout': '{x}.reshape({x}.shape[0], -1, {pool_size}).amax(2)',
    'mean': '{x}.mean()',
    'prod': '{x}.prod()',
    'repeat': 'torch.repeat_interleave({x}, {repeats}, dim={axis})',
    'sum': '{x}.sum()',
    'max': '{x}.amax()',
    'min': '{x}.amin()',
    'swish': '{x} * torch.sigmoid({beta} * {x})',
    'tile': 'torch.tile({x}, ({reps},))',
    'cumprod': '{x}.flatten().cumprod(0)',
    'cumsum': '{x}.flatten().cumsum(0)',
    'dropout': 'F.dropout({x}, 0.5)',
    'transpose': '{x}.permute(tuple(reversed(range({x}.ndim)))).contiguous()',
    'zeta': 'torch.special.zeta({x} + 1, {q})',
    'where': 'torch.where({condition}.bool(), {x}, {y})',
}
# Functions that only move elements return a view in PyTorch; they are compared with a copy.
VIEWS = {'as_strided', 'broadcast', 'broadcast_to', 'diagonal', 'expand_dims', 'flatten', 'get_item', 'identity', 'moveaxis',
         'reshape', 'rollaxis', 'separate', 'split_axis', 'squeeze', 'swapaxes'}
NUMPY = {
    'fft': 'np.fft.fft({x[0]} + 1j * {x[1]})', 'ifft': 'np.fft.ifft({x[0]} + 1j * {x[1]})',
    'absolute': 'np.abs({self})', 'add': '{xs[0]} + {xs[1]}', 'argmax': '{x}.argmax()', 'argmin': '{x}.argmin()',
    'ceil': 'np.ceil({x})', 'cos': 'np.cos({x})', 'cosh': 'np.cosh({x})', 'cumsum': '{x}.cumsum({axis})',
    'exp': 'np.exp({x})', 'expm1': 'np.expm1({x})', 'floor': 'np.floor({x})', 'log': 'np.log({x})',
    'log10': 'np.log10({x})', 'log1p': 'np.log1p({x})', 'log2': 'np.log2({x})', 'max': '{x}.max()', 'min': '{x}.min()',
    'op_add': '{a} + {b}', 'op_div': '{a} / {b}', 'op_mul': '{a} * {b}', 'op_pow': '{a} ** {b}',
    'op_floordiv': '{a} // {b}', 'fmod': 'np.fmod({x}, {divisor})', 'prod': '{x}.prod()', 'sin': 'np.sin({x})',
    'sinh': 'np.sinh({x})', 'sqrt': 'np.sqrt({x})', 'square': 'np.square({x})', 'sum': '{x}.sum()', 'tan': 'np.tan({x})',
    'tanh': 'np.tanh({x})',
}


def describe(build):
    text = subprocess.run([build / 'src/cli/rensa', 'list', 'functions', '--json'], check=True, capture_output=True, text=True).stdout
    return {function['name']: function for function in json.loads(text)['functions']}


def bench(build, names, seconds, threads):
    command = [build / 'bench/rensa-bench', '--json', '--threads', str(threads), '--seconds', str(seconds), 'functions', *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode != 0:
        sys.exit(process.returncode)


def make_arguments(function, row, arrays):
    """{name: Python text} of inputs and attributes; the inputs are entries of @arrays."""
    arguments = {attr['name']: repr(row['attrs'].get(attr['name'], attr['default'])) for attr in function['attrs']}
    specs = function['inputs']
    rest = [f'a[{i}]' if array is not None else 'None' for i, array in enumerate(arrays)]
    for k, spec in enumerate(specs):
        name = spec.split(':')[0]
        if name.endswith('*'):
            n = len(rest) - (len(specs) - k - 1)
            arguments[name[:-1]] = '[' + ', '.join(rest[:n]) + ']'
            rest = rest[n:]
        else:
            arguments[name.rstrip('?')] = rest.pop(0) if rest else 'None'
    return arguments


class Arguments(dict):
    """Fills a template: "{x}", "{xs[0]}"."""

    class Text(str):
        def __getitem__(self, i):
            return f'{str(self)}[{i}]'

        def __format__(self, suffix):
            """Suffixes only matter to exporters: "{axis:always}"."""
            return str(self)

    def __getitem__(self, key):
        return self.Text(super().__getitem__(key))


def repeat(call, seconds):
    """Returns the milliseconds of one call: the fastest of five blocks."""
    call()
    start = time.perf_counter()
    call()
    n = max(1, math.ceil(seconds / max(time.perf_counter() - start, 1e-7)))
    best = math.inf
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(n):
            call()
        best = min(best, (time.perf_counter() - start) / n)
    return 1e3 * best


def time_torch(template, function, row, seconds, both):
    import torch
    from torch.nn import functional
    is_int = [array is not None and not array['dtype'].startswith('float') for array in row['inputs']]
    a = [None if array is None
         else torch.randint(0, 2, array['shape']) if is_int[i]
         else torch.empty(array['shape']).uniform_(0.1, 0.9) for i, array in enumerate(row['inputs'])]
    text = template.format_map(Arguments(make_arguments(function, row, row['inputs'])))
    names = {'torch': torch, 'F': functional, 'math': math, 'a': a, 'self': types.SimpleNamespace(training=True)}
    exec(function.get('torch_class') or '', names)
    code = compile(text, function['name'], 'eval')

    def forward():
        result = eval(code, names)
        if function['name'] in VIEWS:
            result = [y.clone(memory_format=torch.contiguous_format) for y in
                      (result if isinstance(result, (tuple, list)) else [result])]
        return result

    def forward_and_backward():
        y = forward()
        ys = [y for y in (y if isinstance(y, (tuple, list)) else [y]) if y.requires_grad]
        if ys:
            torch.autograd.grad(ys, leaves, [torch.ones_like(y) for y in ys], allow_unused=True)

    if not both:
        with torch.no_grad():
            return repeat(forward, seconds)
    leaves = [x.requires_grad_() for x, integer in zip(a, is_int) if x is not None and not integer]
    return repeat(forward_and_backward, seconds)


def time_numpy(template, function, row, seconds):
    import numpy
    rng = numpy.random.default_rng(0)
    a = [None if array is None else rng.uniform(0.1, 0.9, array['shape']).astype('float32') for array in row['inputs']]
    text = template.format_map(Arguments(make_arguments(function, row, row['inputs'])))
    code = compile(text, function['name'], 'eval')
    return repeat(lambda: eval(code, {'np': numpy, 'a': a}), seconds)


def attempt(peer, template, *arguments):
    """Returns milliseconds; None if the peer does not support the call."""
    if template is None:
        return None
    try:
        return peer(template, *arguments)
    except Exception as error:  # pylint: disable=broad-except
        print(f'  {arguments[0]["name"]}: {str(error).splitlines()[0]}', file=sys.stderr)
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--threads', type=int, default=os.cpu_count() or 1)
    parser.add_argument('--seconds', type=float, default=0.05)
    parser.add_argument('--both', action='store_true')
    parser.add_argument('build', type=pathlib.Path, metavar='BUILD_ROOT')
    parser.add_argument('functions', nargs='*')
    options = parser.parse_args()
    functions = describe(options.build)

    print(f'{"":44} {"MB":>8} {"ms":>10} {"of copy":>8} {"PyTorch":>10} {"NumPy":>10} {"ratio":>7}')
    for row in bench(options.build, options.functions, options.seconds, options.threads):
        function = functions[row['function']]
        name = function['name']
        ours = row['both_ms'] if options.both else row['forward_ms']
        if ours is None:
            continue
        torch_ms = attempt(time_torch, TORCH.get(name) or function.get('torch'), function, row, options.seconds,
                           options.both)
        numpy_ms = None if options.both else attempt(time_numpy, NUMPY.get(name), function, row, options.seconds)
        peers = [ms for ms in (torch_ms, numpy_ms) if ms is not None]
        print(f'{name:44} {row["bytes"] / 1e6:8.1f} {ours:10.3f} {row["share_of_copy"]:8.0%} '
              f'{"-" if torch_ms is None else format(torch_ms, ".3f"):>10} '
              f'{"-" if numpy_ms is None else format(numpy_ms, ".3f"):>10} '
              f'{"-" if not peers else format(min(peers) / ours, ".2f"):>7}  '
              + ' '.join('-' if array is None else 'x'.join(map(str, array['shape'])) for array in row['inputs'][:4]),
              flush=True)


if __name__ == '__main__':
    main()
