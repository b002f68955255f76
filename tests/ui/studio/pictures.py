#!/usr/bin/env python3
"""Usage: pictures.py STUDIO FOLDER

Takes the pictures of the documentation: every page of the studio, light and dark, after a training that really ran.

SPDX-License-Identifier: MIT
"""

import pathlib
import sys
import tempfile
import time

from driver import Studio, wait_for

PAGES = ('model', 'data', 'training', 'graph', 'runs', 'code')


def settle():
    """Until a frame later than what was asked for is on the screen."""
    time.sleep(1)


def train(studio, page):
    studio.click(studio.find('push button', 'Train'))
    bar = studio.find('progress bar', 'Progress')
    wait_for('the end of training', lambda: bar.get_value_iface().get_current_value() >= 1)
    studio.key(f'Alt+{page}')


def take(program, folder, appearance, environment):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        studio = Studio(program, home, environment=environment)
        frame = studio.windows()[0]
        settle()
        studio.shot(folder / f'welcome-{appearance}.png')
        studio.click(studio.find('list item', 'Handwritten Digits', frame))
        wait_for('the project', lambda: studio.exists('push button', 'Train'))
        train(studio, 5)
        settle()
        train(studio, 1)
        for n, page in enumerate(PAGES):
            studio.key(f'Alt+{n + 1}')
            settle()
            studio.shot(folder / f'{page}-{appearance}.png')
        studio.close()


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    take(program, folder, 'light', {'ADW_DEBUG_COLOR_SCHEME': 'prefer-light'})
    take(program, folder, 'dark', {'ADW_DEBUG_COLOR_SCHEME': 'prefer-dark'})


if __name__ == '__main__':
    main()
