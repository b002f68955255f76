#!/usr/bin/env python3
# add.py: adds what the programs of one commit write to the corpus.
# SPDX-License-Identifier: MIT
"""Usage: add.py NAME RENSA WRITE_STORE EXAMPLES

Makes the folder NAME, the short name of a commit, beside this script:

  *.rensa          documents of the folder EXAMPLES that no other commit has in the same words
  runs.db.gz       the store that the program WRITE_STORE writes
  NAME.npz.gz      a snapshot in the middle of training NAME.rensa, a document beside this script
  weights.sha256   digests of trained weights: of each document without files, after one iteration; of each
                   snapshot, at the end of its training

RENSA is the program rensa of that commit. A document that it cannot train within half a second has no digest.
"""

import gzip
import hashlib
import io
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile

CORPUS = pathlib.Path(__file__).resolve().parent
# Every machine then runs the same code; tests/corpus/meson.build says the same.
SAME_CODE = {'RENSA_ISA': 'base', 'OPENBLAS_CORETYPE': 'Nehalem', 'ONEDNN_MAX_CPU_ISA': 'SSE41', 'OMP_NUM_THREADS': '2'}
ONE_ITERATION = {'type': 'IntervalTrigger', 'attrs': {'period': 1, 'unit': 'iteration'}}
SNAPSHOT = 'snapshot_iter_'
QUICK_S = 0.5


def run(*command, timeout=None):
    return subprocess.run(list(map(str, command)), env=os.environ | SAME_CODE, capture_output=True, text=True,
                          timeout=timeout, check=False)


def read_elements(data):
    """The bytes of the elements of a .npy file."""
    stream = io.BytesIO(data)
    version = stream.read(8)[6]
    length = int.from_bytes(stream.read(2 if version == 1 else 4), 'little')
    assert b"'fortran_order': False" in stream.read(length)
    return stream.read()


def digest(path):
    """The SHA-256 of all arrays: of each, in the order of the names, its name, a newline and its elements."""
    sha = hashlib.sha256()
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            sha.update(name.removesuffix('.npy').encode() + b'\n' + read_elements(archive.read(name)))
    return sha.hexdigest()


def train(rensa, document, out, timeout=None):
    """The digest of the trained weights, or None."""
    try:
        run(rensa, 'train', '--quiet', '--out', out, document, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None
    model = out / 'model.npz'
    return digest(model) if model.exists() else None


def train_once(rensa, example, work):
    document = json.loads(example.read_text(encoding='utf-8')) | {'stop': ONE_ITERATION, 'extensions': []}
    once = work / example.name
    once.write_text(json.dumps(document), encoding='utf-8')
    return train(rensa, once, work / example.stem, QUICK_S)


def pack(source, target):
    target.write_bytes(gzip.compress(source.read_bytes(), mtime=0))
    return target.name


def add_documents(folder, rensa, examples, work):
    known = {path.read_bytes() for path in CORPUS.glob('*/*.rensa')}
    for example in sorted(examples.glob('*.rensa')):
        if example.read_bytes() not in known:
            shutil.copy(example, folder)
            yield example.name, train_once(rensa, example, work)


def add_snapshots(folder, rensa, work):
    for document in sorted(CORPUS.glob('*.rensa')):
        out = work / document.stem
        weights = train(rensa, document, out)
        snapshots = sorted(out.glob(SNAPSHOT + '*'), key=lambda path: int(path.name.removeprefix(SNAPSHOT)))
        if weights is not None:
            yield pack(snapshots[0], folder / f'{document.stem}.npz.gz'), weights


def add_store(folder, write_store, work):
    run(write_store, work / 'runs', CORPUS / 'classifier.rensa').check_returncode()
    pack(work / 'runs/runs.db', folder / 'runs.db.gz')


def describe_arithmetic(rensa):
    """What decides how the weights are rounded, in the words of the test."""
    compiler = run('gcc', '-dumpfullversion').stdout.strip()
    libraries = run(rensa, 'devices').stdout.splitlines()[1].strip()
    return f'gcc {compiler}, glibc {platform.libc_ver()[1]}, {libraries}'


def main():
    name, rensa, write_store, examples = sys.argv[1:]
    folder = CORPUS / name
    folder.mkdir()
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        lines = [*add_documents(folder, rensa, pathlib.Path(examples), work), *add_snapshots(folder, rensa, work)]
        add_store(folder, write_store, work)
    digests = [f'{weights}  {name}' for name, weights in lines if weights is not None]
    (folder / 'weights.sha256').write_text('\n'.join([f'# {describe_arithmetic(rensa)}', *digests]) + '\n', encoding='utf-8')


if __name__ == '__main__':
    sys.exit(main())
