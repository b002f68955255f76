#!/usr/bin/env python3
"""Usage: test-preprocessing.py STUDIO

What is done to the examples before the model sees them.

SPDX-License-Identifier: MIT
"""

import time

import driver
from driver import Studio, check, containing, starting, wait_for
from steps import open_file, set_attribute, show_page, start_training, stop_after, wait_for_end, write_example


def add_step(studio, page, name):
    """With the keyboard alone, from the button on."""
    studio.press(studio.find('button', 'Add Step', page))
    dialog = studio.window('Add Step')
    studio.wait_for_focus(studio.find('search box', 'Search', dialog))
    studio.type(name)
    studio.key('Return')
    studio.wait_until_closed('Add Step')


def list_steps(studio, page):
    return [row.name for row in studio.find_all('list item', None, studio.find('list', 'Preprocessing', page))]


def check_rest(studio, page):
    """The steps keep their place while the data are read again."""
    steps = studio.find('list', 'Preprocessing', page)
    place = studio.get_extents(steps)
    for _ in range(40):
        check(f'the steps moved from {place} to {steps.get_extents()}', steps.get_extents() == place)
        time.sleep(0.05)


def test_normalize(program, folder):
    """The preview shows what comes of it, the model learns from that, and a drawing goes the same way."""
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp', stop=stop_after(5))])
    open_file(studio)
    page = show_page(studio, 'data')
    studio.find('label', starting('Examples are passed to the model unchanged.'), page)
    check('nothing to compare yet', not studio.exists('button', 'Preprocessed', page))

    add_step(studio, page, 'standard deviation')
    studio.find('label', containing('Result: images of 28 × 28 pixels', 'values -'), page)
    studio.find('button', 'Preprocessed', page)
    studio.press(studio.find('button', 'Original', page))
    studio.key('Ctrl+z')
    studio.find('label', starting('Examples are passed to the model unchanged.'), page)
    studio.key('Ctrl+Shift+z')
    wait_for('the step to come back', lambda: list_steps(studio, page) == ['Normalize'])

    page = start_training(studio)
    wait_for_end(studio, page)
    studio.press(studio.find('button', 'Try It', page))
    dialog = studio.window('Try It')
    share = studio.find('meter', '1', dialog)
    x, y = studio.get_centre(studio.find('image', 'Drawing', dialog))
    studio.screen.drag((x + 10, y - 90), (x, y + 90))
    wait_for('the answer', lambda: share.get_value() > 0.5)
    studio.key('Escape')
    studio.wait_until_closed('Try It')
    studio.close()


def test_table(program, folder):
    """One button normalizes a table; it goes with the first step, and comes back with undo."""
    studio = Studio(program, folder, [write_example(folder, 'moons')])
    open_file(studio)
    page = show_page(studio, 'data')
    studio.press(studio.find('button', 'Normalize', page))
    wait_for('the step', lambda: list_steps(studio, page) == ['Normalize'])
    wait_for('the button to go', lambda: not studio.exists('button', 'Normalize', page))
    studio.key('Ctrl+z')
    studio.find('button', 'Normalize', page)
    studio.close()


def test_list(program, folder):
    """Steps are ordered, changed and removed, and one that does not fit says so."""
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp')])
    open_file(studio)
    page = show_page(studio, 'data')
    add_step(studio, page, 'RandomFlip')
    add_step(studio, page, 'CenterCrop')
    wait_for('both steps', lambda: list_steps(studio, page) == ['RandomFlip', 'CenterCrop'])
    studio.find('label', starting('Result: images of 24 × 24 pixels'), page)
    studio.press(studio.find('button', 'Move CenterCrop Up', page))
    wait_for('the other order', lambda: list_steps(studio, page) == ['CenterCrop', 'RandomFlip'])
    check_rest(studio, page)

    studio.click(studio.find('list item', 'CenterCrop', studio.find('list', 'Preprocessing', page)))
    dialog = studio.window('Transform')
    set_attribute(studio, dialog, 'height', '99')
    studio.key('Escape')
    studio.wait_until_closed('Transform')
    studio.find('label', containing('annot crop 99 × 24 pixels from 28 × 28'), page)
    studio.press(studio.find('button', 'Remove CenterCrop', page))
    wait_for('one step', lambda: list_steps(studio, page) == ['RandomFlip'])
    studio.find('label', starting('Result: images of 28 × 28 pixels'), page)
    studio.close()


TESTS = [test_normalize, test_table, test_list]

if __name__ == '__main__':
    driver.main(TESTS)
