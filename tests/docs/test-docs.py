#!/usr/bin/env python3
# test-docs.py: what README.md and doc/ tell people to type, typed.
# SPDX-License-Identifier: MIT
"""Usage: test-docs.py SOURCE_ROOT BUILD_ROOT

Each fenced block of a page is one test: commands are run, programs are compiled against an installed tree and run,
documents are read, queries are asked of a store.  Names of files and functions in the text must exist.  Beside that, what
other programs see of the library: every header for itself, in C and C++, and the exported names.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT, BUILD = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
PAGES = ['README.md', 'CONTRIBUTING.md', 'kernels/README.md', 'tests/reference/README.md',
         *sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / 'doc').glob('*.md'))]
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
        self.environment = {**os.environ, 'PKG_CONFIG_PATH': str(pc.parent), 'LD_LIBRARY_PATH': str(self.library.parent),
                            'HOME': str(folder), 'XDG_DATA_HOME': str(folder / 'data-home')}
        self.flags = run('pkg-config', '--cflags', '--libs', 'rensa', env=self.environment).split()

    def make_checkout(self, name):
        """A folder in which the paths of the pages lead where they lead in a checkout; what is written stays there."""
        folder = self.folder / name
        folder.mkdir()
        shutil.copytree(ROOT / 'data' / 'examples', folder / 'data' / 'examples')
        (folder / 'README.md').symlink_to(ROOT / 'README.md')
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


def check_c(tree, folder, code):
    source = folder / 'program.c'
    is_program = 'int\nmain' in code
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
    """All that a page sets can be set at once in the document that it shows."""
    blocks = FENCE.findall((ROOT / page).read_text(encoding='utf-8'))
    (folder / 'page.rensa').write_text(next(code for kind, code in blocks if kind == 'json'), encoding='utf-8')
    settings = next(code for kind, code in blocks if code.startswith('--set'))
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
