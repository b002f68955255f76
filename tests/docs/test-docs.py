#!/usr/bin/env python3
# test-docs.py: what README.md and doc/ tell people to type, typed.
# SPDX-License-Identifier: MIT
"""Usage: test-docs.py SOURCE_ROOT BUILD_ROOT

Each fenced block of a page is one test: commands are run, programs are compiled against an installed tree and run,
documents are read, queries are asked of a store.  Names of files and functions in the text must exist.  The programs of
doc/examples do what they say.  Beside that, what other programs see of the library: every header for itself, in C and C++,
and the exported names.
"""

import ast
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile

ROOT, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
PAGES = ['README.md', 'CONTRIBUTING.md', 'kernels/README.md', 'tests/reference/README.md',
         *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / 'doc').glob('*.md')), 'doc/examples/README.md']
FENCE = re.compile(r'^```(\w*)\n(.*?)^```$', re.M | re.S)
QUOTED = re.compile(r'`([^`\n]+)`')
PATH = re.compile(r'^(?:build-aux|data|doc|kernels|po|src|tests)/[\w./-]+$')
HEADER = re.compile(r'^(?:[\w-]+/)*(rensa-[\w-]+\.h)$')
FUNCTION = re.compile(r'^((?:rensa|studio)_\w+) \(.*\)$')
# A word in capitals stands for a name of the reader's.
PLACEHOLDER = re.compile(r'\b[A-Z]{3,}\b')
COMMENT = re.compile(r'/\*.*?\*/', re.S)
DECLARED = re.compile(r'^(?:extern )?[\w][\w \t*]*?\b(rensa_\w+)(?: \(|;|\[)', re.M)
# What stands in for the parts of a command that a test must leave alone: the system, and the whole of ./dev, whose
# commands are only looked up.
PROLOGUE = '''
set -euo pipefail
sudo () { :; }
meson () { :; }
'''
# Goes into a program and fails it where objects of the engine are left at its end.
LEFT = '''
#include <rensa.h>
#include <stdio.h>
#include <unistd.h>

static void __attribute__ ((destructor))
count_left (void)
{
  const guint n = rensa_array_count_alive () + rensa_variable_count_alive () + rensa_function_node_count_alive ();

  if (n == 0)
    return;
  fprintf (stderr, "%u arrays, variables and functions are left\\n", n);
  fflush (NULL);
  _exit (3);
}
'''


def run(*command, **options):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        raise AssertionError(f'{shlex.join(str(word) for word in command)}\n{result.stdout}{result.stderr}')
    return result.stdout


class Tree:
    """The project installed in a folder of its own, and a checkout's folders beside each other to work in."""

    def __init__(self, folder):
        self.folder = folder
        run('meson', 'install', '-C', BUILD, '--no-rebuild', '--quiet', '--destdir', folder / 'installed')
        pc = next((folder / 'installed').rglob('rensa.pc'))
        text = pc.read_text(encoding='utf-8')
        prefix = re.search(r'^prefix=(.*)$', text, re.M)[1]
        self.prefix = folder / 'installed' / prefix.lstrip('/')
        pc.write_text(text.replace(f'prefix={prefix}', f'prefix={self.prefix}', 1), encoding='utf-8')
        self.library = next(self.prefix.rglob('librensa.so'))
        inherited = {name: value for name, value in os.environ.items() if not name.endswith('_DATASET_ROOT')}
        self.environment = {**inherited, 'PKG_CONFIG_PATH': str(pc.parent), 'LD_LIBRARY_PATH': str(self.library.parent),
                            'HOME': str(folder), 'XDG_DATA_HOME': str(folder / 'data-home')}
        self.flags = run('pkg-config', '--cflags', '--libs', 'rensa', env=self.environment).split()

    def make_checkout(self, name):
        """A folder in which the paths of the pages lead where they lead in a checkout; what is written stays there."""
        folder = self.folder / name
        folder.mkdir()
        shutil.copytree(ROOT / 'data' / 'examples', folder / 'data' / 'examples')
        (folder / 'README.md').symlink_to(ROOT / 'README.md')
        (folder / 'doc').symlink_to(ROOT / 'doc')
        (folder / 'build').symlink_to(BUILD)
        return folder


