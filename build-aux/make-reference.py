#!/usr/bin/env python3
# make-reference.py: writes pages for the public headers.
# SPDX-License-Identifier: MIT
"""Usage: make-reference.py [--check] SOURCE_ROOT BUILD_ROOT

Writes doc/reference: a page for each header that rensa.h includes, with its declarations and their
comments in order, and an index of all names. With --check nothing is written; missing, superfluous
and outdated files are reported as a TAP test.
"""

import importlib
import pathlib
import re
import sys

from doc_pages import as_markdown, check_pages, escape_outside_code, split_comment, write_pages

public_headers = importlib.import_module('public-headers')

COMMENT = re.compile(r'/\*.*?\*/', re.S)
MACRO = re.compile(r'#define (\w+).*?(?<!\\)\n', re.S)
# Parts for the preprocessor and GLib that users never call.
NOISE = re.compile(r'#.*?(?<!\\)\n|G_(?:BEGIN|END)_DECLS\n|G_DE(?:FINE|CLARE)_\w+ \(.*?\);?\n|RENSA_[A-Z_]+ \(.*?\)\n', re.S)
FUNCTION = re.compile(r'(\w+) \([^*]')
NAMED = re.compile(r'(?:} |\bstruct \w+ \*?|extern .*?)(\w+)(?:\[.*?\])?;$|\(\*(\w+)\) \(|^enum {0,1}(\w*)', re.S)
# Headers whose members have their own pages elsewhere.
ELSEWHERE = {'rensa-functions.h': '../functions/README.md'}


def find_end(text, start):
    """Returns the end of the declaration that begins at @start: after its semicolon, or after the
    body of an inline function.
    """
    depth = 0
    for match in re.compile(r'/\*.*?\*/|"(?:\\.|[^"])*"|[{};]', re.S).finditer(text, start):
        if match[0] == '{':
            depth += 1
        elif match[0] == '}':
            depth -= 1
            if depth == 0 and text[start:].startswith(('static inline', 'G_GNUC')):
                return match.end()
        elif match[0] == ';' and depth == 0:
            return match.end()
    sys.exit(f'make-reference: what begins with {text[start:start + 60]!r} has no end')


def read_items(text):
    """Returns (comment, declarations) in order; a comment without declarations is a separate item."""
    items, position = [], COMMENT.match(text).end()
    is_apart = True
    while position < len(text):
        if text[position].isspace():
            gap = re.compile(r'\s+').match(text, position)
            is_apart = is_apart or gap[0].count('\n') > 1
            position = gap.end()
            continue
        if match := COMMENT.match(text, position):
            items.append((match[0], []))
            is_apart, position = False, match.end()
            continue
        match = MACRO.match(text, position)
        if match and not re.fullmatch(r'#define RENSA_API\s*\n|#define _.*\n', match[0]):
            declaration, position = match[0].rstrip(), match.end()
        elif noise := NOISE.match(text, position):
            position = noise.end()
            continue
        else:
            end = find_end(text, position)
            declaration, position = text[position:end], end
            if declaration.startswith('static inline'):
                declaration = declaration[:declaration.index('\n{')].replace('static inline ', '').replace('static inline\n', '') + ';'
        if is_apart or not items:
            items.append(('', []))
        items[-1][1].append(declaration)
        is_apart = False
    return items


def find_names(declaration):
    """Returns the name that it declares."""
    if declaration.startswith('#define'):
        return [declaration.split()[1].split('(')[0]]
    plain = COMMENT.sub('', declaration)
    is_type = plain.startswith('typedef') or '{' in plain or '(' not in plain
    if is_type or plain.startswith('extern'):
        match = NAMED.search(plain)
        return [name for name in (match[1] or match[2] or match[3],) if name] if match else []
    match = FUNCTION.search(plain + ' ')
    return [match[1]] if match else []


def write_comment(comment):
    lines = [re.sub(r'^ \*? ?', '', line) for line in comment[2:-2].lstrip('*').strip('\n').split('\n')]
    if re.fullmatch(r'\w+:?', lines[0].strip()):
        lines = lines[1:]
    parameters, paragraphs = split_comment([line.strip() for line in lines])
    out = []
    if parameters:
        out += [f'- `{name}`: {as_markdown(text)}' for name, text in parameters] + ['']
    return out + [line for paragraph in paragraphs for line in (as_markdown(paragraph), '')]


def make_page(path, items):
    title = ' '.join(COMMENT.match(path.read_text(encoding='utf-8'))[0][2:-2].split('\n', maxsplit=1)[0].split())
    about = escape_outside_code(title.partition(': ')[2])
    out = [f'# {path.name}', '', about[0].upper() + about[1:], '']
    for comment, declarations in items:
        if comment:
            out += write_comment(comment)
        if declarations:
            out += ['```c', *declarations, '```', '']
    return '\n'.join(out + ['[All headers](README.md)']) + '\n'


def make_index(pages):
    """@pages: (file name, title, names)"""
    out = ['# The interface in C', '', 'What `<rensa.h>` declares, by header. These pages are made from the comments of the headers by `./dev docs`; how to begin stands in',
           '[library.md](../library.md).', '', '| header | what it is about |', '| --- | --- |']
    out += [f'| [{name}]({link}) | {title} |' for name, link, title, _ in pages]
    names = sorted((declared, link) for _, link, _, all_names in pages for declared in all_names)
    out += ['', '## All names', '']
    out += [f'- [{declared}]({link})' for declared, link in dict.fromkeys(names)]
    return '\n'.join(out) + '\n'


def make_pages(root, build):
    pages, index = {}, []
    for path in public_headers.find_public(public_headers.find_headers(root, build)):
        text = path.read_text(encoding='utf-8')
        title = escape_outside_code(' '.join(COMMENT.match(text)[0][2:-2].split('\n', maxsplit=1)[0].split()).partition(': ')[2])
        items = read_items(text)
        if path.name in ELSEWHERE:
            index.append((path.name, ELSEWHERE[path.name], title, []))
        elif any(declarations for _, declarations in items):
            pages[path.stem + '.md'] = make_page(path, items)
            index.append((path.name, path.stem + '.md', title,
                          [name for _, declarations in items for text in declarations for name in find_names(text)]))
    pages['README.md'] = make_index(sorted(index))
    return pages


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != '--check']
    if len(arguments) != 2:
        sys.exit(__doc__)
    pages = make_pages(*arguments)
    folder = pathlib.Path(arguments[0], 'doc/reference')
    if '--check' in sys.argv[1:]:
        return check_pages(pages, folder, 'reference')
    return write_pages(pages, folder)


if __name__ == '__main__':
    sys.exit(main())
