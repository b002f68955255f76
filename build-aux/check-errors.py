#!/usr/bin/env python3
# check-errors.py: checks that every error message is translatable.
# SPDX-License-Identifier: MIT
"""Usage: check-errors.py SOURCE_ROOT [BUILD_ROOT]

The text of an error is a whole sentence that translators see: rensa_set_words () or a fault
(src/engine/base/rensa-fault.h), or in the studio a text in _(). A text that consists only of names
and directives ("%s: %s") has nothing to translate.

Every table of faults and of units ("rensa-LAYER-faults.h") is among those of
src/worker/rensa-fault-record.c, which finds their rows by name.

The bytes of a file name need not be text. In the studio, rensa_file_dup_shown_name () and
rensa_file_dup_shown_basename () convert them to text.
"""

import pathlib
import re
import sys

# Index of the argument that is the text.
MAKERS = {'g_set_error': 3, 'g_set_error_literal': 3, 'g_error_new': 2, 'g_error_new_literal': 2, 'rensa_set_words': 2,
          'rensa_refuse_value': 2}
CALL = re.compile(r'(?<!\w)(' + '|'.join(MAKERS) + r') \(')
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'|/\*.*?\*/|.', re.S)
# A mark, or a call evaluated before it, as in the condition of a choice.
INNER_CALL = re.compile(r'(?<!\w)\w+ \(')
DIRECTIVE = re.compile(r'%[-+ #0-9.*]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z%]')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')

# Calls whose result is part of a path and is not shown, or that convert it to text themselves.
NAME_CALL = re.compile(r'(?<!\w)(g_path_get_basename|g_file_get_basename|g_filename_display_\w+) \(')
# Names of which only the extension is used.
NAME_FILES = {'src/ui/data/studio-data-page-files.c'}

# Declaration of a table of faults or units.
TABLE = re.compile(r'\*const (rensa_\w+)\[\];')
RECORD = 'src/worker/rensa-fault-record.c'

# Files that create errors themselves.
ALLOWED = {'src/engine/base/rensa-fault.c'}


def split_call(text, start=0):
    """Returns the arguments of the call whose opening bracket is before @start, and the end of the call."""
    arguments = ['']
    depth = 0
    for match in TOKEN.finditer(text, start):
        token = match[0]
        depth += (token in '([{') - (token in ')]}') if len(token) == 1 else 0
        if depth < 0:
            break
        if token == ',' and depth == 0:
            arguments.append('')
        elif not token.startswith('/*'):
            arguments[-1] += token
    return arguments, match.end()


def says_something(argument):
    """Returns whether a text that is not marked contains letters."""
    while match := INNER_CALL.search(argument):
        argument = argument[:match.start()] + argument[split_call(argument, match.end())[1]:]
    return any(re.search(r'[^\W\d_]', DIRECTIVE.sub('', text)) for text in STRING.findall(argument))


def find_faults(root):
    for path in sorted((root / 'src').rglob('*.[ch]')):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding='utf-8')
        for match in CALL.finditer(text):
            arguments, _ = split_call(text, match.end())
            if name not in ALLOWED and len(arguments) > MAKERS[match[1]] and says_something(arguments[MAKERS[match[1]]]):
                yield f'{name}:{text.count(chr(10), 0, match.start()) + 1}: the text of {match[1]} () is not marked for translation'


def find_raw_names(root):
    for path in sorted((root / 'src' / 'ui').rglob('*.[ch]')):
        name = path.relative_to(root).as_posix()
        text = path.read_text(encoding='utf-8')
        for match in NAME_CALL.finditer(text) if name not in NAME_FILES else ():
            yield (f'{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[1]} () where a name is shown; '
                   'rensa_file_dup_shown_basename () makes a text of it')


def find_unread_tables(root):
    record = (root / RECORD).read_text(encoding='utf-8')
    for path in sorted((root / 'src').rglob('rensa-*-faults.h')):
        for table in TABLE.findall(path.read_text(encoding='utf-8')):
            if not re.search(rf'\b{table}\b', record):
                yield f'{RECORD} lacks {table} of {path.relative_to(root)}'


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    checks = {'texts-are-marked': list(find_faults(root)), 'file-names-are-texts': list(find_raw_names(root)),
              'fault-tables-are-read': list(find_unread_tables(root))}
    print(f'1..{len(checks)}')
    for i, (check, faults) in enumerate(checks.items(), 1):
        for fault in faults:
            print(f'# {fault}')
        print(('not ' if faults else '') + f'ok {i} /checks/errors/{check}')
    return 1 if any(checks.values()) else 0


if __name__ == '__main__':
    sys.exit(main())
