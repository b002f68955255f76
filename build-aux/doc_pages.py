# doc_pages.py: Markdown pages that are generated from doc comments and kept in the repository.
# SPDX-License-Identifier: MIT

import re


def as_markdown(text):
    return escape_outside_code(re.sub(r'[@%](\w+)|\b((?:RENSA_|rensa_)\w+(?: \(\))?)', lambda match: f'`{match[1] or match[2]}`', text))


def escape_outside_code(text):
    parts = text.split('`')
    parts[::2] = [part.replace('*', r'\*').replace('_', r'\_').replace('|', r'\|').replace('<', r'\<') for part in parts[::2]]
    return '`'.join(parts)


def split_comment(lines):
    """Splits a comment into parameters, as (name, text), and paragraphs."""
    parameters, paragraphs = [], []
    for block in '\n'.join(lines).split('\n\n'):
        if block.startswith('@'):
            for item in re.split(r'\n(?=@)', block):
                name, _, text = item[1:].partition(':')
                parameters.append((name, ' '.join(text.split())))
        elif block.strip():
            paragraphs.append(' '.join(block.split()))
    return parameters, paragraphs


def check_pages(pages, folder, test):
    """A TAP test: checks that @folder contains exactly @pages, a dictionary of texts by file name."""
    there = {path.name: path.read_text(encoding='utf-8') for path in folder.glob('*')} if folder.is_dir() else {}
    wrong = sorted(name for name in pages.keys() | there.keys() if pages.get(name) != there.get(name))
    print('1..1')
    for name in wrong:
        print(f'# {folder.parent.name}/{folder.name}/{name} is not what ./dev docs makes')
    print(f'not ok 1 /checks/{test}' if wrong else f'ok 1 /checks/{test}')
    return 1 if wrong else 0


def write_pages(pages, folder):
    """Writes the pages instead of checking them."""
    folder.mkdir(exist_ok=True)
    for path in folder.glob('*'):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding='utf-8')
    return 0
