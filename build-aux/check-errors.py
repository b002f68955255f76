#!/usr/bin/env python3
# check-errors.py: does every error that the project makes speak the user's language?
# SPDX-License-Identifier: MIT
"""Usage: check-errors.py SOURCE_ROOT [BUILD_ROOT]

The text of an error is a whole sentence that translators see: rensa_set_words () or a fault (src/engine/base/rensa-fault.h), or in the
studio a text in _().  What is made of names and directives alone ("%s: %s") has nothing to translate.
"""

import pathlib
import re
import sys

# Which argument is the text.
MAKERS = {'g_set_error': 3, 'g_set_error_literal': 3, 'g_error_new': 2, 'g_error_new_literal': 2, 'rensa_set_words': 2,
          'rensa_refuse_value': 2}
CALL = re.compile(r'(?<!\w)(' + '|'.join(MAKERS) + r') \(')
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'|/\*.*?\*/|.', re.S)
# A mark, or something that is asked on the way, as in the condition of a choice.
INNER_CALL = re.compile(r'(?<!\w)\w+ \(')
DIRECTIVE = re.compile(r'%[-+ #0-9.*]*(?:hh|h|ll|l|z|j|t)?[a-zA-Z%]')
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')

# Where errors themselves are made.
ALLOWED = {'src/engine/base/rensa-fault.c'}


def split_call(text, start=0):
    """The arguments of the call whose bracket stands before @start, and where it ends."""
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
    """Whether letters stand in a text that nobody marked."""
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


def main():
    faults = list(find_faults(pathlib.Path(sys.argv[1]).resolve()))
    print('1..1')
    for fault in faults:
        print(f'# {fault}')
    print(('not ' if faults else '') + 'ok 1 /checks/errors/texts-are-marked')
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
