# settings.py: documents that differ in one setting each, of those that the examples do not have.
# SPDX-License-Identifier: MIT
"""make_documents () writes the data beside them and gives each document by its name."""

import gzip
import json
import pathlib
import struct
import subprocess
import zipfile
import zlib

N = 24
SIZE = 6


def after(period, unit='iteration'):
    return {'type': 'IntervalTrigger', 'attrs': {'period': period, 'unit': unit}}


def node(name, kind, **attrs):
    return {'name': name, 'type': kind, **({'attrs': attrs} if attrs else {})}


def chain(*nodes):
    """One node after the other."""
    return {'nodes': [node('x', 'Input'), *nodes],
            'edges': [{'from': a['name'], 'to': b['name']} for a, b in zip([node('x', 'Input'), *nodes], nodes)]}


DENSE = chain(node('l1', 'Linear', out_size=5), node('f', 'tanh'), node('l2', 'Linear', out_size=3))
CURVE = chain(node('l1', 'Linear', out_size=5), node('f', 'tanh'), node('l2', 'Linear', out_size=1))
PICTURES = chain(node('c', 'Convolution2D', out_channels=2, ksize=3), node('f', 'relu'), node('l', 'Linear', out_size=3))
# A window of an even number of channels, which is that of the next odd number.
CHANNELS = chain(node('r', 'reshape', shape=[-1, 1, 2]), node('c', 'Convolution1D', out_channels=6, ksize=1),
                 node('n', 'local_response_normalization', n=4, alpha=0.5), node('l', 'Linear', out_size=3))
SENTENCES = chain(node('e', 'EmbedID', in_size=20, out_size=4), node('l', 'Linear', out_size=20, n_batch_axes=2), node('t', 'transpose', axes=[0, 2, 1]))


def document(model, dataset, **more):
    data = {'dataset': dataset, 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 8}}, **more.pop('data', {})}
    return {'format': 1, 'name': 'Settings', 'data': data, 'model': model, 'loss': 'softmax_cross_entropy', 'accuracy': 'accuracy',
            'optimizer': {'type': 'SGD', 'attrs': {'lr': 0.05}}, 'stop': after(4), 'extensions': [{'type': 'Evaluator'}, {'type': 'LogReport'}], **more}


def curve(dataset, **more):
    return document(CURVE, dataset, **{'loss': 'mean_squared_error', 'accuracy': None, **more})


# Files of data