def check_shell(tree, folder, code):
    data = os.environ.get('RENSA_TEST_DATA')
    lines = []
    for line in code.splitlines():
        if line.startswith('./dev '):
            command = line.split()[1]
            assert re.search(rf'^  {command}\b', run(ROOT / 'dev', 'help'), re.M), f'./dev has no command {command}'
        elif 'DIR' not in line:
            lines.append(line)
        elif data:
            lines.append(line.replace('DIR', shlex.quote(data)).replace('.rensa', '.rensa --set stop.unit=iteration --set stop.period=2', 1))
    (folder / 'xor.c').write_text(find_program('README.md'), encoding='utf-8')
    run('bash', '-c', PROLOGUE + '\n'.join(lines), cwd=folder, env=tree.environment, timeout=200)


def find_program(page):
    return next(code for kind, code in FENCE.findall((ROOT / page).read_text(encoding='utf-8')) if 'int\nmain' in code)


def get_source_flags():
    """The flags with which the links are compiled."""
    commands = json.loads((BUILD / 'compile_commands.json').read_text(encoding='utf-8'))
    command = next(command['command'] for command in commands if command['file'].endswith('links/connection/linear.c'))
    return [flag for flag in shlex.split(command) if re.match(r'-[IDf]|-std=', flag)]


def check_c(tree, folder, code):
    source = folder / 'program.c'
    is_program = 'int\nmain' in code
    if '#include "rensa-' in code:
        source.write_text(code, encoding='utf-8')
        run('cc', '-fsyntax-only', '-Wall', '-Wextra', '-Werror', source, *get_source_flags(), cwd=BUILD)
        return
    source.write_text(code if '#include <rensa.h>' in code else '#include <rensa.h>\n' + code, encoding='utf-8')
    flags = ['-Wall', '-Wextra', '-Werror', *tree.flags]
    if not is_program:
        run('cc', '-fsyntax-only', '-Wno-unused-function', source, *flags, cwd=folder)
        return
    run('cc', source, '-o', 'program', *flags, cwd=folder)
    run('./program', cwd=folder, env=tree.environment)


def check_case(case):
    """The form of a reference case is that of the cases that are there."""
    known = set()
    for path in (ROOT / 'tests/reference/functions').glob('*.json'):
        for other in json.loads(path.read_text(encoding='utf-8'))['cases']:
            known.update(other, other.get('second_order', ()))
    unknown = sorted({*case, *case['second_order']} - known)
    assert not unknown, f'no reference case has {", ".join(unknown)}'


def check_json(tree, folder, code):
    value = json.loads(code)
    if 'cases' in value:
        check_case(value['cases'][0])
        return
    (folder / 'page.rensa').write_text(code, encoding='utf-8')
    run(BUILD / 'src/cli/rensa', 'show', 'page.rensa', cwd=folder, env=tree.environment)


def check_settings(tree, folder, page):
    """All that a list of a page sets can be set at once in the document that it is about: the first in the first that the page shows."""
    blocks = FENCE.findall((ROOT / page).read_text(encoding='utf-8'))
    documents = [code for kind, code in blocks if kind == 'json']
    for code, settings in zip(documents, [code for kind, code in blocks if code.startswith('--set')]):
        (folder / 'page.rensa').write_text(code, encoding='utf-8')
        run(BUILD / 'src/cli/rensa', 'show', 'page.rensa', *shlex.split(settings), cwd=folder, env=tree.environment)


def check_sql(tree, folder, code):
    """Each query, on the store that a program of the project's has made."""
    child = os.environ['RENSA_STORE_CHILD']
    run(child, folder / 'store', input='begin Strokes\nfinish\nquit\n', env=tree.environment)
    with sqlite3.connect(next(folder.rglob('runs.db'))) as store:
        query = ''
        for line in code.splitlines(keepends=True):
            query += line
            if sqlite3.complete_statement(query):
                store.execute(query).fetchall()
                query = ''
        assert not query.strip(), f'a query without its end: {query}'


