#!/usr/bin/env python3
# check-examples.py: do the programs for librensa train as `rensa train` does?
# SPDX-License-Identifier: MIT
"""Usage: check-examples.py RENSA LIBRARY SOURCE_ROOT BUILD_ROOT SANITIZERS

Prints TAP. Each document is written as a program, which its Makefile builds against the library of this build, with warnings as errors. What it
writes, the log and the model, has to be the same to the last bit as what `rensa train` writes. Without a compiler, make or pkg-config these are
skipped, and without RENSA_TEST_DATA the examples whose data are downloaded. SANITIZERS are those of the library, which its programs have to have,
too, or "none"; with them some examples are left out, which are slow then.
"""

import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

RENSA, LIBRARY, ROOT, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:5])
TOOLS = ('cc', 'make', 'pkg-config')
FLAGS = '-O0 -std=c17 -Wall -Wextra -Werror' + (f' -fsanitize={sys.argv[5]}' if sys.argv[5] != 'none' else '')
SANITIZED = sys.argv[5] != 'none'
DATA = os.environ.get('RENSA_TEST_DATA')
STEPS = 12
DOWNLOADED = ('mnist', 'mushrooms', 'ptb', 'tinyshakespeare')
# What is slow under sanitizers, and shows nothing that small documents do not show.
SLOW = ('appointments', 'little', 'numbers', 'strokes-autoencoder', 'strokes-dcgan', 'strokes-siamese', 'strokes-wgan', 'weighted', *DOWNLOADED)


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        raise AssertionError(f'{command[0]}: {result.stderr or result.stdout}')
    return result.stdout


def install(folder):
    """The library with its headers and rensa.pc, as another program meets them; the environment that leads there."""
    headers, libraries = folder / 'include' / 'rensa', folder / 'lib'
    libraries.mkdir(parents=True)
    run(sys.executable, ROOT / 'build-aux/public-headers.py', 'install', 'include/rensa', ROOT, BUILD,
        env={**os.environ, 'MESON_INSTALL_DESTDIR_PREFIX': str(folder)})
    for name in ('librensa.so', 'librensa.so.0'):
        (libraries / name).symlink_to(LIBRARY)
    text = (BUILD / 'meson-private/rensa.pc').read_text(encoding='utf-8')
    for name, value in (('prefix', folder), ('includedir', headers.parent), ('libdir', libraries)):
        text = re.sub(rf'^{name}=.*$', f'{name}={value}', text, flags=re.M)
    (libraries / 'rensa.pc').write_text(text, encoding='utf-8')
    return {**os.environ, 'PKG_CONFIG_PATH': str(libraries), **({'RENSA_DATASET_ROOT': DATA} if DATA else {})}


def read_log(path):
    """Without what the clock tells."""
    return [{key: value for key, value in entry.items() if key != 'elapsed_time'}
            for entry in json.loads(path.read_text(encoding='utf-8'))]


def after(iterations):
    return {'type': 'IntervalTrigger', 'attrs': {'period': iterations, 'unit': 'iteration'}}


