#!/usr/bin/env python3
"""Usage: test-devices.py STUDIO

What a project is trained on: a device that is not there, and the stand-in for a GPU.

SPDX-License-Identifier: MIT
"""

import re

import driver
from driver import Studio, check, starting, wait_for
from steps import (find_run, open_file, select_run, show_page, start_training, stop_after, wait_for_end,
                   wait_until_over, wait_until_possible, write_example)

MISSING = re.compile('Device cuda:7 is not available here, only cpu').match
FIGURES = re.compile(r'[\d.]+\s[KM]iB in use · [\d.]+\s[KM]iB peak · [\d.]+\s[KMG]iB total').fullmatch
STAND_IN = 'Stand-in on the host (mock:0)'


def find_device(studio, page, name):
    """The row that says what the project is trained on, once it has the focus."""
    row = studio.find('list item', name, studio.find('widget', 'StudioTrainingSettings', page))
    studio.wait_for_focus(row)
    return row


def follow_problem(studio):
    """From the sentence below the model to the row."""
    model = show_page(studio, 'model')
    studio.press(studio.find('button', '1 problem', model))
    studio.wait_for_focus(studio.find('list item', MISSING, studio.find('widget', 'GtkPopover', model)))
    studio.key('Return')
    return find_device(studio, studio.find('widget', 'StudioTrainingPage'), 'cuda:7')


def mend(studio):
    model = show_page(studio, 'model')
    studio.press(studio.find('button', 'Train on the CPU', model))
    studio.find('button', 'no problems', model)
    return model


def test_missing_device(program, folder):
    """Nothing is trained until the repair is taken, which can be undone."""
    studio = Studio(program, folder, [write_example(folder, 'moons', device='cuda:7', stop=stop_after(3))])
    studio.find('button', '1 problem', open_file(studio))
    page = start_training(studio)
    find_device(studio, page, 'cuda:7')
    studio.picture('device-missing')
    follow_problem(studio)

    model = mend(studio)
    studio.key('Ctrl+z')
    studio.find('button', '1 problem', model)
    mend(studio)
    wait_for_end(studio, start_training(studio))
    find_run(studio, show_page(studio, 'runs'), 'Moons, Finished')
    studio.close()


def choose_next_device(studio, page):
    """In the list that its row opens, by keys."""
    combo = studio.find('combo box', starting('Device '), page)
    studio.click(combo)
    wait_for('the list of devices', lambda: studio.exists('label', re.compile(r'Stand-in .*\(mock:1\)').fullmatch))
    studio.key('Down', 'Return')
    studio.find('list item', 'Stand-in on the host', page)


def test_stand_in(program, folder):
    """Who names it in the environment can choose it; the run tells of its memory, and history of the device."""
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp', stop=stop_after(1))], {'RENSA_MOCK': 'memory=50000000'})
    open_file(studio)
    page = show_page(studio, 'training')
    choose_next_device(studio, page)
    studio.key('F7')
    wait_until_possible(studio, page, 'Resume')
    gauge = studio.find('meter', 'Device Memory', page)
    wait_for(lambda: f'figures instead of "{gauge.get_description()}"', lambda: FIGURES(gauge.get_description()))
    check('the bar is empty', gauge.get_value() > 0)
    studio.find('label', STAND_IN, page)
    studio.picture('device-memory')

    studio.key('F8')
    wait_until_over(studio)
    check('memory is told of after the end', not studio.exists('meter', 'Device Memory', page))
    runs = show_page(studio, 'runs')
    select_run(studio, runs, 'Strokes, MLP, Stopped')
    studio.find('label', f'Trained on {STAND_IN}', runs)
    studio.picture('device-run')
    studio.close()


TESTS = [test_missing_device, test_stand_in]

if __name__ == '__main__':
    driver.main(TESTS)
