#!/usr/bin/env python3
"""Usage: test-data.py STUDIO

Other data for a model, data that cannot be used, and an example of one's own for the trained model.

SPDX-License-Identifier: MIT
"""

import driver
from driver import Studio, check, wait_for
from steps import (choose_source, open_file, set_attribute, show_page, start_training, stop_after, wait_for_description, wait_for_end,
                   write_example)


def wait_for_input(studio, canvas, shape):
    wait_for_description(studio.find('list item', 'x: Input', canvas), f'gives {shape}')


def test_other_data(program, folder):
    """The model takes what the new data give, and undo brings back the old ones."""
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp')])
    canvas = studio.find('group', 'Model canvas', open_file(studio))
    wait_for_input(studio, canvas, '784')
    page = show_page(studio, 'data')
    choose_source(studio, page, 'Moons')
    studio.find('label', lambda text: '1,000 for training · 200 for validation' in text, page)
    show_page(studio, 'model')
    wait_for_input(studio, canvas, '2')
    wait_for_description(canvas, 'no problems')
    studio.key('Ctrl+z')
    wait_for_input(studio, canvas, '784')
    studio.close()


def test_bad_row(program, folder):
    """The sentence names file and row; the repaired file is read on demand."""
    table = folder / 'bad.csv'
    table.write_text('a,b,label\n1,2,x\n3,4,y\n5,y\n', encoding='utf-8')
    studio = Studio(program, folder, [write_example(folder, 'moons')])
    open_file(studio)
    page = show_page(studio, 'data')
    choose_source(studio, page, 'CSV file')
    studio.press(studio.find('button', 'Settings', page))
    set_attribute(studio, page, 'path', str(table))
    studio.find('label', lambda text: 'bad.csv, line 4: the row has 2 fields' in text, page)

    table.write_text('a,b,label\n1,2,x\n3,4,y\n5,6,y\n', encoding='utf-8')
    studio.press(studio.find('button', 'Read Again', page))
    studio.find('label', lambda text: '2 for training · 1 for validation' in text, page)
    studio.close()


def test_try_it(program, folder):
    """A line from top to bottom is a one."""
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp', stop=stop_after(5))])
    open_file(studio)
    page = start_training(studio)
    wait_for_end(studio, page)
    studio.press(studio.find('button', 'Try It', page))
    dialog = studio.window('Try It')
    share = studio.find('meter', '1', dialog)
    check('an answer before a question', share.get_value() == 0)
    x, y = studio.get_centre(studio.find('image', 'Drawing', dialog))
    studio.screen.drag((x + 10, y - 90), (x, y + 90))
    wait_for('the answer', lambda: share.get_value() > 0.5)
    studio.find('label', lambda text: text.endswith('certain'), dialog)
    studio.key('Escape')
    studio.wait_until_closed('Try It')
    studio.close()


TESTS = [test_other_data, test_bad_row, test_try_it]

if __name__ == '__main__':
    driver.main(TESTS)
