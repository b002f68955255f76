#!/usr/bin/env python3
# check-hostile.py: does an exported program hold anything of a document but its network?
# SPDX-License-Identifier: MIT
"""Usage: check-hostile.py RENSA TARGET

Prints TAP. Hostile text stands in every place of a document where text may stand: names, and every attribute of text
of every extension and function, found by `rensa list`. Each document is refused, or its program differs from that of
a harmless document in nothing but the contents of quotes.
"""

import ast
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HOSTILE = [
    "'); import os; os.system('x') #", '"); import os; os.system("x") #', '"""\nimport os\n"""', "\\'); import os #", "\\",
    "a\r\nimport os", "__import__('os').system('x')", "{model}{{}}%s%n", "main/predictor/l1; import os",
    "main/predictor/l1/xp/load", "x if __import__('os') else y", "\u2028\x0cimport os", "a, b', 'c",
]
HARMLESS = {
    'formula': 'x * x', 'func': 'x * x', 'inputs': 'x', 'params': 'a=1', 'outputs': 'y', 'subscripts': 'ij->ij',
    'optimizer_name': 'plain', 'observation_key': 'plain', 'statistics': 'mean', 'target': 'main/predictor', 'slices': ':, 0:2', 'y_keys': 'main/loss', 'keys': 'main/loss',
    'filename': 'plain.png', 'log_report': 'plain', 'pad_width': 1, 'repeats': 1, 'indices_or_sections': 1, 'sample_weight': None, 'axes': 1,
}
TEXTS = ('string', 'index', 'array')


class Quotes(ast.NodeTransformer):
    """Quoted text becomes empty, and a list of quoted texts one of them."""

    def visit_Constant(self, node):
        return ast.Constant('') if isinstance(node.value, str) else node

    def visit_List(self, node):
        self.generic_visit(node)
        if node.elts and all(isinstance(item, ast.Constant) and item.value == '' for item in node.elts):
            node.elts = node.elts[:1]
        return node


class Python:
    ENDING = '.py'
    # The program's own name stands in it, with that of its examples.
    IS_NAMED = True

    @staticmethod
    def skeleton(program):
        return ast.dump(Quotes().visit(ast.parse(program)))

    @staticmethod
    def quoted(program):
        return [node.value for node in ast.walk(ast.parse(program)) if isinstance(node, ast.Constant)]


class C:
    ENDING = '.c'
    IS_NAMED = False
    # Comments, of which none stands in a string; strings, whose escapes are octal, or the end of a line.
    TOKEN = re.compile(rb'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\(?:n|[0-7]{3}))*"', re.S)

    @classmethod
    def skeleton(cls, program):
        """Trigraphs and lines that go on are read before all else; where lines end says nothing."""
        if b'??' in program or re.search(rb'\\\s', program):
            raise AssertionError('a trigraph, or a line that goes on')
        return b' '.join(cls.TOKEN.sub(lambda token: b'""' if token[0].startswith(b'"') else b'', program).split())

    @classmethod
    def quoted(cls, program):
        literals = [token[1:-1] for token in cls.TOKEN.findall(program) if token.startswith(b'"')]
        return [os.fsdecode(re.sub(rb'\\([0-7]{3})', lambda code: bytes([int(code[1], 8)]), literal)) for literal in literals]


LANGUAGES = {'chainer': Python, 'torch': Python, 'librensa': C}


def make_document(function=None):
    nodes = [{'name': 'x', 'type': 'Input'}, {'name': 'l1', 'type': 'Linear', 'attrs': {'out_size': 2}}]
    edges = [{'from': 'x', 'to': 'l1'}]
    if function:
        nodes.append({'name': 'f', 'type': function, 'attrs': {}})
        edges.append({'from': 'l1', 'to': 'f'})
    nodes.append({'name': 'out', 'type': 'Linear', 'attrs': {'out_size': 2}})
    edges.append({'from': nodes[-2]['name'], 'to': 'out'})
    return {'format': 1, 'name': 'plain', 'description': 'plain', 'data': {'dataset': 'moons'},
            'model': {'nodes': nodes, 'edges': edges}, 'loss': {'type': 'softmax_cross_entropy'},
            'optimizer': {'type': 'SGD'}, 'extensions': [{'type': 'LogReport', 'name': 'plain', 'attrs': {}}]}


def list_components(rensa, kind):
    text = subprocess.run([rensa, 'list', kind, '--json'], check=True, capture_output=True, text=True).stdout
    return json.loads(text)[kind]


