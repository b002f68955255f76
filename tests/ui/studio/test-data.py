#!/usr/bin/env python3
"""Usage: test-data.py STUDIO

Other data for a model, data that cannot be used, and an example of one's own for the trained model.

SPDX-License-Identifier: MIT
"""

import driver
from driver import Studio, check, containing, ending, matching, starting, wait_for
from steps import (choose_source, open_file, set_attribute, show_page, start_training, stop_after, wait_for_description, wait_for_end,
                   write_example)


def wait_for_input(studio, canvas, shape):
    wait_for_description(studio.find('list item', 'x: Input', canvas), f'output {shape}')


def test_other_data(program, folder):
    """The model takes what the new data give, and undo brings back the old ones."""
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp')])
    canvas = studio.find('group', 'Model canvas', open_file(studio))
    wait_for_input(studio, canvas, '784')
    page = show_page(studio, 'data')
    choose_source(studio, page, 'Moons')
    studio.find('label', containing('1,000 for training · 200 for validation'), page)
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
    choose_source(studio, page, 'CSV File')
    studio.press(studio.find('button', 'Settings', page))
    set_attribute(studio, page, 'path', str(table))
    studio.find('label', containing('bad.csv, line 4: the row has 2 fields'), page)

    table.write_text('a,b,label\n1,2,x\n3,4,y\n5,6,y\n', encoding='utf-8')
    studio.press(studio.find('button', 'Try Again', page))
    studio.find('label', containing('2 for training · 1 for validation'), page)
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
    studio.find('label', ending('certain'), dialog)
    studio.key('Escape')
    studio.wait_until_closed('Try It')
    studio.close()


def write_ppm(path, colour):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b'P6 1 1 255\n' + bytes(colour))


def test_image_folder(program, folder):
    """From a folder of pictures, one of them spoiled, to the class of a picture that the model has never seen."""
    for i in range(40):
        write_ppm(folder / 'colours' / 'red' / f'{i}.ppm', (255 - i, i, 20))
        write_ppm(folder / 'colours' / 'blue' / f'{i}.ppm', (20, i, 255 - i))
    (folder / 'colours' / 'red' / 'spoiled.jpg').write_text('no picture', encoding='utf-8')
    write_ppm(folder / 'own.ppm', (30, 60, 200))
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp', stop=stop_after(60))])
    canvas = studio.find('group', 'Model canvas', open_file(studio))
    page = show_page(studio, 'data')
    choose_source(studio, page, 'Image Folder')
    studio.find('button', 'Choose Folder…', page)
    studio.press(studio.find('button', 'Settings', page))
    set_attribute(studio, page, 'width', '4')
    set_attribute(studio, page, 'height', '4')
    set_attribute(studio, page, 'path', str(folder / 'colours'))
    studio.find('label', containing('spoiled.jpg” is not a readable image'), page)
    studio.press(studio.find('button', 'Skip Unreadable Files', page))
    studio.find('label', containing('56 for training · 24 for validation'), page)
    studio.press(studio.find('button', 'Set batch_size to 4', page))
    show_page(studio, 'model')
    wait_for_input(studio, canvas, '3×4×4')
    studio.press(studio.find('button', 'Set out_size of l3 to 2'))
    wait_for_description(canvas, 'no problems')

    page = start_training(studio)
    wait_for_end(studio, page)
    studio.press(studio.find('button', 'Try It', page))
    dialog = studio.window('Try It')
    studio.press(studio.find('button', 'Open Image…', dialog))
    studio.window('Open Image')
    studio.type(str(folder / 'own.ppm'))
    studio.key('Return')
    studio.wait_until_closed('Open Image')
    studio.find('label', 'own.ppm', dialog)
    share = studio.find('meter', 'blue', dialog)
    wait_for('the answer', lambda: share.get_value() > 0.9)
    studio.key('Escape')
    studio.wait_until_closed('Try It')
    studio.close()


def test_text(program, folder):
    """A text is shown token by token."""
    (folder / 'verse.txt').write_bytes('Es war, als h\u00e4tt der Himmel\nDie Erde still gek\u00fc\u00dft,\n'.encode() * 60)
    studio = Studio(program, folder, [write_example(folder, 'strokes-mlp')])
    open_file(studio)
    page = show_page(studio, 'data')
    choose_source(studio, page, 'Text')
    studio.press(studio.find('button', 'Settings', page))
    set_attribute(studio, page, 'path', str(folder / 'verse.txt'))
    studio.find('label', containing('32 tokens of text'), page)
    studio.find('label', starting('Es war, als h\u00e4tt der Himmel\u21b5'), page)
    studio.close()


def test_parts(program, folder):
    """Of a cross-validation, each part has a run, and the mean stays with the last; a class that a split leaves out is told."""
    rows = [f'{i * 5 % 13},{i % 7},{"odd" if i % 2 else "even"}' for i in range(40)]
    (folder / 'table.csv').write_text('\n'.join(['a,b,t', *rows, '1,2,rare', '2,1,rare', '']), encoding='utf-8')
    table = {'dataset': f"csv(path='{folder}/table.csv')", 'iterator': 'SerialIterator(batch_size=5)'}
    plain = {**table, 'split': {'shuffle': False, 'parts': 3}}
    studio = Studio(program, folder, [write_example(folder, 'moons', data=plain, stop=stop_after(2))])
    open_file(studio)
    page = show_page(studio, 'data')
    missing = 'There are no examples of “rare” among the 14 validation examples.'
    studio.find('label', missing, page)
    studio.press(studio.find('button', 'Stratified Split', page))
    wait_for('each class to be split', lambda: not studio.exists('button', 'Stratified Split', page))
    studio.press(studio.find('button', 'Set out_size of l3 to 3', page))
    wait_for('the output to be changed', lambda: not studio.exists('button', 'Set out_size of l3 to 3', page))

    start_training(studio)
    runs = show_page(studio, 'runs')
    for part in (1, 2, 3):
        studio.find('row', f'Moons, fold {part} of 3, Finished', runs)
    studio.find('label', starting('Mean of 3 folds: validation/main/accuracy '))
    studio.close()


def test_repeated_rows(program, folder):
    """Rows that are in both sets are kept together by a click; the model is then judged by rows that it has not seen."""
    numbers = [(i * 7 % 40, i * 3 % 11) for i in range(40)]
    rows = [f'{a},{b},{"low" if a < 20 else "high"}' for a, b in numbers] * 3
    (folder / 'rows.csv').write_text('\n'.join(['a,b,t', *rows, '']), encoding='utf-8')
    studio = Studio(program, folder, [folder / 'rows.csv'])
    page = show_page(studio, 'data')
    studio.find('label', containing('validation examples are also in the training set'), page)
    studio.press(studio.find('button', 'Keep Equal Examples Together', page))
    wait_for('the rows to be together', lambda: not studio.exists('button', 'Keep Equal Examples Together', page))
    studio.find('label', starting('84 for training · 36 for validation'), page)
    page = start_training(studio)
    wait_for_end(studio, page)
    studio.find('label', matching(r'3\d of 36 right'), page)
    studio.picture('data-repeated-rows')
    studio.close()


TESTS = [test_parts, test_repeated_rows, test_other_data, test_bad_row, test_image_folder, test_text, test_try_it]

if __name__ == '__main__':
    driver.main(TESTS)
