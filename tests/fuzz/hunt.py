#!/usr/bin/env python3
# hunt.py: lets libFuzzer look for bytes that a reader does not refuse as it should.
# SPDX-License-Identifier: MIT
"""Usage: hunt.py HUNT SOURCE_ROOT READER SECONDS [--keep DIR]

HUNT is tests/fuzz/hunt of a build with clang's libFuzzer and sanitizers; READER one of tests/fuzz/readers.c ("all": one
after the other). It begins with sound files and with the regression inputs, and ends at the first finding, whose bytes are
kept in DIR (the present folder, where it is not said): they belong into tests/fuzz/regression/READER once they are refused
as they should be. At the end: how many inputs were tried, and how many distinct ones were found that reach other code.
"""

import argparse
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zipfile

sys.dont_write_bytecode = True

MEMORY_MB = 3072
# A file that is read for longer than that is a finding.
PATIENCE_S = 20
MOST_BYTES = 1 << 16


def npy(code, shape, data):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (code, ''.join('%d, ' % n for n in shape))
    header += ' ' * (-(len(header) + 11) % 64) + '\n'
    return b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() + data


def make_npz(path):
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_STORED) as archive:
        archive.writestr('x.npy', npy('<f4', (2, 3), bytes(24)))
        archive.writestr('a/t.npy', npy('<i8', (2,), bytes(16)))


def gunzip(path):
    return subprocess.run(['gzip', '-dc', path], check=True, capture_output=True).stdout


def make_seeds(reader, tests, folder):
    """Sound files for the reader."""
    serialized, data = tests / 'reference' / 'serialized', tests / 'data'
    pictures = [path for path in (data / 'pictures').iterdir() if path.suffix != '.npz' and path.is_file()]
    files = {
        'npz': [*serialized.glob('*_io.npz')],
        'hdf5': [*serialized.glob('*.h5')],
        'picture': pictures,
        'decode': pictures,
        'mat': [data / 'archives' / 'test_32x32.mat', data / 'archives' / 'train_32x32.mat'],
        'zip': [*(tests / 'reference' / 'datasets').glob('*.zip')],
        'caffe': [*serialized.glob('*.caffemodel')],
        'onnx': [*(tests / 'reference' / 'onnx').glob('*.onnx')],
        'document': [*tests.parent.glob('data/examples/*.rensa'), *tests.glob('**/*.rensa')],
    }
    texts = {
        'npy': [npy('<f4', (2, 3), bytes(24)), npy('>f8', (), bytes(8)), npy('|b1', (3,), b'\0\1\0'), npy('<U2', (1,), b'a\0\0\0b\0\0\0'),
                npy('|S2', (3,), b'abc\0de'), npy('>u4', (2,), bytes(8)), npy('<u8', (2,), bytes(16)), npy('<f4', (2, 3), bytes(24)).replace(b'False', b'True ')],
        'csv': [b'n,x,"w",t\n1,2.5,a,0\n2,,b,1\n3,1e3,a,0\n', b'a;b;t\n1,5;2;ja\n1.000,5;;nein\n', 'ä\tb\n1\t2\n'.encode('utf-16')],
        'idx': [b'\0\0\x08\3' + struct.pack('>3I', 6, 2, 2) + bytes(24), b'\0\0\x0d\2' + struct.pack('>2I', 6, 1) + bytes(24)],
        'text': ['to be or not to be\nthat is the question\n'.encode(), 'ä あ\n'.encode('utf-16'), b'<unk> N \r\n\r\n'],
        'pairs': [b'the cat\tle chat\n\na b\t\n', 'ä\tあ い\n'.encode('utf-16'), b'a\r\tb\r\n<unk>\t<eos>\n'],
        'tags': [b'Rain NN B-NP\nfalls VB O\n\nRain\tO\n', 'あ\tX\n'.encode('utf-16'), b'<unk> <unk>\r\n\r\na b c \n'],
        'list': [b'a.ppm 0\nb.ppm 1\n', b'file;kind\na.ppm;dog\n"b.ppm";cat\n', 'a.ppm\t0,5\nb.ppm\t-3\n'.encode('utf-16'), b'a.ppm\nb.ppm\n'],
        'labels': [b'a.ppm 0\nb.ppm 1\n', b'  b.ppm -3\r\na.ppm 2\r\n'],
        'formula': [b'y = max(x, a) * exp(-x)\na=0.5', b'x > 0 ? x : 2 ** x', b'z = x + y; w = z * z; sqrt(w)\n'],
        'tar': [gunzip(path) for path in (data / 'archives').glob('*.tar.gz')],
    }
    for i, path in enumerate(files.get(reader, ())):
        (folder / f'{i}').write_bytes(path.read_bytes())
    for i, text in enumerate(texts.get(reader, ())):
        (folder / f'text{i}').write_bytes(text)
    if reader == 'npz':
        make_npz(folder / 'small')


