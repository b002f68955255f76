#!/usr/bin/env python3
"""Usage: test-walks.py STUDIO

From nothing to what was wanted, as somebody goes who does what the studio suggests. Each suggestion that is pressed has
to be right, and the only one. Where RENSA_TEST_PICTURES names a folder, each stop is a picture there.

SPDX-License-Identifier: MIT
"""

import random
import re

import driver
from driver import Studio, check, containing, wait_for
from steps import (change_optimizer, choose_source, get_loss, new_project, quick_add, set_attribute, set_stop, show_page,
                   wait_for_description, wait_for_end)

# How the names of those begin that change loss or model.
SUGGESTION = re.compile(r'Add Linear|(Insert|Measure|Remove|Set|Use) ')
TOWNS = ['Aachen', 'Düsseldorf', 'Köln']


def write_rents(file):
    """As a spreadsheet in Germany saves it: semicolons, decimal commas, no UTF-8, and some years that nobody knows."""
    draw = random.Random(1)
    lines = ['Fläche;Räume;Baujahr;Ort;Miete']
    for _ in range(400):
        area, rooms, town = draw.uniform(20, 150), draw.randint(1, 6), draw.randrange(3)
        year = draw.choice([draw.randint(1950, 2020)] * 19 + [''])
        rent = 6 * area + 20 * rooms + 80 * town + draw.gauss(0, 10)
        lines.append(f'{area:.1f};{rooms};{year};{TOWNS[town]};{rent:.2f}'.replace('.', ','))
    file.write_bytes('\r\n'.join(lines + ['']).encode('cp1252'))


def choose_table(studio, file):
    page = show_page(studio, 'data')
    choose_source(studio, page, 'CSV File')
    studio.press(studio.find('button', 'Settings', page))
    set_attribute(studio, page, 'path', str(file))
    studio.press(studio.find('button', 'Settings', page))
    return page


def press_suggestion(studio, root, name):
    """It is there, and nothing that would lead elsewhere."""
    suggestion = studio.find('button', name, root)
    all_names = {button.name for button in studio.find_all('button', SUGGESTION.match, root)}
    check(f'beside “{name}” there is {all_names}', all_names == {name})
    studio.press(suggestion)


def build_model(studio, canvas):
    page = show_page(studio, 'model')
    # A fresh project has taken the loss of values by itself.
    studio.find('label', 'mean_squared_error', page)
    for name in ('Linear', 'relu', 'Linear'):
        quick_add(studio, canvas, name)
    # The last layer takes the one value of the label by itself; another size is a problem with one repair.
    wait_for_description(canvas, 'no problems')
    studio.picture('regression-3-model')
    set_attribute(studio, studio.find('widget', 'StudioInspector'), 'out_size', '10')
    wait_for_description(canvas, '1 problem')
    studio.press(studio.find('button', '1 problem'))
    studio.find('label', 'l2 outputs 10 values per example, but the label has 1 value.')
    press_suggestion(studio, studio.root, 'Set out_size of l2 to 1')
    wait_for_description(canvas, 'no problems')
    studio.key('Escape')


def see_predictions(studio, page):
    """The mean difference between what is predicted and what is so."""
    studio.press(studio.find('button', 'Try It', page))
    dialog = studio.window('Try It')
    studio.press(studio.find('button', 'Predictions', dialog))
    told = studio.find('label', containing('mean absolute error'), dialog).name
    studio.find('tree grid', 'Predictions', dialog)
    studio.find('label', 'Miete', dialog)
    studio.picture('regression-5-predictions')
    studio.key('Escape')
    studio.wait_until_closed('Try It')
    return float(re.search(r'mean absolute error ([\d.]+)', told)[1])


def test_regression(program, folder):
    table = folder / 'mieten.csv'
    write_rents(table)
    studio = Studio(program, folder)
    canvas = new_project(studio)
    page = choose_table(studio, table)
    studio.find('label', containing('column “Baujahr”: the value is missing'), page)
    studio.picture('regression-1-missing')
    studio.press(studio.find('button', 'Fill with the Mean', page))
    for told in ('separated by “;”', 'decimal comma', 'header in row 1', 'Windows-1252', 'Miete: prediction target'):
        studio.find('button', told, page)
    studio.picture('regression-2-data')
    build_model(studio, canvas)

    page = show_page(studio, 'training')
    change_optimizer(studio, page, 'alpha', '0.1')
    set_stop(studio, page, 200)
    studio.press(studio.find('button', 'Train'))
    wait_for_end(studio, page)
    studio.picture('regression-4-curve')
    plot = studio.find('group', 'Plot of loss', page)
    wait_for(lambda: f'a small loss, {plot.get_description()}', lambda: 0 < get_loss(plot) < 5000)
    # Whoever always says the mean is off by 200.
    off = see_predictions(studio, page)
    check(f'the predictions are off by {off}', off < 60)
    studio.close()


TESTS = [test_regression]

if __name__ == '__main__':
    driver.main(TESTS)