CHECKS = {'sh': check_shell, 'c': check_c, 'json': check_json, 'sql': check_sql}


def check_names(page):
    """Files and functions that a page names are there."""
    sources = {path.name for path in [*ROOT.rglob('*.h'), *(BUILD / 'src').rglob('*.h')]}
    code = ''.join(path.read_text(encoding='utf-8') for path in [*(ROOT / 'src').rglob('*.[ch]'), *(ROOT / 'kernels').rglob('*.h'),
                                                                  *(BUILD / 'src').rglob('rensa-*.h')])
    wrong = []
    for word in QUOTED.findall(FENCE.sub('', (ROOT / page).read_text(encoding='utf-8'))):
        header, function = HEADER.match(word), FUNCTION.match(word)
        if PLACEHOLDER.search(word):
            continue
        if PATH.match(word) and not (ROOT / word).exists():
            wrong.append(word)
        elif header and header[1] not in sources:
            wrong.append(word)
        elif function and not re.search(rf'\b{function[1]}\b', code):
            wrong.append(word)
    assert not wrong, f'{page} names what is not there: {", ".join(wrong)}'


def get_headers(tree):
    return sorted((tree.prefix / 'include' / 'rensa').glob('*.h'))


def check_headers(tree, compiler, language):
    for header in get_headers(tree):
        run(*compiler, '-x', language, '-fsyntax-only', '-Wall', '-Wextra', '-Werror', '-', *tree.flags,
            input=f'#include <{header.name}>\n')


def check_exports(tree):
    """What the headers declare is what the library exports, in both directions."""
    exported = {line.split()[2].partition('@')[0] for line in run('nm', '-D', '--defined-only', tree.library).splitlines()
                if ' A ' not in line}
    text = '\n'.join(COMMENT.sub('', header.read_text(encoding='utf-8')) for header in get_headers(tree))
    text = re.sub(r'\\\n.*', '', text)
    missing = sorted(set(DECLARED.findall(text)) - exported - set(re.findall(r'static inline .*?\b(rensa_\w+) \(', text, re.S)))
    further = sorted(name for name in exported if not re.search(rf'\b{name}\b', text))
    assert len(exported) > 500, f'{tree.library} exports {len(exported)} names'
    assert not missing, f'declared, but not exported: {", ".join(missing)}'
    assert not further, f'exported, but not declared: {", ".join(further)}'


class Program:
    """A program of doc/examples, compiled with the strictest warnings, in a folder of its own."""

    def __init__(self, tree, name):
        self.tree = tree
        self.folder = tree.make_checkout(f'example-{name}')
        (self.folder / 'left.c').write_text(LEFT, encoding='utf-8')
        run('cc', '-std=c17', '-Wall', '-Wextra', '-Werror', ROOT / 'doc/examples' / f'{name}.c', 'left.c', '-o', 'program', *tree.flags,
            cwd=self.folder)

    def run(self, *words):
        return run('./program', *words, cwd=self.folder, env=self.tree.environment, timeout=200)

    def refuse(self, *words, status):
        result = subprocess.run(['./program', *words], cwd=self.folder, env=self.tree.environment, capture_output=True, text=True,
                                check=False, timeout=200)
        assert result.returncode == status, f'{words}: exit status {result.returncode}\n{result.stderr}'
        return result.stderr


def read_shapes(path):
    """The shape of each array of an NPZ file."""
    shapes = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            header = archive.read(name)
            assert header.startswith(b'\x93NUMPY\x01\x00'), name
            shapes[name] = ast.literal_eval(header[10:10 + int.from_bytes(header[8:10], 'little')].decode())['shape']
    return shapes


