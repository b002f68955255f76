#!/usr/bin/env python3
# make-coverage.py: lists the parts of Chainer that exist here, with their names, and those that do
# not, with the reasons.
# SPDX-License-Identifier: MIT
"""Usage: make-coverage.py [--check] RENSA SOURCE_ROOT

Reads Chainer's public names (tests/reference/catalogue/entries.tsv) and the notes on them
(coverage.txt next to it), queries the program RENSA for its components, looks up the symbols in the
headers of src/engine, and writes doc/coverage.md. With --check, nothing is written. Each of the
following is a failed TAP test: a name without a note, or with two; a name that is noted as missing
but exists; a noted place that does not exist; a row without a name in Chainer; a page that is out
of date.
"""

import collections
import fnmatch
import json
import pathlib
import re
import subprocess
import sys

Entry = collections.namedtuple('Entry', 'kind group name')
Row = collections.namedtuple('Row', 'line kind patterns is_here text')

# The lists of `rensa list --json` that contain the names of a kind.
LISTS = {'function': ['functions'], 'link': ['links'], 'initializer': ['initializers'], 'optimizer': ['optimizers'],
         'optimizer_hook': ['hooks'], 'extension': ['extensions'], 'trigger': ['triggers'], 'updater': ['updaters'],
         'iterator': ['iterators'], 'dataset': ['datasets'], 'distribution': ['distributions']}
TITLES = {'function': 'Functions', 'link': 'Links', 'initializer': 'Initializers', 'optimizer': 'Optimizers',
          'optimizer_hook': 'Optimizer hooks', 'extension': 'Extensions', 'trigger': 'Triggers', 'updater': 'Updaters',
          'iterator': 'Iterators', 'dataset': 'Data sets', 'dataset_base': 'Around data sets', 'serializer': 'Serializers',
          'function_hook': 'Function hooks', 'link_hook': 'Link hooks', 'distribution': 'Distributions', 'core': 'Core',
          'config': 'Configuration', 'variable_member': 'Members of variables', 'variable_operator': 'Operators of variables',
          'member': 'Members of other classes', 'chainermn': 'ChainerMN', 'onnx_op': 'ONNX-Chainer'}
# Prefixes of their names in public symbols, without underscores.
PREFIXES = {'variable_member': ('variable', 'variableget'), 'config': ('modesget',), 'onnx_op': ('onnx',)}
REASONS = ('not yet: ', 'never: ')
SYMBOL = re.compile(r'\b(?:rensa_\w+|RENSA_\w+|Rensa[A-Z]\w+)')
COMPONENT = re.compile(r'\[(\w+)\]')
FILE = re.compile(r'\b(?:src|doc|tests|build-aux)/[\w./-]+')
HEAD = '''# Coverage of Chainer

Every public name of Chainer 7.8.1, as listed in `tests/reference/catalogue/entries.tsv`, with its counterpart here, or the reason why
there is none. The notes are in `coverage.txt` next to that list; components of the same name need no note. `./dev docs` writes this
page, and a test fails if a name neither exists here nor is omitted with a reason, or is noted as omitted but exists.
'''

# Kinds of components for which programs for PyTorch are written.
WRITTEN = ('functions', 'links', 'initializers', 'optimizers', 'hooks', 'iterators', 'updaters', 'triggers', 'extensions')
TORCH = '''
## In programs for PyTorch

Parts of a document that a program for PyTorch cannot express are rejected with the position of the node. The following components have no form for PyTorch;
extensions that only display something are omitted from a program instead.
'''

ONNX_HEAD = '''
## Limits of ONNX

Functions and links whose samples `rensa export --to onnx` rejects, with the reason. Composed components have the limits of their parts, so a link is
rejected because of the function that it calls. Models are exported in test mode.
'''


def read_entries(folder):
    return [Entry(*line.split('\t')) for line in (folder / 'entries.tsv').read_text(encoding='utf-8').splitlines()]


def read_rows(folder):
    for i, line in enumerate((folder / 'coverage.txt').read_text(encoding='utf-8').splitlines(), 1):
        if not line or line.startswith('#'):
            continue
        names, sign, text = re.split(r' ([=-]) ', line, maxsplit=1)
        kind, *patterns = names.split()
        yield Row(i, kind, patterns, sign == '=', text)