def shorten(document, steps=STEPS, period=STEPS // 2):
    """A few iterations, with a log and an evaluation in each period."""
    document = copy.deepcopy(document)
    every = after(period)
    document['stop'] = after(steps)
    extensions = [extension for extension in document.get('extensions', [])
                  if not any(name in json.dumps(extension) for name in ('LogReport', 'Evaluator'))]
    for extension in extensions:
        if extension['type'] in ('Filters', 'WorstExamples'):
            extension['trigger'] = every
    document['extensions'] = [{'type': 'Evaluator', 'trigger': every}, {'type': 'LogReport', 'attrs': {'trigger': every}}, *extensions]
    return document


def compare(result, expected):
    if read_log(result / 'log') != read_log(expected / 'log'):
        raise AssertionError('the logs differ')
    if (result / 'model.npz').read_bytes() != (expected / 'model.npz').read_bytes():
        raise AssertionError('the models differ')


def make_classes():
    """A table in which one class is rare."""
    rows = [f'{i % 7},{i * i % 11},{"rare" if i % 20 == 3 else "odd" if i % 2 else "even"}' for i in range(80)]
    return '\n'.join(['a,b,t', *rows, ''])


def prepare(document, folder, environment):
    """A folder with the document, the data that lie beside it, the results of `rensa train` and the program."""
    folder.mkdir()
    (folder / 'document.rensa').write_text(json.dumps(document), encoding='utf-8')
    shutil.copy(ROOT / 'data/examples/little-sentences.txt', folder)
    (folder / 'classes.csv').write_text(make_classes(), encoding='utf-8')
    run(RENSA, 'train', 'document.rensa', '--quiet', '--out', 'expected', cwd=folder, env=environment)
    run(RENSA, 'export', 'document.rensa', '--to', 'librensa', '--out', 'program.c', cwd=folder, env=environment)


def check(document, folder, environment):
    prepare(document, folder, environment)
    run('make', f'CFLAGS={FLAGS}', 'run', cwd=folder, env=environment)
    compare(folder / 'result', folder / 'expected')
    # The best model is kept by rensa train, not by the document.
    made = {path.name for path in (folder / 'expected').iterdir()} - {'best.npz', 'best.json'}
    lacking = made - {path.name for path in (folder / 'result').iterdir()}
    if lacking:
        raise AssertionError(f'the program does not write {", ".join(sorted(lacking))}')
    run('make', 'clean', cwd=folder)
    if (folder / 'program').exists():
        raise AssertionError('make clean leaves the program')


def read(path, *length):
    return shorten(json.loads((ROOT / path).read_text(encoding='utf-8')), *length)


def node(name, kind, **more):
    repeat = {key: more.pop(key) for key in ('repeat', 'model') if key in more}
    return {'name': name, 'type': kind, **repeat, **({'attrs': more} if more else {})}


def call(name, model):
    return {'name': name, 'type': 'Model', 'attrs': {'model': model}}


def chain(nodes, edges, outputs=None):
    model = {'nodes': nodes, 'edges': [{'from': edge.split()[0], 'to': edge.split()[1]} for edge in edges]}
    return {**model, 'outputs': outputs} if outputs else model


def document(model, **more):
    return shorten({'format': 1, 'name': 'A "name" */ that\\ ends ??/', 'data': {'dataset': 'moons'}, 'model': model,
                    'loss': 'softmax_cross_entropy', 'accuracy': 'accuracy', 'optimizer': 'Adam(alpha=0.01)', **more})


def make_before():
    """What is called before training, in another order, and logged under keys that are chosen."""
    made = document(make_names())
    made['extensions'] = [
        {'type': 'LogReport', 'attrs': {'trigger': after(2), 'keys': 'early/main/loss, lr, main/loss'}, 'name': 'chosen', 'call_before_training': True},
        {'type': 'Evaluator', 'name': 'early', 'trigger': after(4), 'call_before_training': True},
        {'type': 'observe_lr', 'trigger': after(1), 'call_before_training': True, 'priority': 500},
        {'type': 'StepShift', 'attrs': {'attr': 'alpha', 'gamma': 0.5, 'step': 3}, 'call_before_training': True},
        {'type': 'PrintReport', 'attrs': {'log_report': 'chosen'}}]
    return made


def make_blocks():
    """Blocks that repeat, that branch, that take and give several values; sequences of links and functions; a block of everything's name."""
    block = chain([node('x', 'Input'), node('l', 'Linear', out_size=16), node('bn', 'BatchNormalization', size=16), node('f', 'tanh'),
                   node('sum', 'add')], ['x l', 'l bn', 'bn f', 'f sum', 'x sum'])
    pair = chain([node('a', 'Input'), node('b', 'Input'), node('la', 'Linear', out_size=4), node('lb', 'Linear', out_size=4, nobias=True),
                  node('p', 'maximum')], ['a la', 'b lb', 'la p:x1', 'lb p:x2'], ['la', 'p'])
    return chain([node('x', 'Input'), node('l', 'Linear', out_size=16, initialW={'type': 'HeNormal', 'scale': 0.5}),
                  node('model', 'Chain', model=block, repeat=2), node('drop', 'dropout', ratio=0.25),
                  node('seq', 'Sequential', model=chain([node('l', 'Linear', out_size=8), node('relu', 'relu'),
                                                         node('inner', 'Sequential', model=chain([node('l', 'Linear', out_size=8)], []), repeat=2)], [])),
                  node('parts', 'split_axis', indices_or_sections=2, axis=1), node('pair', 'Chain', model=pair),
                  node('all', 'concat', axis=1), node('last', 'Linear', out_size=2)],
                 ['x l', 'l model', 'model drop', 'drop seq', 'seq parts', 'parts:0 pair:a', 'parts:1 pair:b', 'pair:0 all', 'pair:1 all',
                  'parts:1 all', 'all last'])


NAMES = ('int', 'error', 'self', 'linux', 'NULL', 'TRUE', 'rensa_relu', 'g_autoptr', 'gint64', 'apply', 'call', 'errno', 'main', 'call_predictor',
         'RensaVariable', '_x', 'X', 'x', 'stdout', 'SEED', 'Values', 'bool', 'typeof', 'I', 'inputs')


def make_names():
    """A function and a link of each name that could be in the way, one after the other."""
    nodes, edges = [node('x_1', 'Input')], []
    for i, name in enumerate(NAMES):
        nodes.append(node(name, 'Linear', out_size=4) if i % 2 else node(name, 'tanh'))
    nodes += [node('block', 'Chain', model=chain([node('out', 'Input'), node('make_model', 'tanh'), node('return', 'Linear', out_size=2)],
                                                 ['out make_model', 'make_model return'])),
              node('updater', 'Chain', model=chain([node('data', 'Input'), node('trainer', 'Linear', out_size=2)], ['data trainer']))]
    edges = [f'{a["name"]} {b["name"]}' for a, b in zip(nodes, nodes[1:])]
    return chain(nodes, edges)


def make_step():
    """Models of names that could be in the way: two learn together, a link of the step learns apart, and one does not change. A gradient is taken
    with respect to the second of several values."""
    step = chain([node('x', 'Input'), node('values', 'Linear', out_size=4), node('parts', 'split_axis', indices_or_sections=2, axis=1),
                  node('product', 'op_mul'), node('slope', 'gradient')],
                 ['x values', 'values parts', 'parts:0 product', 'parts:1 product', 'product slope:y', 'parts:1 slope:x'], ['slope', 'parts:0'])
    plain = chain([node('self', 'Input'), node('error', 'Linear', out_size=2)], ['self error'])
    nodes = [node('fields', 'Field'), node('values', 'Field'), call('scope', 'step'), call('call', 'int'),
             node('names', 'Linear', out_size=2), call('other', 'fixed'), node('both', 'add'), node('near', 'softmax_cross_entropy'),
             node('far', 'softmax_cross_entropy'), node('right', 'accuracy')]
    edges = ['fields scope', 'scope:0 call', 'scope:1 names', 'fields other', 'call both', 'other both', 'both near:x', 'values near:t', 'names far:x',
             'values far:t', 'both right:y', 'values right:t']
    losses = [{'name': 'a "loss" ??= Ä', 'node': 'near', 'models': 'step, int', 'optimizer': 'Adam', 'hooks': ['WeightDecay(rate=0.01)']},
              {'node': 'far', 'models': 'names', 'every': 2, 'optimizer': 'MomentumSGD'}]
    return shorten({'format': 2, 'name': 'Step', 'data': {'dataset': 'moons'}, 'models': {'step': step, 'int': plain, 'fixed': plain},
                    'step': chain(nodes, edges), 'losses': losses, 'reports': [{'node': 'right'}, {'name': 'it', 'node': 'call'}]})


def make_parallel():
    """Copies of a step that is code."""
    value = read('tests/exporters/chainer/documents/two-ends.rensa')
    return {**value, 'updater': 'ParallelUpdater(n_models=2)'}


def list_examples():
    for path in sorted((ROOT / 'data/examples').glob('*.rensa')):
        needs_data = path.stem.startswith(DOWNLOADED)
        if not path.stem.startswith('cifar') and not (SANITIZED and path.stem.startswith(SLOW)) and (DATA or not needs_data):
            yield f'example/{path.stem}', read(path, 3, 3)


def list_documents():
    yield from list_examples()
    yield from ((f'document/{name}', read(f'tests/exporters/chainer/documents/{name}.rensa'))
                for name in ('adversarial', 'convnet', 'double', 'formulas', 'fresh', 'frozen', 'links', 'prepared', 'sequences', 'slopes', 'two-ends', 'wired'))
    yield 'blocks', document(make_blocks(), hooks=['WeightDecay(rate=0.01)', 'GradientClipping(threshold=0.5)'], seed=3)
    yield 'step', make_step()
    yield 'parallel', make_parallel()
    yield 'names', document(make_names(), extensions=[{'type': 'snapshot', 'name': "it's a \"name\" ??=", 'priority': 7}])
    yield 'before', make_before()
    yield 'carrying', make_carrying('StandardUpdater')
    for name, split in (('classes', {'stratified': True}), ('part', {'stratified': True, 'parts': 4, 'part': 2}), ('plain part', {'parts': 3}), ('together', {'keep_together': True})):
        yield name, document(chain([node('x', 'Input'), node('l', 'Linear', out_size=3)], ['x l']),
                             data={'dataset': "csv(path='classes.csv')", 'split': split, 'iterator': 'SerialIterator(batch_size=8)'})
    yield 'rounded', document(make_blocks(), tf32=True)


def make_carrying(updater):
    carrying = chain([node('x', 'Input'), node('lstm', 'LSTM', out_size=8), node('drop', 'dropout'), node('l', 'Linear', out_size=2)],
                     ['x lstm', 'lstm drop', 'drop l'])
    return document(carrying, data={'dataset': 'moons', 'split': {'fraction': 0.5, 'shuffle': False}, 'iterator': 'SerialIterator(batch_size=20)'},
                    updater=updater)


def list_resumed():
    """What goes on from a snapshot."""
    yield 'carrying', make_carrying('BPTTUpdater(bprop_len=2)')
    yield 'fresh', read('tests/exporters/chainer/documents/fresh.rensa')
    yield 'step', make_step()


def list_refused():
    """What a program cannot say, and the sentence that names it."""
    links = chain([node('x', 'Input'), node('l', 'Linear', out_size=2)], ['x l'])
    yield 'devices', document(links, device='cuda:0,cuda:1'), 'device: a program for librensa trains on a single device, not on “cuda:0,cuda:1”'


def check_refused(value, sentence, folder):
    folder.mkdir()
    (folder / 'document.rensa').write_text(json.dumps(value), encoding='utf-8')
    result = subprocess.run([RENSA, 'export', 'document.rensa', '--to', 'librensa'], cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 1 or sentence not in result.stderr or len(list(folder.iterdir())) > 1:
        raise AssertionError(f'exit status {result.returncode}: {result.stderr}')


def check_names(folder):
    """A Makefile that is there already stays, and one does not name what it cannot."""
    folder.mkdir()
    moons = ROOT / 'data/examples/moons.rensa'
    for name in ('a b.c', '$(x).c', 'program.py', 'clean.c', 'a:b.c'):
        result = subprocess.run([RENSA, 'export', moons, '--to', 'librensa', '--out', name], cwd=folder, capture_output=True, text=True, check=False)
        if result.returncode != 1 or 'Makefile' not in result.stderr or list(folder.iterdir()):
            raise AssertionError(f'{name}: {result.stderr}')
    (folder / 'Makefile').write_text('mine')
    result = subprocess.run([RENSA, 'export', moons, '--to', 'librensa'], cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 1 or (folder / 'Makefile').read_text() != 'mine' or len(list(folder.iterdir())) > 1:
        raise AssertionError(f'it writes over a Makefile: {result.stderr}')


def check_weights(folder, environment):
    """In a folder of its own, with a trained model to begin with, which is that of a document with these weights."""
    folder.mkdir()
    first, second = read('data/examples/moons.rensa'), read('data/examples/moons.rensa')
    second['weights'] = 'first/model.npz'
    for name, value in (('first', first), ('second', second)):
        (folder / f'{name}.rensa').write_text(json.dumps(value), encoding='utf-8')
        run(RENSA, 'train', f'{name}.rensa', '--quiet', '--out', name, cwd=folder)
    run(RENSA, 'export', 'first.rensa', '--to', 'librensa', '--weights', 'first/model.npz', '--folder', 'handed', cwd=folder)
    run('make', f'CFLAGS={FLAGS}', 'run', cwd=folder / 'handed', env=environment)
    compare(folder / 'handed/result', folder / 'second')


def run_badly(folder, status, sentence, *arguments):
    result = subprocess.run(['./program', *arguments], cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != status or sentence not in result.stderr:
        raise AssertionError(f'exit status {result.returncode}: {result.stderr}')


def read_updater(snapshot):
    """Models, optimizers and iterators."""
    with zipfile.ZipFile(snapshot) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.startswith('updater/')}


def check_resumed(document, folder, environment):
    """From the middle on it does what a run does that nobody has interrupted."""
    document['extensions'].append({'type': 'snapshot', 'trigger': after(STEPS // 2)})
    prepare(document, folder, environment)
    run('make', f'CFLAGS={FLAGS}', cwd=folder, env=environment)
    run('./program', '--resume', f'expected/snapshot_iter_{STEPS // 2}', 'resumed', cwd=folder)
    compare(folder / 'resumed', folder / 'expected')
    if (folder / f'resumed/snapshot_iter_{STEPS // 2}').exists():
        raise AssertionError('it begins anew')
    if read_updater(folder / f'resumed/snapshot_iter_{STEPS}') != read_updater(folder / f'expected/snapshot_iter_{STEPS}'):
        raise AssertionError('the snapshots differ')
    run_badly(folder, 2, 'Usage: ./program [--resume SNAPSHOT] [FOLDER]', '--resume')
    run_badly(folder, 2, 'Usage: ./program [--resume SNAPSHOT] [FOLDER]', 'one', 'two')
    run_badly(folder, 1, 'nowhere', '--resume', 'nowhere', 'result')


def run_test(name, function, *arguments):
    try:
        function(*arguments)
        return f'ok - {name}'
    except AssertionError as error:
        return '\n# '.join([f'not ok - {name}', *str(error).splitlines()])


def list_tests(folder):
    yield run_test('names of files', check_names, folder / 'files')
    for name, value, sentence in list_refused():
        yield run_test(f'refused/{name}', check_refused, value, sentence, folder / f'refused-{name}')

    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing or not LIBRARY.exists():
        yield f'ok - programs # SKIP there is no {", ".join(missing) or LIBRARY.name} here'
        return
    environment = install(folder / 'installed')
    for name, value in list_documents():
        yield run_test(name, check, value, folder / name.replace('/', '-'), environment)
    for name, value in list_resumed():
        yield run_test(f'resumed/{name}', check_resumed, value, folder / f'resumed-{name}', environment)
    yield run_test('weights', check_weights, folder / 'weights', environment)


def main():
    with tempfile.TemporaryDirectory() as folder:
        lines = list(list_tests(pathlib.Path(folder)))
    print(f'1..{len(lines)}')
    print('\n'.join(lines))
    return any(line.startswith('not') for line in lines)


if __name__ == '__main__':
    sys.exit(main())
