#!/usr/bin/env python3
"""Usage: pictures.py STUDIO FOLDER

Takes the pictures of the documentation: every page of the studio, light and dark, after trainings that really ran.

SPDX-License-Identifier: MIT
"""

import pathlib
import sys
import tempfile
import time

from driver import Studio, wait_for
from steps import (PAGES, change_optimizer, choose_recipe, select_node, select_run, show_page, start_training,
                   wait_for_end, wait_until_possible)


class Photographer:
    """One studio, in one appearance."""

    def __init__(self, program, home, folder, appearance):
        self.studio = Studio(program, home, environment={'ADW_DEBUG_COLOR_SCHEME': f'prefer-{appearance}'})
        self.folder = folder
        self.appearance = appearance

    def take(self, name):
        """Once what was asked for is on the screen, and no tooltip is."""
        self.studio.screen.move_pointer(1279, 400)
        time.sleep(1.5)
        self.studio.screen.shot(self.folder / f'{name}-{self.appearance}.png')

    def train(self):
        """With two learning rates, so that there is something to compare."""
        studio = self.studio
        page = start_training(studio)
        wait_for_end(studio, page)
        change_optimizer(studio, page, 'alpha', '0.0003')
        start_training(studio)
        runs = show_page(studio, 'runs')
        wait_for('two runs', lambda: len(list(studio.find_all('row', 'Handwritten Digits, Finished', runs))) == 2)

    def take_welcome(self):
        self.studio.find('list item', 'Handwritten Digits')
        self.take('welcome')
        self.take_recipes()
        self.studio.click(self.studio.find('list item', 'Handwritten Digits'))
        wait_for('the project', lambda: self.studio.windows()[0].name != 'Rensa')

    def take_recipes(self):
        """With one that comes in several kinds."""
        self.studio.key('Ctrl+n')
        choose_recipe(self.studio, self.studio.window('New Project'), 'Word Vectors')
        self.take('recipes')
        self.studio.key('Escape')
        self.studio.wait_until_closed('New Project')

    def take_pages(self):
        canvas = self.studio.find('group', 'Model canvas', show_page(self.studio, 'model'))
        select_node(self.studio, canvas, 'l1')
        for name in PAGES:
            show_page(self.studio, name)
            self.take(name)

    def take_comparison(self):
        runs = show_page(self.studio, 'runs')
        select_run(self.studio, runs, 'Handwritten Digits, Finished')
        self.studio.key('Shift+Down')
        self.studio.press(wait_until_possible(self.studio, runs, 'Compare'))
        self.studio.find('label', '1 setting differs', runs)
        self.take('compare')

    def take_try(self):
        page = show_page(self.studio, 'training')
        self.studio.press(wait_until_possible(self.studio, page, 'Try It'))
        dialog = self.studio.window('Try It')
        x, y = self.studio.get_centre(self.studio.find('image', 'Drawing', dialog))
        self.studio.screen.drag((x - 60, y - 80), (x + 60, y - 80), (x - 10, y + 90))
        share = self.studio.find('meter', '7', dialog)
        wait_for('an answer', lambda: share.get_value() > 0)
        self.take('try')


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for appearance in ('light', 'dark'):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            photographer = Photographer(program, home, folder, appearance)
            photographer.take_welcome()
            photographer.train()
            photographer.take_pages()
            photographer.take_comparison()
            photographer.take_try()
            photographer.studio.key('Escape')
            photographer.studio.wait_until_closed('Try It')
            photographer.studio.close()


if __name__ == '__main__':
    main()
