#!/usr/bin/env python3
"""Usage: test-studio.py STUDIO

What a person does with the studio, from the first window on.

SPDX-License-Identifier: MIT
"""

import pathlib

import driver
from driver import Failure, Studio, wait_for


def check(what, condition):
    if not condition:
        raise Failure(what)


def get_progress(studio):
    return studio.find('progress bar', 'Progress').get_value_iface().get_current_value()


def wait_for_end(studio):
    wait_for('the end of training', lambda: get_progress(studio) >= 1, 120)


def get_description(studio, role, name):
    return studio.find(role, name).get_description()


def open_example(studio, name):
    studio.click(studio.find('list item', name))
    wait_for('the project', lambda: studio.windows()[0].get_name() != 'Rensa')


def set_epochs(studio, n):
    """In the dialog of the stop trigger, as a person would."""
    studio.key('Alt+3')
    studio.press(studio.find('list item', lambda name: name.endswith('epochs')))
    entry = studio.find('text', 'period')
    studio.click(entry)
    studio.key('Ctrl+a')
    studio.type(str(n))
    studio.key('Return')
    wait_for('the row', lambda: studio.exists('list item', f'{n} epochs'))
    studio.key('Escape')


def test_three_clicks(program, folder):
    """Two clicks after the first window a network trains and its curves move."""
    studio = Studio(program, folder)
    open_example(studio, 'Digits, Convolutional')
    studio.click(studio.find('push button', 'Train'))
    plot = studio.find('panel', 'Plot of loss')
    first = wait_for('a first value', lambda: 'iteration' in plot.get_description() and plot.get_description())
    wait_for('the curve to move', lambda: print('#', plot.get_description()) or plot.get_description() != first, 8)
    wait_for_end(studio)
    check('the loss has not fallen', 'falling' in plot.get_description() or 'steady' in plot.get_description())
    log = studio.find('tree table', 'Log')
    wait_for('an entry for each of 5 epochs', lambda: len(studio.find_all('table row', None, log)) >= 5)
    studio.close()


TESTS = [test_three_clicks]

if __name__ == '__main__':
    driver.main(TESTS)