def check_accuracy(output, data, least):
    accuracy = float(re.search(r'^Accuracy on the test: ([\d.]+)$', output, re.M)[1])
    digit = re.search(r'^The first picture of the test shows a (\d); it is read as a (\d)', output, re.M)
    assert f'those of {data}' in output.splitlines()[0], output
    assert accuracy >= least, f'{data}: the accuracy is {accuracy}'
    assert digit[1] == digit[2], output


def check_manual_loop(tree):
    """What it prints at the end is what another model gives that has read the file."""
    program = Program(tree, 'manual-loop')
    data = os.environ.get('RENSA_TEST_DATA')
    check_accuracy(program.run(), 'strokes', 0.92)
    assert read_shapes(program.folder / 'digits.npz') == {
        'l1/W.npy': (100, 784), 'l1/b.npy': (100,), 'l2/W.npy': (100, 100), 'l2/b.npy': (100,), 'l3/W.npy': (10, 100), 'l3/b.npy': (10,)}
    if data and pathlib.Path(data, 'mnist').exists():
        check_accuracy(program.run(str(pathlib.Path(data, 'mnist'))), 'MNIST', 0.96)
    assert "“no'where”" in program.refuse("no'where", status=1)
    assert 'Usage' in program.refuse('one', 'two', status=2)


def check_own_function(tree):
    output = Program(tree, 'own-function').run()
    found = [json.loads(text) for text in re.findall(r'^  \w+ +(\[\[.*)$', output, re.M)]
    x, y, w = [[0, 1], [-2, 0.5]], [[1, 3], [0.5, -1]], [[0.5, -1], [2, 4]]

    def apply(function):
        return [[function(*values) for values in zip(*rows)] for rows in zip(x, y, w)]

    mul_add = [apply(lambda x, y, w: x * y + w), y, x, apply(lambda x, y, w: 1)]
    exp_add = [apply(lambda x, y, w: math.exp(x) + math.exp(y)), apply(lambda x, y, w: math.exp(x)), apply(lambda x, y, w: math.exp(y))]
    expected = mul_add + exp_add + mul_add
    pairs = zip((value for rows in found for row in rows for value in row), (value for rows in expected for row in rows for value in row))
    assert len(found) == len(expected) and all(math.isclose(one, other, rel_tol=1e-12) for one, other in pairs), output
    assert output.count('agree with finite differences') == 3, output


def find_tests(tree):
    for page in PAGES:
        yield f'/docs/{page}/names', lambda page=page: check_names(page)
        for number, (kind, code) in enumerate(FENCE.findall((ROOT / page).read_text(encoding='utf-8'))):
            if kind not in CHECKS or page == 'kernels/README.md':
                continue
            folder = f'{page.replace("/", "-")}-{number}'
            yield (f'/docs/{page}/{kind}-{number}',
                   lambda kind=kind, code=code, folder=folder: CHECKS[kind](tree, tree.make_checkout(folder), code))
    yield ('/docs/doc/document.md/settings',
           lambda: check_settings(tree, tree.make_checkout('settings'), 'doc/document.md'))
    yield '/docs/doc/examples/manual-loop', lambda: check_manual_loop(tree)
    yield '/docs/doc/examples/own-function', lambda: check_own_function(tree)
    yield '/docs/library/headers/c', lambda: check_headers(tree, ['cc'], 'c')
    if shutil.which('c++'):
        yield '/docs/library/headers/c++', lambda: check_headers(tree, ['c++', '-pedantic'], 'c++')
    yield '/docs/library/exports', lambda: check_exports(tree)


def main():
    n_failed = 0
    with tempfile.TemporaryDirectory() as name:
        tests = list(find_tests(Tree(pathlib.Path(name))))
        print(f'1..{len(tests)}')
        for number, (path, check) in enumerate(tests, 1):
            try:
                check()
                print(f'ok {number} {path}', flush=True)
            except (AssertionError, OSError, subprocess.SubprocessError, sqlite3.Error) as error:
                n_failed += 1
                print('\n'.join(f'# {line}' for line in str(error).splitlines()))
                print(f'not ok {number} {path}', flush=True)
    return 1 if n_failed else 0


if __name__ == '__main__':
    sys.exit(main())
