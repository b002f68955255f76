#!/usr/bin/env python3
# make-function-docs.py: writes a page for each function, from its descriptor and its doc comment.
# SPDX-License-Identifier: MIT
"""Usage: make-function-docs.py [--check] RENSA SOURCE_ROOT

Writes doc/functions: a page for each function that `RENSA list functions --json` lists, a picture
of its curve if it has one, and an index. With --check nothing is written; missing, superfluous and
outdated files are reported as a TAP test.
"""

import functools
import json
import pathlib
import re
import subprocess
import sys

from doc_pages import as_markdown, check_pages, escape_outside_code, split_comment, write_pages

DESCRIPTOR = re.compile(r'^const Rensa\w+Class rensa_(\w+?)(?:_distribution)?_class = \{', re.M)
CALL = re.compile(r'/\*\*\n \* (\w+):?\n((?: \*.*\n)+?) \*/\nRENSA_API ([^{]*)\n\{')
EXTENT = 3
WIDTH, HEIGHT, MARGIN = 320, 200, 12


def read_functions(rensa):
    text = subprocess.run([rensa, 'list', 'functions', '--json'], check=True, capture_output=True, text=True).stdout
    return sorted(json.loads(text)['functions'], key=lambda function: (function['group'], function['name']))


@functools.lru_cache
def read_sources(root):
    """Returns {name of a function, or of a distribution: the text of its file}."""
    texts = [path.read_text(encoding='utf-8') for folder in ('functions', 'distributions')
             for path in (root / 'src/engine' / folder).rglob('*.c')]
    return {match[1]: text for text in texts for match in DESCRIPTOR.finditer(text)}


def find_source(root, name):
    """Returns the text of the function's file; that of a member of a distribution is the distribution's."""
    sources = read_sources(root)
    owners = [owner for owner in sources if name == owner or name.startswith(owner + '_')]
    if not owners:
        sys.exit(f'make-function-docs: there is no file of the function {name}')
    return sources[max(owners, key=len)]


def find_comment(root, name):
    """Returns the doc comment and the prototype of the public call in the function's file; None if
    there is no such call.
    """
    calls = {match[1]: match for match in CALL.finditer(find_source(root, name))}
    match = calls.get(f'rensa_{name}') or next(iter(calls.values()), None)
    if match:
        lines = [line[2:].strip() for line in match.group(2).rstrip('\n').split('\n')]
        return lines, ' '.join(match.group(3).split()).replace('* ', '*')
    return [], None


def describe_input(text):
    name = re.split(r'[?*:]', text)[0]
    kinds = []
    if '*' in text:
        kinds.append('a list of arrays')
    kinds.append('integers' if ':int' in text else 'numbers' if ':const' in text else 'floating-point numbers')
    if ':const' in text:
        kinds.append('no gradient')
    if '?' in text:
        kinds.append('may be left out')
    return name, ', '.join(kinds)


def describe_attribute(attr):
    default = 'required' if attr.get('required') else '`' + json.dumps(attr.get('default'), ensure_ascii=False) + '`'
    takes = attr['type']
    if attr.get('choices'):
        takes = ', '.join(f'`{choice}`' for choice in attr['choices'])
    bounds = [attr[key] for key in ('min', 'max') if attr.get(key) is not None]
    low, high = attr.get('min'), attr.get('max')
    if len(bounds) == 2:
        takes += f' from {low:g} to {high:g}'
    elif low is not None:
        takes += f' of at least {low:g}'
    elif high is not None:
        takes += f' of at most {high:g}'
    if attr.get('unit'):
        takes += f' ({attr["unit"]})'
    meaning = '. '.join(filter(None, (attr.get('title'), attr.get('hint'))))
    return f'| `{attr["name"]}` | {takes} | {default} | {meaning} |'


@functools.lru_cache
def read_limits(root):
    return json.loads(pathlib.Path(root, 'tests/reference/forms-limits.json').read_text())


def describe_limits(root, library, name):
    """Returns the limits of the other library that build-aux/record-forms.py found: " (limit: axes must not be negative)"."""
    reasons = [reason for where, function, _, reason in read_limits(root) if (where, function) == (library, name)]
    return f' (limit: {"; ".join(dict.fromkeys(reasons))})' if reasons else ''