def list_readers(tests):
    return re.findall(r'^  \{ "(\w+)",', (tests / 'fuzz' / 'readers.c').read_text(encoding='utf-8'), re.MULTILINE)


def hunt(program, tests, reader, seconds, keep):
    """Whether nothing was found."""
    environment = dict(os.environ, RENSA_HUNT=reader, OMP_NUM_THREADS='1', LC_ALL='C.UTF-8', G_TEST_SRCDIR=str(tests), G_SLICE='always-malloc',
                       ASAN_OPTIONS='allocator_may_return_null=1:detect_leaks=1',
                       LSAN_OPTIONS=f'print_suppressions=0:suppressions={tests}/leaks.supp', UBSAN_OPTIONS='halt_on_error=1:print_stacktrace=1')
    with tempfile.TemporaryDirectory(prefix='rensa-hunt-') as name:
        corpus, seeds = pathlib.Path(name, 'corpus'), pathlib.Path(name, 'seeds')
        corpus.mkdir()
        seeds.mkdir()
        make_seeds(reader, tests, seeds)
        known = tests / 'fuzz' / 'regression' / reader
        done = subprocess.run([program, f'-max_total_time={seconds}', f'-rss_limit_mb={MEMORY_MB}', f'-timeout={PATIENCE_S}',
                               f'-max_len={MOST_BYTES}', '-print_final_stats=1', f'-artifact_prefix={keep}/{reader}-',
                               corpus, seeds, *([known] if known.is_dir() else [])],
                              env=dict(environment, TMPDIR=name), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace', check=False)
        runs = re.search(r'number_of_executed_units: (\d+)', done.stdout)
        covered = re.findall(r'cov: (\d+)', done.stdout)
        print(f'{reader:10} {runs.group(1) if runs else "?":>10} inputs, {len(list(corpus.iterdir())):5} of them reach other code, '
              f'{covered[-1] if covered else "?":>6} places reached: {"nothing found" if done.returncode == 0 else "FOUND"}', flush=True)
    if done.returncode != 0:
        print('\n'.join(line for line in done.stdout.splitlines()[-60:] if not line.startswith('stat::')))
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description='Looks for bytes that a reader does not refuse as it should.')
    parser.add_argument('hunt')
    parser.add_argument('root')
    parser.add_argument('reader')
    parser.add_argument('seconds', type=int)
    parser.add_argument('--keep', default='.', help='where a finding goes')
    options = parser.parse_args()
    tests = pathlib.Path(options.root, 'tests').resolve()
    known = list_readers(tests)
    if options.reader not in (*known, 'all'):
        parser.error(f'there is no reader {options.reader}, but {", ".join(known)} and all')
    wanted = known if options.reader == 'all' else [options.reader]
    return not all([hunt(os.path.abspath(options.hunt), tests, reader, options.seconds, os.path.abspath(options.keep)) for reader in wanted])


if __name__ == '__main__':
    sys.exit(main())
