#!/usr/bin/env python3
"""Usage: test-import.py STUDIO

Models of other programs become projects, which train on and are exported again.

SPDX-License-Identifier: MIT
"""

import pathlib
import shutil

import driver
from driver import Studio, check, wait_for
from steps import choose_file, export_code, show_page, start_training, wait_for_end

MODELS = pathlib.Path(__file__).parents[2] / 'reference' / 'onnx'


# Of the block, in the dialog.
SHOWN = {
    'Inputs': 'float32 (3, 7, 6)',
    'Outputs': '',
    'Layers': '3 × Convolution2D',
    'Parameters': '',
    'Before Training': 'random numbers',
}


def open_model(program, folder, name):
    """A studio that was started with the file."""
    model = folder / 'net.onnx'
    shutil.copy(MODELS / name, model)
    return Studio(program, folder, [model])


def test_import(program, folder):
    """The project and its weights are where the person wants them, and what is trained on is the model of the file."""
    studio = open_model(program, folder, 'conv_bn_block.opset11.onnx')
    dialog = studio.window('Import Model')
    for title, words in SHOWN.items():
        row = studio.find('list item', title, dialog)
        check(f'{title}: {row.get_description()}', words in row.get_description())
    check('files', not list(folder.glob('*.rensa')))
    studio.picture('import')
    wait_for('the dialog to take keys', lambda: studio.has_keyboard('Import Model'))
    studio.key('Return')
    choose_file(studio, 'Save Imported Project', folder / 'mine.rensa')
    wait_for('the project', lambda: studio.windows()[0].name == 'net')
    check('no weights', (folder / 'mine.npz').exists())
    page = start_training(studio)
    wait_for_end(studio, page)
    check('no program', 'L.Convolution2D' in export_code(studio, folder / 'mine-chainer'))
    show_page(studio, 'model')
    studio.close()


def test_refusal(program, folder):
    """A sentence, and nothing else."""
    (folder / 'broken.onnx').write_bytes(b'\x08\x08garbage')
    studio = Studio(program, folder, [folder / 'broken.onnx'])
    studio.window('This Model Cannot Be Imported')
    studio.key('Escape')
    studio.wait_until_closed('This Model Cannot Be Imported')
    check('files', sorted(path.name for path in folder.glob('*.rensa')) == [])
    studio.close()


def test_cancel(program, folder):
    """Nothing is written where the person only wanted to look."""
    studio = open_model(program, folder, 'conv_bn_block.opset11.onnx')
    studio.window('Import Model')
    studio.key('Escape')
    studio.wait_until_closed('Import Model')
    check('files', [path.name for path in folder.iterdir() if path.suffix in ('.rensa', '.npz')] == [])
    studio.close()


TESTS = [test_import, test_cancel, test_refusal]

if __name__ == '__main__':
    driver.main(TESTS)