def make_page(function, root):
    comment, prototype = find_comment(root, function['name'])
    parameters, paragraphs = split_comment(comment)
    out = [f'# {function["name"]}', '', f'{function["summary"]}.', '']
    if 'curve' in function:
        out += [f'![Curve of {function["name"]}]({function["name"]}.svg)', '']
    if function.get('formula'):
        out += ['```', function['formula'], '```', '']
    out += [line for paragraph in paragraphs for line in (as_markdown(paragraph), '')]
    if prototype:
        out += ['## In C', '', '```c', prototype + ';', '```', '']
        out += [f'- `{name}`: {as_markdown(text)}' for name, text in parameters] + ([''] if parameters else [])
    out += ['## Inputs', '', '| name | takes |', '| --- | --- |']
    out += ['| `{}` | {} |'.format(*describe_input(text)) for text in function['inputs']] + ['']
    if function['attrs']:
        out += ['## Attributes', '', '| name | takes | default | meaning |', '| --- | --- | --- | --- |']
        out += [describe_attribute(attr) for attr in function['attrs']] + ['']
    out += [('Its gradient can be differentiated again.' if function['twice'] else 'It can be differentiated once.')
            if function['differentiable'] else 'It has no gradient.', '']
    # The suffix after a colon tells exporters how to write the value.
    elsewhere = [(key, label, re.sub(r'\{(\w+):\w+\}', r'{\1}', function[key]))
                 for key, label in (('chainer', 'Chainer'), ('torch', 'PyTorch'), ('onnx', 'ONNX'))
                 if function.get(key)]
    if elsewhere:
        out += ['## Elsewhere', ''] + [f'- {label}: `{text}`{describe_limits(root, key, function["name"])}'
                                       for key, label, text in elsewhere] + ['']
    out += [f'[All functions](README.md), {function["group_title"]}']
    return '\n'.join(out) + '\n'


def make_curve(values):
    """Returns an SVG of the curve over [-3, 3], whose y axis has the same scale if that is readable."""
    finite = [value for value in values if value is not None]
    low, high = max(min(finite + [0]), -4), min(max(finite + [0]), 4)
    if high - low < 0.5:
        low, high = low - 0.5, high + 0.5

    def place(i, value):
        x = MARGIN + (WIDTH - 2 * MARGIN) * i / (len(values) - 1)
        y = HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (value - low) / (high - low)
        return f'{x:.1f} {y:.1f}'

    path, pen = [], 'M'
    for i, value in enumerate(values):
        if value is None or not low - 0.5 <= value <= high + 0.5:
            pen = 'M'
            continue
        path.append(pen + place(i, value))
        pen = 'L'
    zero_y, middle = place(0, 0).split()[1], WIDTH / 2
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">\n'
            f'<g fill="none" stroke="#888" stroke-width="1"><path d="M{MARGIN} {zero_y}H{WIDTH - MARGIN}"/>'
            f'<path d="M{middle:g} {MARGIN}V{HEIGHT - MARGIN}"/></g>\n'
            f'<path d="{"".join(path)}" fill="none" stroke="#3584e4" stroke-width="2" stroke-linejoin="round"/>\n'
            f'<g font-family="sans-serif" font-size="10" fill="#888"><text x="{MARGIN}" y="{HEIGHT - 2}">-{EXTENT}</text>'
            f'<text x="{WIDTH - MARGIN}" y="{HEIGHT - 2}" text-anchor="end">{EXTENT}</text>'
            f'<text x="{middle + 3:g}" y="{MARGIN - 2}">{high:.3g}</text>'
            f'<text x="{middle + 3:g}" y="{HEIGHT - 2}">{low:.3g}</text></g>\n</svg>\n')


def make_index(functions):
    out = ['# Functions', '', f'{len(functions)} functions, by group. These pages are made from the descriptors by `./dev docs`.',
           '']
    group = None
    for function in functions:
        if function['group'] != group:
            group = function['group']
            out += ['' if out[-1] else None, f'## {function["group_title"]}', '', '| function | what it does |', '| --- | --- |']
        out.append(f'| [{function["name"]}]({function["name"]}.md) | {escape_outside_code(function["summary"])} |')
    return '\n'.join(line for line in out if line is not None) + '\n'


def make_pages(rensa, root):
    functions = read_functions(rensa)
    pages = {'README.md': make_index(functions)}
    for function in functions:
        pages[function['name'] + '.md'] = make_page(function, root)
        if 'curve' in function:
            pages[function['name'] + '.svg'] = make_curve(function['curve'])
    return pages


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != '--check']
    if len(arguments) != 2:
        sys.exit(__doc__)
    root = pathlib.Path(arguments[1])
    folder = root / 'doc/functions'
    pages = make_pages(arguments[0], root)
    if '--check' in sys.argv[1:]:
        return check_pages(pages, folder, 'function-docs')
    return write_pages(pages, folder)


if __name__ == '__main__':
    sys.exit(main())
