#!/usr/bin/env python3
"""Usage: test-names.py STUDIO

Files whose names are not UTF-8, as an old archive unpacks them.

SPDX-License-Identifier: MIT
"""

import os
import pathlib
import shutil

import driver
from driver import Studio, check, starting, wait_for
from steps import open_file, quick_add, show_page, write_example

MODEL = pathlib.Path(__file__).parents[2] / 'reference' / 'onnx' / 'conv_bn_block.opset11.onnx'


def make_foreign(path, name):
    """The file under another name; its path."""
    foreign = path.with_name(os.fsdecode(name))
    path.rename(foreign)
    return foreign


def test_project(program, folder):
    """It is shown, changed, saved, and among the recent ones of the next start."""
    file = make_foreign(write_example(folder, 'moons', name=''), b'Gr\xfc\xdfe.rensa')
    studio = Studio(program, folder, [file])
    page = open_file(studio)
    studio.window('Gr\ufffd\ufffde')
    quick_add(studio, studio.find('group', 'Model canvas', page), 'tanh')
    studio.key('Ctrl+s')
    wait_for('the change in the file', lambda: b'tanh' in file.read_bytes())
    for name in ('data', 'training', 'runs', 'code'):
        show_page(studio, name)
    studio.close()

    studio = Studio(program, folder)
    row = studio.find('list item', starting('Gr'))
    studio.click(row)
    open_file(studio)
    studio.close()


def test_recovery(program, folder):
    """Where changes belong is known although JSON cannot hold the name."""
    file = make_foreign(write_example(folder, 'moons', name=''), b'Gr\xfc\xdfe.rensa')
    studio = Studio(program, folder, [file])
    page = open_file(studio)
    quick_add(studio, studio.find('group', 'Model canvas', page), 'tanh')
    wait_for('a copy of what is not saved', lambda: any(
        'tanh' in copy.read_text(encoding='utf-8') for copy in folder.glob('state/rensa/unsaved/*.rensa')))
    studio.kill()

    studio = Studio(program, folder)
    studio.press(studio.find('button', 'Recover'))
    studio.window('● Gr\ufffd\ufffde')
    studio.key('Ctrl+s')
    wait_for('the change in the file', lambda: b'tanh' in file.read_bytes())
    studio.close()


def test_model(program, folder):
    """The name of the project that is offered is text."""
    model = folder / os.fsdecode(b'm\xfc.onnx')
    shutil.copy(MODEL, model)
    studio = Studio(program, folder, [model])
    studio.window('Import Model')
    wait_for('the dialog to take keys', lambda: studio.has_keyboard('Import Model'))
    studio.key('Return')
    dialog = studio.window('Save Imported Project')
    check('another name', studio.find('text box', 'Name:', dialog).get_text() == 'm\ufffd.rensa')
    studio.key('Escape')
    studio.wait_until_closed('Save Imported Project')
    studio.close()


TESTS = [test_project, test_recovery, test_model]

if __name__ == '__main__':
    driver.main(TESTS)