def make_png(i):
    """Gray, 8 bits, without filters."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    rows = b''.join(b'\0' + bytes((i * 31 + row * 7 + column * (1 + i % 3) * 5) % 256 for column in range(SIZE)) for row in range(SIZE))
    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', SIZE, SIZE, 8, 0, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows))
            + chunk(b'IEND', b''))


def make_npy(descr, shape, data):
    head = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    head += ' ' * (63 - (len(head) + 10) % 64) + '\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(head)) + head.encode() + data


def write_arrays(path):
    values = [(i * 37 % 19) / 7 - 1 for i in range(N * 4)]
    with zipfile.ZipFile(path, 'w') as archive:
        archive.writestr('x.npy', make_npy('<f4', (N, 4), struct.pack(f'<{N * 4}f', *values)))
        archive.writestr('t.npy', make_npy('<i4', (N,), struct.pack(f'<{N}i', *(i * 5 % 3 for i in range(N)))))


def write_data(folder):
    """One set of each kind, of three classes."""
    rows = [f'{i % 7 + 1},{i * i % 11 / 4},{"red green blue".split()[i % 3]},{i % 5 / 2}' for i in range(N)]
    (folder / 'table.csv').write_text('\n'.join(['a,b,colour,y', *rows, '']))
    write_arrays(folder / 'arrays.npz')
    pictures = bytes((i * 13 + i // 9) % 256 for i in range(N * SIZE * SIZE))
    (folder / 'images-idx3').write_bytes(struct.pack('>IIII', 0x803, N, SIZE, SIZE) + pictures)
    (folder / 'labels-idx1.gz').write_bytes(gzip.compress(struct.pack('>II', 0x801, N) + bytes(i % 3 for i in range(N)), mtime=0))
    with zipfile.ZipFile(folder / 'pictures.zip', 'w') as archive:
        for i in range(N):
            name = f'{"abc"[i % 3]}/{i}.png'
            archive.writestr(name, make_png(i))
            (folder / 'pictures' / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / 'pictures' / name).write_bytes(make_png(i))
    (folder / 'text.txt').write_text('the cat sat on the mat\na dog ran to the red barn\n' * 20)


def list_datasets(folder):
    """Name, model, data set."""
    yield 'csv', DENSE, {'type': 'csv', 'attrs': {'path': f'{folder}/table.csv', 'label': 'colour', 'leave_out': 'y'}}
    yield 'csv-words', DENSE, {'type': 'csv', 'attrs': {'path': f'{folder}/table.csv', 'label': 'colour', 'categorical': 'a'}}
    yield 'npz', DENSE, {'type': 'npz', 'attrs': {'path': f'{folder}/arrays.npz'}}
    yield 'idx', PICTURES, {'type': 'idx', 'attrs': {'images': f'{folder}/images-idx3', 'labels': f'{folder}/labels-idx1.gz', 'shape': 'channel'}}
    yield 'image-folder', PICTURES, {'type': 'image_folder', 'attrs': {'path': f'{folder}/pictures', 'width': SIZE, 'height': SIZE}}
    yield 'image-zip', PICTURES, {'type': 'image_zip', 'attrs': {'path': f'{folder}/pictures.zip', 'width': SIZE, 'height': SIZE}}
    yield 'text', SENTENCES, {'type': 'text', 'attrs': {'path': f'{folder}/text.txt', 'length': 4, 'vocabulary': 20}}
    yield 'blobs', DENSE, {'type': 'blobs', 'attrs': {'n': N, 'n_test': N, 'classes': 3}}


# Each row is a setting and its values.
SPLITS = {
    'fraction': {'fraction': 0.5, 'shuffle': False}, 'seed': {'fraction': 0.5, 'seed': 9}, 'stratified': {'stratified': True, 'fraction': 0.5},
    'part': {'parts': 4, 'part': 2}, 'together': {'keep_together': True, 'fraction': 0.5},
}
LOSSES = {
    'ignore_label': {'ignore_label': 1}, 'normalize': {'normalize': False}, 'cache_score': {'cache_score': False},
}
KINDS = {
    'hinge': {}, 'hinge-L2': {'norm': 'L2'}, 'label_smoothed_cross_entropy': {'smoothing': 0.2},
}
CURVES = {
    'mean_absolute_error': {}, 'bernoulli_nll': {'reduce': 'sum'},
}
TRANSFORMS = {
    'CenterCrop': {'height': 4, 'width': 5}, 'Rotate': {'by': '90'}, 'transpose': {'by': 'transpose'}, 'ScaleRange': {'low': -1.0, 'per': 'feature'},
    'Normalize': {'per': 'channel'}, 'Normalize-all': {'per': 'all'},
}
STOPS = {
    'EarlyStoppingTrigger': {'monitor': 'main/loss', 'patience': 2, 'check_trigger': after(1), 'max_trigger': after(5)},
    'ManualScheduleTrigger': {'points': [3], 'unit': 'iteration'}, 'OnceTrigger': {}, 'TimeTrigger': {'period': 0.001},
    'MinValueTrigger': {'key': 'main/loss', 'trigger': after(2)}, 'IntervalTrigger': {'period': 0.5, 'unit': 'epoch'},
}
ITERATORS = {
    'MultithreadIterator': {'n_threads': 2}, 'MultiprocessIterator': {'n_processes': 2}, 'ParallelSequentialIterator': {},
    'SerialIterator': {'batch_size': 24},
}
UNFIT = 'DownsamplingConvFilter', 'GateBias', 'Identity', 'NaN', 'UpsamplingDeconvFilter'
HOOKS = [{'type': 'WeightDecay', 'attrs': {'rate': 0.01}}, {'type': 'GradientClipping', 'attrs': {'threshold': 0.1}}]
FILES = [
    {'type': 'snapshot', 'attrs': {'n_retains': 1, 'filename': 'kept_{.updater.iteration}'}, 'trigger': after(1)}, {'type': 'FailOnNonNumber'},
    {'type': 'ParameterStatistics', 'attrs': {'links': 'main/predictor', 'trigger': after(1)}}, {'type': 'observe_value', 'attrs': {
        'observation_key': 'seen', 'target_func': '2'}, 'trigger': after(1)},
]


def list_settings(folder):
    """Documents, by names."""
    datasets = {name: dataset for name, _, dataset in list_datasets(folder)}
    blobs, idx, table = datasets['blobs'], datasets['idx'], datasets['csv']
    waves = {'type': 'waves', 'attrs': {'n': N, 'n_test': N}}
    for name, model, dataset in list_datasets(folder):
        yield f'data/{name}', document(model, dataset)
    for name, split in SPLITS.items():
        yield f'split/{name}', document(DENSE, table, data={'split': split})
    for name, attrs in LOSSES.items():
        yield f'loss/{name}', document(DENSE, blobs, loss={'type': 'softmax_cross_entropy', 'attrs': attrs})
    for name, attrs in KINDS.items():
        yield f'loss/{name}', document(DENSE, blobs, loss={'type': name.partition('-')[0], 'attrs': attrs}, accuracy=None)
    for name, attrs in CURVES.items():
        yield f'loss/{name}', curve(waves, loss={'type': name, 'attrs': attrs})
    for name, attrs in TRANSFORMS.items():
        kind = {'transpose': 'Rotate'}.get(name, name.partition('-')[0])
        yield f'transform/{name}', document(PICTURES, idx, data={'preprocessing': [{'type': kind, 'attrs': attrs}]})
    yield 'transform/OneHot', document(DENSE, table, data={'preprocessing': [{'type': 'OneHot', 'attrs': {'columns': 'a'}}]})
    for name, attrs in STOPS.items():
        yield f'stop/{name}', document(DENSE, blobs, stop={'type': name, 'attrs': attrs})
    for name, attrs in ITERATORS.items():
        yield f'iterator/{name}', document(DENSE, blobs, data={'iterator': {'type': name, 'attrs': {'batch_size': 8, **attrs}}})
    yield 'hooks', document(DENSE, blobs, hooks=HOOKS)
    yield 'files', document(DENSE, blobs, extensions=FILES)
    yield 'seed', document(DENSE, blobs, seed=2**40 + 7)
    yield 'parallel', document(DENSE, blobs, updater={'type': 'ParallelUpdater', 'attrs': {'n_models': 3}})
    for dtype in ('float16', 'bfloat16', 'float64'):
        yield f'dtype/{dtype}', document(DENSE, blobs, dtype=dtype)
    yield 'even-window', document(CHANNELS, blobs)
    frozen = json.loads(json.dumps(DENSE))
    frozen['nodes'][1]['frozen'] = True
    yield 'frozen', document(frozen, blobs)


def list_initializers(rensa):
    """Initializers that draw a matrix."""
    text = subprocess.run([rensa, 'list', 'initializers', '--json'], check=True, capture_output=True, text=True).stdout
    for initializer in json.loads(text)['initializers']:
        if initializer['name'] in UNFIT:
            continue
        attrs = {'fill_value': 0.5} if initializer['name'] == 'Constant' else {}
        model = json.loads(json.dumps(DENSE))
        model['nodes'][1]['attrs']['initialW'] = {'type': initializer['name'], 'attrs': attrs}
        yield f'initializer/{initializer["name"]}', document(model, 'moons')


def make_documents(rensa, folder):
    write_data(pathlib.Path(folder))
    return {**dict(list_settings(folder)), **dict(list_initializers(rensa))}
