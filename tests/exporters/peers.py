# peers.py: what the checks of exported programs share that run the examples in another library.
# SPDX-License-Identifier: MIT
"""Each document runs STEPS iterations here and, as an exported program that begins with the parameters made here, in the other library; both
write a snapshot after HALF of them, in the middle of an epoch, where that library has them.
"""

import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

STEPS = 6
HALF = 3
# Of float64; float32 would let less than this be seen.
RTOL = 1e-9
ATOL = 1e-11
# Fifty layers normalized over a few examples amplify what rounds otherwise about a hundredfold in an iteration: with OpenBLAS's kernels
# for two processors the losses of the same program differ by 1.6e-7 in the last one. The first HALF are held to the bounds of others.
DEEP = 'ResNet'
DEEP_RTOL = 1e-5
DEEP_ATOL = 1e-4
# How far documents of these may be apart: some of their roundings.
HALVES = {'float16': 1e-2, 'bfloat16': 8e-2}
# The hook with which halves learn in float32. Of the variants of halves with each optimizer those with USUAL are tried in all ways.
WIDE = 'FP32Update'
USUAL = 'Adam', 'SGD'
# What rensa evaluate prints.
PRINTED = 1e-5
FIRST_AVERAGES = {'avg_mean': 0, 'avg_var': 1, 'N': 0}
# In each entry of a log, whatever was learned.
COUNTERS = {'elapsed_time', 'epoch', 'iteration'}
SHUFFLING = ('SerialIterator', 'MultithreadIterator', 'MultiprocessIterator')
DOWNLOADED = ('cifar10', 'mnist', 'mushrooms', 'ptb', 'tinyshakespeare')
# In the folder of data sets: a part of the pictures is enough.
CIFAR = 'cifar-10/cifar-10-subset-binary.tar.gz'


class Failure(Exception):
    pass


def run(folder, *argv, **environment):
    result = subprocess.run([str(arg) for arg in argv], cwd=folder, capture_output=True, text=True,
                            env={**os.environ, **environment})
    if result.returncode != 0:
        raise Failure(f'{argv[0]} … {argv[-1]}: {(result.stderr or result.stdout).strip().splitlines()[-1:]}')
    return result.stdout


def every(period):
    return {'type': 'IntervalTrigger', 'attrs': {'period': period, 'unit': 'iteration'}}


def get_models(document):
    """All that have nodes."""
    return [document['model']] if 'model' in document else [document['step'], *document['models'].values()]


def draw_nothing(model, frozen=False):
    """What is drawn at random there is another; in something frozen dropout does nothing."""
    for node in model['nodes']:
        if node['type'] == 'dropout' and not frozen:
            node.setdefault('attrs', {})['ratio'] = 0
        if node['type'] == 'noise':
            node['attrs']['scale'] = 0
        if node['type'] == 'gaussian':
            node.update({'type': 'elementwise', 'attrs': {'formula': 'mean + 0 * ln_var'}})
            for edge in model['edges']:
                if edge['to'].startswith(f'{node["name"]}:'):
                    edge['to'] = node['name']
        draw_nothing(node.get('model', {'nodes': ()}), frozen or node.get('frozen', False))


def draws_batches(path):
    iterator = json.loads(path.read_text())['data'].get('iterator', {})
    return 'type' in iterator and iterator['type'] == 'WindowIterator'


def stand_still(document):
    """One iteration of optimizers that change nothing, whatever a schedule says of their settings."""
    still = {'type': 'SGD', 'attrs': {'lr': 1e-30}}
    steps = [{**loss, 'optimizer': still} for loss in document.get('losses', ())]
    return {**document, **({'losses': steps} if steps else {'optimizer': still}), 'stop': every(1), 'extensions': []}


def shorten(document):
    """STEPS iterations, each with an entry in the log, in the order of the data; in float64 where it is not about halves."""
    if document.get('dtype') not in HALVES:
        document['dtype'] = 'float64'
    for model in get_models(document):
        draw_nothing(model)
    transforms = document['data'].get('preprocessing', ())
    document['data']['preprocessing'] = [t for t in transforms if not t['type'].startswith('Random')]
    document['stop'] = every(STEPS)
    iterator = document['data'].setdefault('iterator', {'type': 'SerialIterator', 'attrs': {'batch_size': 20}})
    if iterator['type'] in SHUFFLING:
        iterator['attrs']['shuffle'] = False
    extensions = [{'type': e} if isinstance(e, str) else e for e in document['extensions']]
    document['extensions'] = [e for e in extensions if e['type'] not in ('Evaluator', 'LogReport', 'snapshot') or 'name' in e]
    document['extensions'] += [{'type': 'Evaluator'},
                               {'type': 'LogReport', 'attrs': {'trigger': every(1)}, 'trigger': every(1)},
                               {'type': 'snapshot', 'trigger': every(HALF)}]
    return document


