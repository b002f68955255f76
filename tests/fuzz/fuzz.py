#!/usr/bin/env python3
# fuzz.py: files with something wrong in them, by a seed.
# SPDX-License-Identifier: MIT
"""Usage: fuzz.py RENSA STORE_CHILD [--seed N] [--from N] [--cases N] [--seconds N] [--keep DIR] [--tap]

Makes sound documents, tables, arrays, weights, snapshots, stores and formulas, changes one to three things in each by a
generator that the seed, the kind and the number of the case determine, and gives them to the program in a child with
limits of memory and time.  Each has to be taken, or refused with one sentence.  What is not is kept in DIR, and told with
the command that makes it again.  At the end: how many there were of each kind, how many were taken and refused, and how
many had to be ended while they computed, which a long training may.
"""

import argparse
import collections
import copy
import gzip
import io
import json
import os
import pathlib
import random
import resource
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

# What a library keeps until the end is none of ours.
LEAKS = pathlib.Path(__file__).resolve().parent.parent / 'leaks.supp'
# Sound pictures of each kind that is read.
PICTURES = pathlib.Path(__file__).resolve().parent.parent / 'data' / 'pictures'
# Archives and MAT files of a few pictures.
ARCHIVES = pathlib.Path(__file__).resolve().parent.parent / 'data' / 'archives'
# Of a classifier of 20 numbers with layers of 8, 8 and 3 units.
HDF5 = pathlib.Path(__file__).resolve().parent.parent / 'reference' / 'serialized' / 'mlp_classifier.h5'
CPU_SECONDS = 30
WALL_SECONDS = 180
MEMORY = 4 << 30
BAD_OUTPUT = ('ERROR: AddressSanitizer', 'LeakSanitizer', 'hard rss limit', 'runtime error:', 'CRITICAL **', 'GLib-ERROR', 'assertion')
# For as many classes as data may have.
HUNDRED = [{'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 100}}]
NUMBERS = [0, 1, -1, 2, 3, 7, 0.5, -0.0, 1e-308, 1e308, 255, 256, 65535, 2**31 - 1, 2**31, -2**31,
           2**53 + 1, 2**63 - 1, -2**63, 2**64]
TEXTS = ['', ' ', 'None', 'x', '../x', '/etc/passwd', 'a' * 300, 'l1:0', 'l1:9', 'l1', 'x:', '{.updater.iteration}', '%s%n',
         '\u202e', '<b>', 'Adam(alpha=0.1)', 'relu', '1e400', '[1, 2]', '(3, )', 'null', "'", '"', '\\', 'a\nb', '0']


def make_document(dataset, nodes=None, **fields):
    layers = nodes or [{'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 5}}, {'name': 'r', 'type': 'relu'},
                       {'name': 'l2', 'type': 'Linear', 'attrs': {'out_size': 2}}]
    names = ['x', *(layer['name'] for layer in layers)]
    document = {
        'format': 1, 'name': 'fuzz', 'seed': 1,
        'data': {'dataset': dataset, 'split': {'fraction': 0.75}, 'iterator': {'type': 'SerialIterator', 'attrs': {'batch_size': 4}}},
        'model': {'nodes': [{'name': 'x', 'type': 'Input'}, *layers],
                  'edges': [{'from': a, 'to': b} for a, b in zip(names, names[1:])]},
        'loss': {'type': 'softmax_cross_entropy'}, 'accuracy': {'type': 'accuracy'},
        'optimizer': {'type': 'Adam', 'attrs': {'alpha': 0.01}}, 'hooks': [{'type': 'WeightDecay', 'attrs': {'rate': 0.1}}],
        'stop': {'type': 'IntervalTrigger', 'attrs': {'period': 4, 'unit': 'iteration'}},
        'extensions': [{'type': 'Evaluator', 'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 2, 'unit': 'iteration'}}},
                       {'type': 'LogReport', 'attrs': {'trigger': "IntervalTrigger(period=2, unit='iteration')"}}, {'type': 'DumpGraph'},
                       {'type': 'snapshot', 'attrs': {'filename': 'snapshot_{.updater.iteration}', 'n_retains': 1},
                        'trigger': {'type': 'IntervalTrigger', 'attrs': {'period': 4, 'unit': 'iteration'}}},
                       {'type': 'PlotReport', 'attrs': {'y_keys': 'main/loss', 'filename': 'p.png'}}]}
    document.update(fields)
    return document


def write_json(path, document):
    path.write_text(json.dumps(document, ensure_ascii=False), encoding='utf-8', errors='surrogatepass')


def npy(code, shape, data):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (code, ''.join('%d, ' % n for n in shape))
    header += ' ' * (-(len(header) + 11) % 64) + '\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() + data


def write_npz(path, members, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, 'w', compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def read_npz(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def mutate_bytes(rng, data, most=3):
    data = bytearray(data)
    for _ in range(rng.randint(1, most)):
        at = rng.randrange(len(data) + 1)
        action = rng.randrange(6)
        if action == 0 and data:
            data[at % len(data)] = rng.choice((0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)))
        elif action == 1 and data:
            data[at % len(data)] ^= 1 << rng.randrange(8)
        elif action == 2:
            del data[at:at + rng.randint(1, 64)]
        elif action == 3:
            data[at:at] = data[max(0, at - rng.randint(1, 64)):at]
        elif action == 4:
            data[at:at + 4] = rng.choice((b'\xff\xff\xff\xff', b'\0\0\0\0', b'\x7f\xff\xff\xff', b'\0\0\0\x01'))
        else:
            data[at:] = b'' if rng.random() < 0.3 else data[at:]
    return bytes(data)


def mutate_numbers(rng, data, start):
    """Bytes from start on become others; none comes or goes."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 8)):
        if len(data) > start:
            data[rng.randrange(start, len(data))] = rng.choice((0, 1, 0x7f, 0x80, 0xff, rng.randrange(256)))
    return bytes(data)


def list_places(value, places):
    """All (container, key) of a tree of JSON."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        places.append((value, key))
        if isinstance(inner, (dict, list)):
            list_places(inner, places)
    return places


def mutate_value(rng, value):
    if isinstance(value, bool):
        return rng.choice((not value, None, 1))
    if isinstance(value, (int, float)) and rng.random() < 0.9:
        return rng.choice((rng.choice(NUMBERS), rng.choice((2, 5, 0.3, 20)), value + 1, value - 1, -value, value * 1000))
    if isinstance(value, str) and rng.random() < 0.8:
        return rng.choice((rng.choice(TEXTS), value + rng.choice(TEXTS), value[:-1], value.upper(), value[::-1]))
    return rng.choice((None, [], {}, [value], {'type': value}, rng.choice(NUMBERS), rng.choice(TEXTS)))


def mutate_tree(rng, tree, types=()):
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        container, key = rng.choice(list_places(tree, []))
        action = rng.randrange(8)
        if action == 0:
            del container[key]
        elif action == 1 and isinstance(container, list):
            container.insert(rng.randint(0, len(container)), copy.deepcopy(container[key]))
        elif action == 2 and isinstance(container, list):
            rng.shuffle(container)
        elif action == 3 and types and key == 'type':
            container[key] = rng.choice(types)
        else:
            container[key] = mutate_value(rng, container[key])


class Bench:
    """The sound files that all cases begin with, made once."""

    def __init__(self, rensa, store_child, folder):
        self.rensa, self.store_child, self.folder = rensa, store_child, folder
        self.types = [line.split()[0] for line in self.list_types().splitlines() if line[:1].isalpha() or line[:1] == ' ']
        rows = ''.join('%d,%.3f,%s,%d\n' % (i, i / 7, 'abc'[i % 3], i % 2) for i in range(24))
        self.table = ('n,x,"w",t\n' + rows).encode()
        self.idx = b'\0\0\x08\3' + struct.pack('>3I', 24, 2, 2) + bytes(range(96))
        self.labels = b'\0\0\x08\1' + struct.pack('>I', 24) + bytes(i % 2 for i in range(24))
        self.npz = {'x.npy': npy('<f4', (24, 3), struct.pack('<72f', *(i / 9 for i in range(72)))),
                    't.npy': npy('<i4', (24,), struct.pack('<24i', *(i % 2 for i in range(24))))}
        self.document = make_document({'type': 'moons', 'attrs': {'n': 24, 'n_test': 8}})
        write_json(folder / 'sound.rensa', self.document)
        self.must('train', 'sound.rensa', '--quiet', '--out', 'sound')
        self.weights = read_npz(folder / 'sound' / 'model.npz')
        self.hdf5 = HDF5.read_bytes()
        self.snapshot = read_npz(folder / 'sound' / 'snapshot_4')
        subprocess.run([store_child, 'store'], cwd=folder, input='begin one\nfinish\nbegin two\n', text=True, check=False,
                       stdout=subprocess.DEVNULL)

    def list_types(self):
        return subprocess.run([self.rensa, 'list'], capture_output=True, text=True, check=False).stdout

    def must(self, *arguments):
        subprocess.run([self.rensa, *arguments], cwd=self.folder, check=True)

    # Each returns the commands to be run in the folder of the case.

    def make_for_document(self, rng, folder):
        document = copy.deepcopy(self.document)
        mutate_tree(rng, document, self.types)
        write_json(folder / 'f.rensa', document)
        if rng.random() < 0.15:
            (folder / 'f.rensa').write_bytes(mutate_bytes(rng, (folder / 'f.rensa').read_bytes()))
        return rng.choice((['show', 'f.rensa'], ['export', 'f.rensa', '--out', 'f.py'], ['train', 'f.rensa', '--quiet'],
                           ['show', 'f.rensa', '--json', '--set', 'model.l1.out_size=%s' % rng.choice(NUMBERS + TEXTS)]))

    def train_on(self, rng, folder, dataset, nodes=None):
        write_json(folder / 'f.rensa', make_document(dataset, nodes))
        return rng.choice((['train', 'f.rensa', '--quiet'], ['show', 'f.rensa'], ['export', 'f.rensa', '--out', 'f.py']))

    def make_for_csv(self, rng, folder):
        lines = self.table.split(b'\n')
        if rng.random() < 0.5:
            table = mutate_bytes(rng, self.table)
        else:
            fields = lines[rng.randrange(len(lines) - 1)].split(b',')
            at = lines.index(b','.join(fields))
            fields[rng.randrange(len(fields))] = rng.choice(TEXTS + [str(n) for n in NUMBERS] + ['1;2', '1,5']).encode()
            lines[at] = b','.join(fields)
            table = rng.choice((b'\n', b'\r\n', b'\r')).join(lines)
            table = rng.choice((b'', b'', b'\xef\xbb\xbf')) + table.replace(b',', rng.choice((b',', b',', b';', b'\t', b'|')))
        (folder / 't.csv').write_bytes(table)
        attrs = {'path': 't.csv', 'label': 't'}
        if rng.random() < 0.3:
            mutate_tree(rng, attrs)
        return self.train_on(rng, folder, {'type': 'csv', 'attrs': attrs})

    def make_for_idx(self, rng, folder):
        images, labels = self.idx, self.labels
        if rng.random() < 0.3:
            images, labels = mutate_numbers(rng, images, 16), mutate_numbers(rng, labels, 8) if rng.random() < 0.3 else labels
        elif rng.random() < 0.7:
            images = mutate_bytes(rng, images[:16], 2) + images[16:] if rng.random() < 0.7 else mutate_bytes(rng, images)
        else:
            labels = mutate_bytes(rng, labels)
        (folder / 'i').write_bytes(images)
        (folder / 'l').write_bytes(labels)
        attrs = {'images': 'i', 'labels': 'l', 'shape': 'flat'}
        if rng.random() < 0.3:
            mutate_tree(rng, attrs)
        return self.train_on(rng, folder, {'type': 'idx', 'attrs': attrs})

    def make_for_picture(self, rng, folder):
        names = [path.name for path in sorted(PICTURES.glob('*.*')) if path.suffix != '.npz']
        for label in ('a', 'b'):
            (folder / 'p' / label).mkdir(parents=True)
            for i in range(4):
                shutil.copy(PICTURES / names[i], folder / 'p' / label)
        name = rng.choice(names)
        (folder / 'p' / 'a' / ('spoiled-' + name)).write_bytes(mutate_bytes(rng, (PICTURES / name).read_bytes()))
        attrs = {'path': 'p', 'width': 4, 'height': 4, 'fit': rng.choice(('crop', 'pad', 'stretch')),
                 'colour': rng.choice(('rgb', 'grey')), 'unreadable': rng.choice(('error', 'drop'))}
        if rng.random() < 0.2:
            mutate_tree(rng, attrs)
        return self.train_on(rng, folder, {'type': 'image_folder', 'attrs': attrs})

    def make_for_tar(self, rng, folder):
        name = rng.choice(('cifar-10-binary.tar.gz', 'cifar-100-binary.tar.gz'))
        data = (ARCHIVES / name).read_bytes()
        if rng.random() < 0.8:
            plain = bytearray(gzip.decompress(data))
            header = 512 * rng.randrange(len(plain) // 512)
            plain[header:header + 512] = mutate_bytes(rng, bytes(plain[header:header + 512]))
            if rng.random() < 0.6:
                plain[header + 148:header + 156] = b' ' * 8
                plain[header + 148:header + 156] = b'%06o\0 ' % (sum(plain[header:header + 512]) & 0o777777)
            data = gzip.compress(bytes(plain), 1)
        else:
            data = mutate_bytes(rng, data)
        (folder / 'a.tar.gz').write_bytes(data)
        attrs = {'folder': 'a.tar.gz', 'ndim': 1}
        if rng.random() < 0.2:
            mutate_tree(rng, attrs)
        return self.train_on(rng, folder, {'type': 'cifar10' if '-10-' in name else 'cifar100', 'attrs': attrs}, HUNDRED)

    def make_for_mat(self, rng, folder):
        for name in ('train_32x32.mat', 'test_32x32.mat'):
            shutil.copy(ARCHIVES / name, folder / name)
        name = rng.choice(('train_32x32.mat', 'test_32x32.mat'))
        data = (ARCHIVES / name).read_bytes()
        if name.startswith('test'):
            # The descriptions of the plain matrices lie at their starts and at the end.
            part = rng.choice((slice(128, 320), slice(len(data) - 120, len(data)), slice(0, len(data))))
            data = data[:part.start] + mutate_bytes(rng, data[part]) + data[part.stop:]
        elif rng.random() < 0.5:
            at, parts = 128, []
            while at < len(data):
                size = struct.unpack_from('<I', data, at + 4)[0]
                inner = zlib.compress(mutate_bytes(rng, zlib.decompress(data[at + 8:at + 8 + size]), 2))
                parts.append(struct.pack('<II', 15, len(inner)) + inner)
                at += 8 + size
            data = data[:128] + b''.join(parts)
        else:
            data = mutate_bytes(rng, data)
        (folder / name).write_bytes(data)
        return self.train_on(rng, folder, {'type': 'svhn', 'attrs': {'folder': '.'}}, HUNDRED)

    def make_for_text(self, rng, folder):
        text = ''.join(rng.choice(('a', 'be', ' ', 'see', '\n', '.', '\u00e4', '\u3042', '<unk>', '\r\n', '\t')) for _ in range(400)).encode()
        text = rng.choice((text, text.decode().encode('utf-16'), mutate_bytes(rng, text), mutate_bytes(rng, text.decode().encode('utf-16'))))
        (folder / 't').mkdir()
        for label in ('x', 'y'):
            (folder / 't' / label).mkdir()
            for i in range(3):
                (folder / 't' / label / str(i)).write_bytes(text if i == 1 else b'to be or not to be')
        kind = rng.choice(('text', 'text_folder'))
        attrs = {'path': 't', 'tokens': rng.choice(('characters', 'words', 'blanks')), 'length': rng.choice((1, 4, 30)), 'vocabulary': rng.choice((1, 3, None))}
        if rng.random() < 0.3:
            mutate_tree(rng, attrs)
        nodes = [{'name': 'e', 'type': 'EmbedID', 'attrs': {'in_size': 400, 'out_size': 3}}, {'name': 'l', 'type': 'Linear', 'attrs': {'out_size': 2}}]
        return self.train_on(rng, folder, {'type': kind, 'attrs': attrs}, nodes)

    def make_for_kept(self, rng, folder):
        """A table that is kept as numbers, which are spoiled."""
        (folder / 't.csv').write_bytes(self.table)
        attrs = {'path': 't.csv', 'label': 't', 'cache': 'always', 'missing': rng.choice(('error', 'drop', 'mean'))}
        write_json(folder / 'f.rensa', make_document({'type': 'csv', 'attrs': attrs}))
        subprocess.run([self.rensa, 'train', 'f.rensa', '--quiet', '--out', 'first'], cwd=folder, check=True)
        kept = folder / '.t.csv.rensa-table'
        data = kept.read_bytes()
        start = rng.choice((0, 96, 96, 96, len(data) - 400))
        kept.write_bytes(data[:start] + mutate_bytes(rng, data[start:]) if rng.random() < 0.4 else mutate_numbers(rng, data, start))
        return ['train', 'f.rensa', '--quiet']

    def mutate_archive(self, rng, path, members):
        members = dict(members)
        action = rng.random()
        name = rng.choice(list(members))
        if action < 0.25:
            members[name] = mutate_numbers(rng, members[name], 128)
        elif action < 0.4:
            shape = [rng.choice((0, 1, 2, 3, 24, 23, 2**31, 2**62)) for _ in range(rng.randrange(5))]
            code = rng.choice(('<f4', '<f8', '<f2', '<i4', '<i8', '|i1', '|u1', '|b1', '<U1', '|S4', '|O', '>f4', '>u4', '<u8'))
            members[name] = npy(code, shape, members[name][128:])
        elif action < 0.7:
            members[name] = mutate_bytes(rng, members[name][:128], 2) + members[name][128:]
        elif action < 0.8:
            members[rng.choice(TEXTS) + '.npy'] = members.pop(name)
        write_npz(path, members, rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED)))
        if action >= 0.8:
            path.write_bytes(mutate_bytes(rng, path.read_bytes()))

    def make_for_npz(self, rng, folder):
        self.mutate_archive(rng, folder / 'd.npz', self.npz)
        attrs = {'path': 'd.npz'}
        if rng.random() < 0.2:
            attrs.update(test_x='x', test_t=rng.choice(('t', 'x')))
        return self.train_on(rng, folder, {'type': 'npz', 'attrs': attrs})

    def make_for_weights(self, rng, folder):
        write_json(folder / 'f.rensa', self.document)
        self.mutate_archive(rng, folder / 'w.npz', self.weights)
        return ['evaluate', 'f.rensa', '--weights', 'w.npz']

    def make_for_hdf5(self, rng, folder):
        write_npz(folder / 'd.npz', {'x.npy': npy('<f4', (6, 20), bytes(480)), 't.npy': npy('<i4', (6,), struct.pack('<6i', *(i % 3 for i in range(6))))})
        layers = [({'name': f'l{i}', 'type': 'Linear', 'attrs': {'out_size': n}}, {'name': f'r{i}', 'type': 'relu'}) for i, n in enumerate((8, 8, 3), 1)]
        write_json(folder / 'f.rensa', make_document({'type': 'npz', 'attrs': {'path': 'd.npz'}}, [node for pair in layers for node in pair][:-1]))
        (folder / 'w.h5').write_bytes(mutate_bytes(rng, self.hdf5, rng.choice((1, 3, 8))))
        return ['evaluate', 'f.rensa', '--weights', 'w.h5']

    def make_for_snapshot(self, rng, folder):
        document = copy.deepcopy(self.document)
        document['stop']['attrs']['period'] = 6
        write_json(folder / 'f.rensa', document)
        self.mutate_archive(rng, folder / 's', self.snapshot)
        return ['train', 'f.rensa', '--quiet', '--resume', 's']

    def make_for_formula(self, rng, folder):
        parts = ['x', 'x', 'y', 'a', 'w', '=', '=', ';', '+', '-', '*', '/', '(', ')', ',', '?', ':', '<', '>', '==', '!', '&&',
                 'exp', 'log', 'max', 'pow', 'sqrt', '0', '1', '2.5', '1e400', '.', '0x', ' ', '**', '%', 'é', '\n']
        if rng.random() < 0.5:
            formula = ''.join(rng.choice(parts) for _ in range(rng.randint(1, 30)))
        else:
            words = 'y = max ( x , a ) * exp ( - x ) + ( x > 0 ? x : 2 )'.split()
            for _ in range(rng.randint(1, 3)):
                at = rng.randrange(len(words))
                alike = ['+', '-', '*', '/', '>', '<'] if words[at] in '+-*/<>' else ['x', 'a', '2', '( - a )', 'exp ( x )']
                words[at] = rng.choice(alike if words[at] in '+-*/<>xa2' and rng.random() < 0.7 else parts)
            formula = ' '.join(words)
        node = {'name': 'e', 'type': 'elementwise', 'attrs': {'formula': formula, 'params': rng.choice(('a=0.5', 'a=0.5, b=2', 'a=' + rng.choice(TEXTS)))}}
        nodes = [node, {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 2}}]
        write_json(folder / 'f.rensa', make_document(self.document['data']['dataset'], nodes))
        return rng.choice((['train', 'f.rensa', '--quiet'], ['export', 'f.rensa', '--out', 'f.py']))

    def make_for_store(self, rng, folder):
        shutil.copytree(self.folder / 'store', folder / 'store')
        path = folder / 'store' / 'runs.db'
        action = rng.random()
        if action < 0.3:
            path.write_bytes(mutate_bytes(rng, path.read_bytes()))
        elif action < 0.4 and (folder / 'store' / 'runs.db-wal').exists():
            wal = folder / 'store' / 'runs.db-wal'
            wal.write_bytes(mutate_bytes(rng, wal.read_bytes()))
        else:
            with sqlite3.connect(path) as base:
                self.mutate_base(rng, base)
        return None

    @staticmethod
    def mutate_base(rng, base):
        tables = [name for name, in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]
        table = rng.choice(tables)
        column = rng.choice([row[1] for row in base.execute('PRAGMA table_info (%s)' % table)])
        value = rng.choice([None, b'\xff\xfe', *TEXTS, *(n for n in NUMBERS if not isinstance(n, int) or -2**63 <= n < 2**63)])
        try:
            action = rng.randrange(6)
            if action == 0:
                base.execute('DROP TABLE %s' % table)
            elif action == 1:
                base.execute('ALTER TABLE %s RENAME COLUMN %s TO gone' % (table, column))
            elif action == 2:
                base.execute('PRAGMA user_version = %d' % rng.choice((-5, 0, 1, 2, 3, 99)))
            else:
                base.execute('UPDATE %s SET %s = ?' % (table, column), (value,))
        except sqlite3.Error:
            pass


KINDS = [name[len('make_for_'):] for name in dir(Bench) if name.startswith('make_for_')]


def limit():
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))


def run(bench, command, folder, is_sanitized):
    """What happened, and what was written."""
    environment = dict(os.environ, G_DEBUG='fatal-criticals', OMP_NUM_THREADS='1', LC_ALL='C.UTF-8', RENSA_DATASET_ROOT=str(folder),
                       XDG_DATA_HOME=str(folder / 'home'))
    options = 'halt_on_error=1:allocator_may_return_null=1:detect_leaks=1:hard_rss_limit_mb=%d' % (MEMORY >> 20)
    environment['ASAN_OPTIONS'] = options
    environment['LSAN_OPTIONS'] = 'print_suppressions=0:suppressions=%s' % LEAKS
    environment['UBSAN_OPTIONS'] = 'halt_on_error=1:print_stacktrace=1'
    # A sanitizer's own memory is a map of all that could be addressed.
    arguments = [] if is_sanitized else ['prlimit', '--as=%d' % MEMORY]
    arguments += [bench.store_child, 'store'] if command is None else [bench.rensa, *command]
    try:
        done = subprocess.run(arguments, cwd=folder, env=environment, preexec_fn=limit, timeout=WALL_SECONDS, check=False,
                              input=b'begin three\nfinish\n', stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    except subprocess.TimeoutExpired as expired:
        return 'long', (expired.stdout or b'').decode(errors='replace')
    return judge(command, done.returncode, done.stdout.decode(errors='replace'))


def judge(command, status, text):
    if any(sign in text for sign in BAD_OUTPUT):
        return 'failed', text
    if status in (-9, -24):
        return 'long', text
    if command is None:
        return ('taken' if status == 0 else 'refused' if status == 1 else 'failed'), text
    sentences = [line for line in text.splitlines() if line.startswith('rensa')]
    if status == 0:
        return 'taken', text
    return ('refused' if status in (1, 2) and sentences else 'failed'), text


def run_case(bench, kind, seed, number, options):
    rng = random.Random('%d/%s/%d' % (seed, kind, number))
    folder = pathlib.Path(tempfile.mkdtemp(prefix='rensa-fuzz-', dir=bench.folder))
    command = getattr(bench, 'make_for_' + kind)(rng, folder)
    result, text = run(bench, command, folder, options.sanitized)
    # What a person waits for ends soon.
    if result == 'long' and (command is None or command[0] in ('show', 'export')):
        result = 'failed'
    if result == 'failed':
        print('# %s, seed %d, case %d: %s\n%s' % (kind, seed, number, ' '.join(map(str, command or ['store'])), text[-2000:]), file=sys.stderr)
        if options.keep:
            shutil.copytree(folder, pathlib.Path(options.keep) / ('%s-%d-%d' % (kind, seed, number)), dirs_exist_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    return result


def main():
    parser = argparse.ArgumentParser(description='Files with something wrong in them, by a seed.')
    parser.add_argument('rensa')
    parser.add_argument('store_child')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--from', dest='first', type=int, default=0, help='the number of the first case')
    parser.add_argument('--cases', type=int, default=0, help='of each kind; 0: until the time is up')
    parser.add_argument('--seconds', type=float, default=60)
    parser.add_argument('--kinds', default=','.join(KINDS))
    parser.add_argument('--keep', help='where files go with which something was wrong')
    parser.add_argument('--sanitized', action='store_true', help='the programs were built with sanitizers')
    parser.add_argument('--tap', action='store_true')
    options = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    kinds = options.kinds.split(',')
    with tempfile.TemporaryDirectory(prefix='rensa-fuzz-') as folder:
        bench = Bench(os.path.abspath(options.rensa), os.path.abspath(options.store_child), pathlib.Path(folder))
        end = time.monotonic() + options.seconds
        number = options.first
        while number - options.first < options.cases if options.cases else time.monotonic() < end:
            for kind in kinds:
                counts[kind][run_case(bench, kind, options.seed, number, options)] += 1
            number += 1
    report(counts, kinds, options.tap)
    return any(count['failed'] for count in counts.values())


def report(counts, kinds, is_tap):
    if is_tap:
        print('1..%d' % len(kinds))
    else:
        print('%-10s %8s %8s %8s %8s %8s' % ('kind', 'cases', 'taken', 'refused', 'long', 'failed'))
    for i, kind in enumerate(kinds):
        count = counts[kind]
        if is_tap:
            print('%s %d /fuzz/%s' % ('not ok' if count['failed'] else 'ok', i + 1, kind))
        else:
            print('%-10s %8d %8d %8d %8d %8d' % (kind, sum(count.values()), *(count[name] for name in ('taken', 'refused', 'long', 'failed'))))


if __name__ == '__main__':
    sys.exit(main())
