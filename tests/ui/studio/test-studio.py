#!/usr/bin/env python3
"""Usage: test-studio.py STUDIO

The studio as a whole: the first minute, a small window, other languages.

SPDX-License-Identifier: MIT
"""

import json
import locale
import pathlib
import re

import driver
from driver import Skip, Studio, check, wait_for
from steps import (PAGES, get_iteration, is_inside, open_file, show_page, start_training, stop_after,
                   wait_for_description, wait_for_end, write_example)

ITERATIONS = 500
SMALL = (900, 600)
# What has to be in reach in a small window.
CONTROLS = {
    'model': [('search box', 'Search palette'), ('group', 'Model canvas'), ('list item', 'x: Input'),
              ('text box', 'Name of the project'), ('button', 'Zoom to Fit')],
    'data': [('button', 'Training'), ('button', 'Validation')],
    'training': [('button', 'Step'), ('progress bar', 'Progress'), ('button', 'Try It'), ('list item', 'Adam'),
                 ('group', 'Plot of loss'), ('group', 'Plot of accuracy'), ('button', 'Choose Plots')],
    'graph': [('search box', 'Search graph'), ('group', 'Computational graph'), ('button', 'Graph Menu')],
    'runs': [('search box', 'Filter Runs'), ('button', 'Compare'), ('button', 'Export NPZ'), ('button', 'Run Menu')],
    'code': [('list item', 'Chainer Program'), ('button', 'Copy'), ('button', 'Export…')],
}


def test_three_clicks(program, folder):
    """Two clicks after the first window a network trains and its curves move."""
    studio = Studio(program, folder)
    studio.click(studio.find('list item', 'Digits, Convolutional'))
    wait_for('the project', lambda: studio.windows()[0].name != 'Rensa')
    studio.click(studio.find('button', 'Train'))
    page = studio.find('widget', 'StudioTrainingPage')
    plot = studio.find('group', 'Plot of loss', page)
    first = wait_for('a first value', lambda: get_iteration(plot))
    wait_for('the curve to move', lambda: get_iteration(plot) > first or first == ITERATIONS)
    wait_for_end(studio, page)
    wait_for('the last value', lambda: get_iteration(plot) == ITERATIONS)
    check(plot.get_description(), 'rising' not in plot.get_description().split(';')[0])
    log = studio.find('tree grid', 'Log', page)
    wait_for('an entry for each of 5 epochs', lambda: len(list(studio.find_all('row', None, log))) == 1 + 5)
    studio.close()


def test_line_numbers(program, folder):
    """A drag from the numbers of the program to below its page marks text and brings no complaint."""
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp')])
    page = show_page(studio, 'code')
    left, top, _, height = studio.get_extents(studio.find('text box', 'Source Code', page))
    studio.screen.drag((left + 10, top + 60), (left + 12, top + height + 40), (left + 300, top + height + 30))
    studio.key('Alt+1')
    studio.close()


def test_small_window(program, folder):
    """On every page, what is needed first lies inside a window of 900x600."""
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp', stop=stop_after(1))])
    open_file(studio)
    frame = studio.windows()[0]
    studio.screen.resize(frame.name, *SMALL)
    wait_for('the small size', lambda: frame.get_extents()[2] <= SMALL[0] and frame.get_extents()[3] <= SMALL[1])
    wait_for_end(studio, start_training(studio))
    for name, controls in CONTROLS.items():
        page = show_page(studio, name)
        for role, control in controls:
            node = studio.find(role, control, page)
            wait_for(f'{node} to lie inside', lambda: is_inside(node.get_extents(), frame.get_extents()), 5)
    studio.close()


def find_locale(language):
    """One in which numbers are written as there, too, if the machine has it."""
    for name in (f'{language}.UTF-8', 'C.UTF-8'):
        try:
            locale.setlocale(locale.LC_ALL, name)
            return name
        except locale.Error:
            continue
    return 'C'


def open_in(program, folder, language, file):
    if not (pathlib.Path(program).resolve().parents[2] / 'po' / language[:2]).exists():
        raise Skip(f'there is no catalog {language[:2]}')
    return Studio(program, folder, [file], {'LC_ALL': find_locale(language), 'LANGUAGE': language})


def visit_pages(program, folder, language, words):
    """From the first window through a training and all pages; @words are the names of some."""
    studio = open_in(program, folder, language, write_example(folder, 'moons'))
    wait_for('the project', lambda: studio.windows()[0].name != 'Rensa')
    tabs = [node.name for node in studio.find_all('tab')]
    check(tabs, set(words) <= set(tabs))
    studio.key('F5')
    for name in PAGES:
        show_page(studio, name)
    studio.close()


def find_unnamed(studio):
    """What can be acted on and says no more than the class of its widget, or says everything twice. Buttons inside GTK's
    own drop-downs and menu buttons have no names, those around them do."""
    roles = ('list', 'list item', 'tree grid', 'grid', 'search box', 'text box', 'switch', 'combo box', 'slider')
    for node in studio.root.walk():
        half = node.name[:len(node.name) // 2]
        if node.role in roles and (not node.name or re.match('(Gtk|Adw|Studio)[A-Z]', node.name)):
            yield f'{node.role} "{node.name}"'
        elif half and node.name == f'{half} {half}':
            yield f'{node.role} "{node.name}"'


def test_names(program, folder):
    """A screen reader has a name for everything, once."""
    studio = Studio(program, folder)
    check('the first page', list(find_unnamed(studio)) == [])
    studio.click(studio.find('list item', 'Two Moons'))
    wait_for('the project', lambda: studio.windows()[0].name != 'Rensa')
    wait_for_end(studio, start_training(studio))
    for name in CONTROLS:
        show_page(studio, name)
        unnamed = list(find_unnamed(studio))
        check(f'{name}: {", ".join(unnamed)}', not unnamed)
    studio.close()


def test_german(program, folder):
    visit_pages(program, folder, 'de_DE', ['Modell', 'Daten'])


def test_japanese(program, folder):
    visit_pages(program, folder, 'ja_JP', ['モデル', 'データ'])


def test_german_repair(program, folder):
    """The button beside a problem speaks the user's language."""
    file = write_example(folder, 'moons')
    document = json.loads(file.read_text(encoding='utf-8'))
    document['model']['nodes'][3]['attrs']['in_size'] = 123
    file.write_text(json.dumps(document), encoding='utf-8')
    studio = open_in(program, folder, 'de_DE', file)
    node = studio.find('list item', 'l2: Linear')
    studio.click(node)
    studio.press(studio.find('button', 'in_size auf 16 setzen'))
    wait_for_description(node, '16 → 16')
    studio.key('Ctrl+z')  # so that closing does not ask
    studio.close()


TESTS = [test_three_clicks, test_line_numbers, test_small_window, test_names, test_german, test_german_repair,
         test_japanese]

if __name__ == '__main__':
    driver.main(TESTS)