def is_number(value):
    return value is not None and math.isfinite(value)


def are_close(a, b, rtol, atol):
    """Also where neither is a number: in halves, what is divided by a mean of squares of 0 is NaN in each library."""
    if not is_number(a) or not is_number(b):
        return not is_number(a) and not is_number(b)
    return abs(a - b) <= atol + rtol * abs(b)


class Example:
    """A document and its program; a class for a library has its TARGET, as rensa export calls it, and its TITLE."""

    def __init__(self, folder, rensa, document, root):
        self.folder = pathlib.Path(folder)
        self.rensa = rensa
        self.root = ['--dataset-root', root] if root else []
        self.name = 'example.rensa'
        self.has_predictor = 'model' in document or 'predictor' in document['models']
        short = shorten(document)
        self.rtol, self.atol = (DEEP_RTOL, DEEP_ATOL) if DEEP in json.dumps(short.get('model', {})) else (RTOL, ATOL)
        self.half = HALVES.get(short['dtype'])
        # Without copies in float32 the means of squares of small gradients are 0, and what is divided by them is all rounding.
        self.is_stable = not self.half or short['optimizer']['type'] == 'SGD' or {'type': WIDE} in short.get('hooks', ())
        self.is_whole = not self.half or short['optimizer']['type'] in USUAL
        if self.half:
            self.rtol = self.atol = self.half
        self.extensions = short['extensions']
        self.write(self.name, short)
        self.write('still.rensa', stand_still(short))
        run(folder, rensa, 'export', self.name, '--to', self.TARGET, '--out', 'program.py', *self.root)

    def write(self, name, document):
        (self.folder / name).write_text(json.dumps(document))

    def train_here(self, out, *options, name=None):
        run(self.folder, self.rensa, 'train', name or self.name, '-q', '--out', out, *self.root, *options)

    def train_there(self, out, *options):
        run(self.folder, sys.executable, '-W', 'ignore', 'program.py', '--out', out, *options)

    def read(self, name):
        """Without the figures of the preprocessing, which models of others do not keep; programs have them in their data."""
        import numpy as np
        with np.load(self.folder / name, allow_pickle=True) as data:
            return {key: data[key] for key in data.files if not key.startswith(('preprocessing/', 'updater/model:main/preprocessing/'))}

    def compare_arrays(self, ours, theirs):
        import numpy as np
        a, b = self.read(ours), self.read(theirs)
        if a.keys() != b.keys():
            raise Failure(f'keys of {ours} and {theirs}: {sorted(a.keys() ^ b.keys())}')
        for key in a:
            if a[key].dtype != b[key].dtype or not np.allclose(a[key], b[key], self.rtol, self.atol):
                raise Failure(f'{ours}, {theirs}: {key}, {np.abs(a[key] - b[key]).max():.3g}')

    def compare_logs(self, ours, theirs):
        for extension in self.extensions:
            if extension['type'] == 'LogReport':
                self.compare_log(ours, theirs, extension['attrs'].get('filename', 'log'))

    def compare_log(self, ours, theirs, log):
        a, b = (json.loads((self.folder / name / log).read_text()) for name in (ours, theirs))
        if not any(is_number(entry[key]) for entry in a[:1] for key in entry.keys() - COUNTERS):
            raise Failure(f'{ours}/{log} begins without a finite value, so nothing is compared')
        if len(a) != len(b) or [list(entry) for entry in a] != [list(entry) for entry in b]:
            raise Failure(f'{ours}/{log} and {theirs}/{log} have not the same entries')
        for x, y in zip(a, b):
            for key in x.keys() - {'elapsed_time'}:
                rtol, atol = (RTOL, ATOL) if x['iteration'] <= HALF and not self.half else (self.rtol, self.atol)
                if not are_close(x[key], y[key], rtol, atol):
                    raise Failure(f'{ours}, {theirs}: {key} {x[key]} and {y[key]} in iteration {x["iteration"]}')

    def forget_averages(self, name):
        """What BatchNormalization has gathered while the first parameters were made."""
        import numpy as np
        arrays = self.read(name)
        for key, value in arrays.items():
            if (last := key.rpartition('/')[2]) in FIRST_AVERAGES:
                arrays[key] = np.full_like(value, FIRST_AVERAGES[last])
        np.savez(self.folder / name, **arrays)

    def trains_alike(self):
        """Both ways from the same first parameters; leaves a snapshot of each."""
        self.train_here('first', name='still.rensa')
        self.forget_averages('first/model.npz')
        self.train_here('here')
        self.train_there('there', '--weights', 'first/model.npz')
        self.compare_logs('here', 'there')
        if self.is_stable:
            self.compare_arrays('here/model.npz', 'there/model.npz')

    def evaluates_alike(self):
        if not self.is_whole:
            return
        ours = run(self.folder, self.rensa, 'evaluate', self.name, '--weights', 'here/model.npz', *self.root)
        theirs = run(self.folder, sys.executable, '-W', 'ignore', 'program.py', '--weights', 'here/model.npz',
                     '--epochs', '0')
        ours = {line.split()[0]: float(line.split()[1]) for line in ours.splitlines()}
        theirs = {key: float(value) for key, value in re.findall(r"'([^']*)': [^\d-]*([\d.e+-]+)", theirs)}
        if not ours or ours.keys() != theirs.keys():
            raise Failure(f'evaluated {sorted(ours)}, and {sorted(theirs)} in {self.TITLE}')
        for key in ours:
            if abs(ours[key] - theirs[key]) > (self.half or PRINTED) * max(1, abs(theirs[key])):
                raise Failure(f'{key}: {ours[key]}, and {theirs[key]} in {self.TITLE}')

    def is_proved(self):
        """What export --prove says of the program with the parameters of the end, of documents that can be asked."""
        if not self.has_predictor or not self.is_whole:
            return
        run(self.folder, self.rensa, 'export', self.name, '--to', self.TARGET, '--weights', 'here/model.npz', '--out', 'proved.py', '--prove',
            *self.root, PYTHON=sys.executable)
        proof = json.loads((self.folder / 'proved_proof.json').read_text())
        if not proof['holds'] or proof['answers']['examples'] == 0:
            raise Failure(f'the proof says {proof}')