def find_places(rensa):
    """(name, document, path to the text, a harmless text), for every place."""
    yield 'name', make_document(), ['name'], 'plain'
    yield 'description', make_document(), ['description'], 'plain'
    yield 'extension-name', make_document(), ['extensions', 0, 'name'], 'plain'
    yield 'node-name', make_document(), ['model', 'nodes', 1, 'name'], 'l1'
    yield 'node-type', make_document(), ['model', 'nodes', 1, 'type'], 'Linear'
    for extension in list_components(rensa, 'extensions'):
        for attr in extension['attrs']:
            if attr['type'] in TEXTS:
                document = make_document()
                document['extensions'].append({'type': extension['name'], 'attrs': {'y_keys': 'main/loss'}
                                               if extension['name'] == 'PlotReport' else {}})
                yield (f'{extension["name"]}/{attr["name"]}', document, ['extensions', 1, 'attrs', attr['name']],
                       HARMLESS.get(attr['name'], attr['default'] or 'plain'))
    for function in list_components(rensa, 'functions'):
        for attr in function['attrs']:
            if attr['type'] in TEXTS:
                document = make_document(function['name'])
                attrs = document['model']['nodes'][2]['attrs']
                attrs.update({name: HARMLESS[name] for name in ('formula',) if function['name'] == 'elementwise'})
                attrs.update({'mode': 'constant'} if function['name'] == 'pad' else {})
                attrs.update({'pad_width': 1} if attr['name'] == 'constant_values' else {})
                attrs.update({'axis': 1} if function['name'] in ('repeat', 'split_axis') else {})
                yield (f'{function["name"]}/{attr["name"]}', document, ['model', 'nodes', 2, 'attrs', attr['name']],
                       HARMLESS.get(attr['name'], attr['default']))


class Exporter:
    def __init__(self, rensa, target, folder):
        self.rensa = rensa
        self.target = target
        self.language = LANGUAGES[target]
        self.folder = pathlib.Path(folder)

    def export(self, document, stem='program', *options):
        """The program; None where the document is refused."""
        program = stem + self.language.ENDING
        (self.folder / 'a.rensa').write_text(json.dumps(document))
        result = subprocess.run([self.rensa, 'export', 'a.rensa', '--to', self.target, '--force', '--out', program, *options],
                                cwd=self.folder, capture_output=True)
        if result.returncode not in (0, 1):
            raise AssertionError(f'exit status {result.returncode}')
        return (self.folder / program).read_bytes() if result.returncode == 0 else None

    def put(self, document, path, text):
        changed = copy.deepcopy(document)
        place = changed
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = text
        return self.export(changed)


def check_place(exporter, document, path, harmless):
    plain = exporter.put(document, path, harmless)
    skeleton = exporter.language.skeleton
    wanted = skeleton(plain) if plain is not None else None
    taken = 0
    if plain is None:
        return 'SKIP no such node can be made'
    for text in HOSTILE:
        program = exporter.put(document, path, text)
        if program is not None and skeleton(program) != wanted:
            raise AssertionError(f'{text!r} is not quoted')
        taken += program is not None
    return f'{taken} of {len(HOSTILE)} are quoted, the others refused'


def check_files(exporter, rensa):
    """Names of files stand in the program, too, those that are no text as well."""
    skeleton, quoted = exporter.language.skeleton, exporter.language.quoted
    subprocess.run([rensa, 'train', 'a.rensa', '-q', '--set', 'stop.period=1', '--out', 'o'], cwd=exporter.folder,
                   check=True, capture_output=True)
    wanted = skeleton(exporter.export(make_document(), 'program', '--weights', 'o/model.npz'))
    for name in ["');import os#", '"""', "'''\n", '\\', '\u202e', os.fsdecode(b'\xfcber')]:
        shutil.copyfile(exporter.folder / 'o/model.npz', exporter.folder / f'{name}.npz')
        if not exporter.language.IS_NAMED and exporter.export(make_document(), name) is not None:
            raise AssertionError(f'{name!r} stands in a Makefile')
        stem = name if exporter.language.IS_NAMED else 'program'
        program = exporter.export(make_document(), stem, '--weights', f'{name}.npz')
        if program is None or skeleton(program) != wanted:
            raise AssertionError(f'{name!r} is not quoted')
        if f'{name}.npz' not in quoted(program) or (exporter.language.IS_NAMED and f'{name}_data.npz' not in quoted(program)):
            raise AssertionError(f'{name!r} is another name in the program')


def main():
    rensa = str(pathlib.Path(sys.argv[1]).resolve())
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        exporter = Exporter(rensa, sys.argv[2], folder)
        for name, document, path, harmless in find_places(rensa):
            try:
                lines.append(f'ok - {name} # {check_place(exporter, document, path, harmless)}')
            except (AssertionError, SyntaxError, ValueError) as error:
                lines.append(f'not ok - {name}: {error}')
        try:
            exporter.export(make_document())
            check_files(exporter, rensa)
            lines.append('ok - files')
        except (AssertionError, SyntaxError, ValueError) as error:
            lines.append(f'not ok - files: {error}')
    print(f'1..{len(lines)}')
    print('\n'.join(lines))
    return any(line.startswith('not') for line in lines)


if __name__ == '__main__':
    sys.exit(main())
