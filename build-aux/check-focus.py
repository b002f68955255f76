#!/usr/bin/env python3
# check-focus.py: checks that nothing listens to the focus except the file that defers its work.
# SPDX-License-Identifier: MIT
"""Usage: check-focus.py SOURCE_ROOT BUILD_ROOT

A handler that removes the widget that had the focus from its window while the focus moves puts GTK
into an endless loop. src/ui/common/studio-focus.c defers such work, and is the only file that
may listen to the focus.
"""

import pathlib
import re
import sys

LISTENING = re.compile(r'event_controller_focus_new|EventControllerFocus|notify::(has-focus|is-focus|focus-widget)')
LISTENER = 'src/ui/common/studio-focus.c'


def main():
    root = pathlib.Path(sys.argv[1])
    folders = sorted({path.parent for folder in ('src/ui', 'data/ui') for path in (root / folder).rglob('*.[cu]*')})
    failed = False

    print(f'1..{len(folders)}')
    for n, folder in enumerate(folders):
        faults = [path for path in folder.iterdir() if path.is_file() and path.suffix in ('.c', '.ui')
                  and path.relative_to(root).as_posix() != LISTENER
                  and LISTENING.search(path.read_text(encoding='utf-8'))]
        for fault in faults:
            print(f'# {fault.relative_to(root)} listens to the focus; use studio_on_leave ()')
        print(('not ' if faults else '') + f'ok {n + 1} /checks/focus/{folder.relative_to(root)}')
        failed = failed or bool(faults)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