def read_symbols(root):
    """Names that programs can use: the public headers, and the symbols exported by the files of
    components.
    """
    symbols = set()
    for path in (root / 'src/engine').rglob('*.h'):
        if not path.name.endswith('-private.h'):
            symbols.update(SYMBOL.findall(path.read_text(encoding='utf-8')))
    for path in (root / 'src/engine').rglob('*.c'):
        symbols.update(re.findall(r'^RENSA_API .*\n(rensa_\w+) ', path.read_text(encoding='utf-8'), re.M))
    return symbols


def squash(name):
    return name.replace('_', '').replace('.', '').lower()


class Coverage:
    def __init__(self, rensa, root):
        folder = root / 'tests/reference/catalogue'
        listed = json.loads(subprocess.run([rensa, 'list', '--json'], check=True, capture_output=True, text=True).stdout)
        self.root = root
        self.lists = {kind: {component['name'] for component in components} for kind, components in listed.items()}
        self.unwritten = {kind: [component['name'] for component in listed[kind] if not self.is_written(kind, component)]
                          for kind in WRITTEN}
        self.components = set().union(*self.lists.values())
        self.symbols = read_symbols(root)
        self.squashed = {squash(symbol) for symbol in self.symbols}
        self.entries = read_entries(folder)
        self.forms = json.loads((root / 'tests/reference/forms.json').read_text(encoding='utf-8'))
        self.rows = list(read_rows(folder))
        self.used = set()

    @staticmethod
    def is_written(kind, component):
        """Returns whether it has a form in PyTorch, or is omitted because it only displays something."""
        return any(key.startswith('torch') for key in component) or (kind == 'extensions' and not component.get('chainer'))

    def make_torch(self):
        """Components without a form in PyTorch, and the samples of the others that cannot be
        expressed there.
        """
        forms = json.loads((self.root / 'tests/reference/forms.json').read_text(encoding='utf-8'))
        limits = {}
        for name, recorded in forms.items():
            for status in recorded.get('torch', {}).get('samples', ()):
                if status != 'equal':
                    limits.setdefault(name.removeprefix('links/'), set()).add(status.removeprefix('limit: '))
        lines = [TORCH, '| | without a form |', '| --- | --- |']
        lines += [f'| {kind} | {", ".join(f"`{name}`" for name in names) or "none"} |' for kind, names in self.unwritten.items()]
        lines += ['', 'Some samples of the other components are not supported, or have other results:', '', '| component | reason |', '| --- | --- |']
        return lines + [f'| `{name}` | {"; ".join(sorted(reasons))} |' for name, reasons in sorted(limits.items())]

    def is_listed(self, entry):
        return any(entry.name in self.lists[name] for name in LISTS.get(entry.kind, ()))

    def is_there(self, entry):
        """Returns whether it exists here under the expected name."""
        name = squash(entry.name)
        if entry.kind == 'variable_operator':
            return f'op_{name}' in self.components
        if entry.kind in LISTS and entry.kind != 'dataset':
            return self.is_listed(entry)
        return any(f'rensa{prefix}{name}' in self.squashed for prefix in PREFIXES.get(entry.kind, ('', 'get')))

    def find_rows(self, entry):
        found = [row for row in self.rows
                 if row.kind == entry.kind and any(fnmatch.fnmatchcase(entry.name, pattern) for pattern in row.patterns)]
        self.used.update(row.line for row in found)
        return found

    def check_place(self, row):
        named = [(name, name in self.symbols) for name in SYMBOL.findall(row.text)]
        named += [(name, name in self.components) for name in COMPONENT.findall(row.text)]
        named += [(name, (self.root / name).exists()) for name in FILE.findall(row.text)]
        if row.is_here and not named:
            yield f'line {row.line} names no symbol, component or file'
        if not row.is_here and not row.text.startswith(REASONS):
            yield f'line {row.line} begins with none of {", ".join(REASONS)}'
        for name, exists in named:
            if not exists:
                yield f'line {row.line} names {name}, which does not exist'

    def check_entry(self, entry):
        rows = self.find_rows(entry)
        what = f'{entry.kind} {entry.name}'
        if len(rows) + self.is_listed(entry) == 0:
            yield f'{what}: nothing is said of it'
        if len(rows) > 1:
            yield f'{what}: lines {", ".join(str(row.line) for row in rows)} are about it'
        for row in rows:
            if not row.is_here and self.is_there(entry):
                yield f'{what} is here, but line {row.line} says that it is left out'

    def find_faults(self):
        for row in self.rows:
            yield from self.check_place(row)
        for entry in self.entries:
            yield from self.check_entry(entry)
        for row in self.rows:
            if row.line not in self.used:
                yield f'line {row.line} is about no name'

    def describe(self, entry):
        if self.is_listed(entry):
            return True, f'`{entry.name}`'
        row = self.find_rows(entry)[0]
        text = COMPONENT.sub(r'`\1`', row.text)
        return row.is_here, FILE.sub(r'`\g<0>`', SYMBOL.sub(r'`\g<0>`', text))

    def make_table(self, described):
        """Names that are unchanged in one line, the rest in a table."""
        own = [text for entry, is_here, text in described if is_here and text == f'`{entry.name}`']
        others = [f'| `{entry.name}` | {"" if is_here else "— "}{text} |' for entry, is_here, text in described
                  if text != f'`{entry.name}`']
        lines = ['', 'Under their own names: ' + ', '.join(own) + '.'] if own else []
        return lines + (['', '| Chainer | here |', '| --- | --- |', *others] if others else [])

    def make_onnx_table(self):
        """Functions and links, or only some of their samples, that cannot be exported."""
        lines = [ONNX_HEAD, '| | reason |', '| --- | --- |']
        n_whole = 0
        for name, libraries in self.forms.items():
            samples = libraries['onnx']['samples'] if 'onnx' in libraries else []
            reasons = [status.removeprefix('limit: ').split(': ', 1)[-1] for status in samples if status != 'equal']
            is_whole = len(reasons) == len(samples)
            n_whole += not reasons
            if reasons:
                what = name.removeprefix('links/') + ('' if is_whole else f', {len(reasons)} of {len(samples)} samples')
                lines.append(f'| {what} | {"; ".join(dict.fromkeys(reasons))} |')
        return [*lines, '', f'All samples of the other {n_whole} give the same results in onnxruntime as here.']

    def make_page(self):
        by_kind = {}
        for entry in self.entries:
            by_kind.setdefault(entry.kind, []).append((entry, *self.describe(entry)))
        lines = [HEAD, '| | names | here | not yet | never |', '| --- | --- | --- | --- | --- |']
        for kind, described in [*by_kind.items(), ('', [row for rows in by_kind.values() for row in rows])]:
            n_here = sum(is_here for _, is_here, _ in described)
            n_never = sum(not is_here and text.startswith('never') for _, is_here, text in described)
            lines.append(f'| {TITLES.get(kind, "Together")} | {len(described)} | {n_here} '
                         f'| {len(described) - n_here - n_never} | {n_never} |')
        for kind, described in by_kind.items():
            lines += ['', f'## {TITLES[kind]}', *self.make_table(described)]
        lines += self.make_torch()
        lines += self.make_onnx_table()
        return '\n'.join(lines) + '\n'


def report(faults, name):
    for fault in faults:
        print(f'# {fault}')
    print(f'{"not " if faults else ""}ok {name}')
    return bool(faults)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != '--check']
    root = pathlib.Path(arguments[1]).resolve()
    coverage = Coverage(arguments[0], root)
    page = root / 'doc/coverage.md'
    faults = list(coverage.find_faults())
    print('1..2')
    if report(faults, '1 /docs/coverage/names'):
        return 1
    if '--check' not in sys.argv:
        page.write_text(coverage.make_page(), encoding='utf-8')
    is_right = page.exists() and page.read_text(encoding='utf-8') == coverage.make_page()
    return report([] if is_right else ['doc/coverage.md is out of date; ./dev docs makes it'], '2 /docs/coverage/page')


if __name__ == '__main__':
    sys.exit(main())
