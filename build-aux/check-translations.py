#!/usr/bin/env python3
# check-translations.py: checks that every text of the programs is in every catalog.
# SPDX-License-Identifier: MIT
"""Usage: check-translations.py [--update] SOURCE_ROOT

Extracts the texts of all sources and templates and compares them with the catalogs in po/: none may
be missing, fuzzy or malformed, and po/POTFILES must list every file that has texts. Untranslated
texts are reported as skipped, since contributors who add a text need not speak the language. With
--update, both are updated instead; new texts must then be translated.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

KEYWORDS = ['_', 'N_', 'C_:1c,2', 'NC_:1c,2', 'NN_:1,2', 'ngettext:1,2']
TEXTS = re.compile(r'(?<![A-Za-z])(N?C?_|NN_|ngettext)\s*\("|translatable="yes"')
FOLDERS = ('src', 'data/ui')


def find_files(root):
    """Returns every source and template with a text for users."""
    files = (path for folder in FOLDERS for path in sorted((root / folder).rglob('*')) if path.suffix in ('.c', '.h', '.ui'))
    return [path.relative_to(root).as_posix() for path in files if TEXTS.search(path.read_text(encoding='utf-8'))]


def run(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options)


def gather(root, files, pot):
    """Groups files by programming language, since the templates are XML."""
    common = ['--from-code=UTF-8', '--package-name=rensa', '--add-comments=Translators', '-o', pot,
              *(f'--keyword={word}' for word in KEYWORDS)]
    for suffixes in (('.c', '.h'), '.ui'):
        join = ['-j'] if pathlib.Path(pot).exists() else []
        result = run('xgettext', *common, *join, *(file for file in files if file.endswith(suffixes)), cwd=root)
        if result.returncode != 0:
            sys.exit(result.stderr)


def update(root, files, pot):
    (root / 'po' / 'POTFILES').write_text(''.join(file + '\n' for file in files), encoding='utf-8')
    for language in get_languages(root):
        po = root / 'po' / f'{language}.po'
        if po.exists():
            run('msgmerge', '--update', '--backup=none', '--no-fuzzy-matching', '--previous', '--width=110', str(po), pot)
        else:
            run('msginit', '--no-translator', f'--locale={language}', '-i', pot, '-o', str(po))
        print(po, run('msgfmt', '--statistics', '-o', '/dev/null', str(po)).stderr.strip())


def get_languages(root):
    return (root / 'po' / 'LINGUAS').read_text(encoding='utf-8').split()


def find_faults(root, files, pot):
    listed = (root / 'po' / 'POTFILES').read_text(encoding='utf-8').split()
    for file in sorted(set(files) ^ set(listed)):
        yield 'potfiles', f'{file} is {"not in" if file in files else "wrongly in"} po/POTFILES'
    for language in get_languages(root):
        po = str(root / 'po' / f'{language}.po')
        if check := run('msgfmt', '--check', '-o', '/dev/null', po).stderr:
            yield language, check
        if missing := run('msgcmp', '--use-untranslated', po, pot).stderr:
            yield language, f'po/{language}.po does not know {missing.count("used but not")} texts of the sources'


def count_untranslated(root, language):
    po = str(root / 'po' / f'{language}.po')
    return max(run('msgattrib', '--untranslated', '--no-obsolete', po).stdout.count('\nmsgid "') - 1, 0)


def main():
    is_update = '--update' in sys.argv
    root = pathlib.Path(sys.argv[-1]).resolve()
    files = find_files(root)
    with tempfile.TemporaryDirectory() as folder:
        pot = str(pathlib.Path(folder) / 'rensa.pot')
        gather(root, files, pot)
        if is_update:
            update(root, files, pot)
            return 0
        faults = list(find_faults(root, files, pot))

    languages = get_languages(root)
    print(f'1..{1 + 2 * len(languages)}')
    for n, name in enumerate(['potfiles', *languages], 1):
        own = [text for place, text in faults if place == name]
        for text in own:
            print('# ' + text.strip().replace('\n', '\n# '))
        print(('not ' if own else '') + f'ok {n} /checks/translations/{name}')
    for n, language in enumerate(languages, 2 + len(languages)):
        count = count_untranslated(root, language)
        print(f'ok {n} /checks/translations/{language}/complete' + (f' # SKIP {count} texts wait for a translation' if count else ''))
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