def check_example(path, rensa, root, make, checks):
    """The lines of TAP, each without its number."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            document = json.loads(path.read_text())
            dataset = document['data']['dataset']
            attrs = dataset.get('attrs', {}) if isinstance(dataset, dict) else {}
            if 'path' in attrs and (path.parent / attrs['path']).exists():
                attrs['path'] = str(path.parent / attrs['path'])
            if path.stem.startswith('cifar10'):
                dataset['attrs'] = {**attrs, 'folder': CIFAR}
            example = make(folder, rensa, document, root)
        except Failure as failure:
            return [f'not ok - {path.stem}: {failure}']
        lines = []
        for check in checks:
            try:
                check(example)
                lines.append(f'ok - {path.stem}/{check.__name__}')
            except Failure as failure:
                lines.append(f'not ok - {path.stem}/{check.__name__}: {failure}')
        return lines


def list_optimizers(rensa):
    text = subprocess.run([rensa, 'list', 'optimizers', '--json'], check=True, capture_output=True, text=True).stdout
    return [optimizer['name'] for optimizer in json.loads(text)['optimizers']]


def list_half_variants(rensa):
    """What changes in a document for float16 with each optimizer, by names. A step of RMSprop is ten times lr where a gradient is noise."""
    return {'-'.join(['float16', name, *hooks]): {
        'dtype': 'float16', 'optimizer': {'type': name, 'attrs': {'lr': 1e-3} if name == 'RMSprop' else {}},
        'hooks': [{'type': hook} for hook in hooks]} for name in list_optimizers(rensa) for hooks in ((), (WIDE,))}


def enter(variable):
    """Goes on in the Python that @variable of the environment names, if any."""
    python = os.environ.get(variable)
    if python and os.environ.get('RENSA_TEST_IS_PEER') is None:
        os.environ['RENSA_TEST_IS_PEER'] = '1'
        os.execv(python, [python, *sys.argv])


def check_all(variable, folders, make, checks):
    """Prints TAP; after enter ()."""
    rensa = sys.argv[1]
    root = os.environ.get('RENSA_TEST_DATA')
    lines = []
    for path in [path for folder in folders for path in sorted(pathlib.Path(folder).glob('*.rensa'))]:
        if not os.environ.get(variable):
            lines.append(f'ok - {path.stem} # SKIP {variable} names no Python with {make.TITLE}')
        elif path.stem.startswith(DOWNLOADED) and not root:
            lines.append(f'ok - {path.stem} # SKIP RENSA_TEST_DATA names no folder with data sets')
        elif draws_batches(path):
            lines.append(f'ok - {path.stem} # SKIP its iterator draws at random what a batch is')
        else:
            lines += check_example(path.resolve(), os.path.abspath(rensa), root, make, checks)
        print(f'# {lines[-1]}', flush=True)
    print(f'1..{len(lines)}')
    print('\n'.join(lines))
    return any(line.startswith('not') for line in lines)
