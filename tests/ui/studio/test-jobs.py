#!/usr/bin/env python3
"""Usage: test-jobs.py STUDIO

What a class comes with: grades, flowers, pictures and prices of its own. Each is opened, trained as it is, and judged, with no other click. Where
RENSA_TEST_PICTURES names a folder, each verdict is a picture there.

SPDX-License-Identifier: MIT
"""

import random
import re

import driver
from driver import Studio, check, containing, matching, starting, wait_for
from steps import start_training, wait_for_end, wait_until_over

SIDE = 24
CLUSTERS = {'setosa': ((5.0, .35), (3.4, .38), (1.5, .17), (.25, .1)),
            'versicolor': ((5.9, .52), (2.8, .31), (4.3, .47), (1.3, .2)),
            'virginica': ((6.6, .64), (3.0, .32), (5.6, .55), (2.0, .27))}


def write_grades(file):
    """As a German spreadsheet writes them; names and absences are worth nothing or little."""
    draw = random.Random(4)
    lines = ['Name;Klasse;Mündlich;Schriftlich;Fehltage;Endnote']
    for i in range(120):
        oral, written, absences = draw.uniform(1, 5), draw.uniform(1, 5.5), draw.randint(0, 20)
        grade = 0.4 * oral + 0.5 * written + 0.03 * absences + draw.gauss(0, 0.15)
        numbers = [f'{value:.1f}'.replace('.', ',') for value in (oral, written, grade)]
        lines.append(f'Kind {i};{draw.choice(["9a", "9b"])};{numbers[0]};{numbers[1]};{absences};{numbers[2]}')
    file.write_bytes(('\r\n'.join(lines) + '\r\n').encode('cp1252'))


def write_flowers(file):
    draw = random.Random(5)
    lines = ['sepal_length,sepal_width,petal_length,petal_width,species']
    for name, moments in CLUSTERS.items():
        lines += [','.join(f'{max(.1, draw.gauss(*moment)):.1f}' for moment in moments) + ',' + name for _ in range(50)]
    file.write_text('\n'.join(lines) + '\n', encoding='utf-8')


def write_prices(file):
    draw = random.Random(6)
    lines = ['size,rooms,price']
    for _ in range(300):
        size, rooms = draw.uniform(30, 200), draw.randint(1, 7)
        lines.append(f'{size:.1f},{rooms},{2.5 * size + 20 * rooms + draw.gauss(0, 15):.1f}')
    file.write_text('\n'.join(lines) + '\n', encoding='utf-8')


def is_inside(shape, x, y, radius):
    if shape == 'circle':
        return x * x + y * y < radius * radius
    if shape == 'square':
        return max(abs(x), abs(y)) < radius
    return y < radius and abs(x) < (y + radius) / 2


def write_shape(file, shape, draw):
    """In some colour, of some size, not quite in the middle."""
    paper, ink = (draw.randint(200, 255),) * 3, tuple(draw.randint(0, 150) for _ in range(3))
    radius, left, top = draw.uniform(5, 9), SIDE / 2 + draw.uniform(-2, 2), SIDE / 2 + draw.uniform(-2, 2)
    points = (ink if is_inside(shape, x - left, y - top, radius) else paper for y in range(SIDE) for x in range(SIDE))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(f'P6 {SIDE} {SIDE} 255\n'.encode() + bytes(value for point in points for value in point))


def write_shapes(folder):
    """As unequal as collections are."""
    draw = random.Random(7)
    for shape, n in (('circle', 30), ('square', 20), ('triangle', 10)):
        for i in range(n):
            write_shape(folder / shape / f'{i}.ppm', shape, draw)


def get_verdict(studio, page, pattern):
    """The numbers in it."""
    return [float(number) for number in
            re.match(pattern, studio.find('label', matching(pattern), page).name).groups()]


def train(studio, name):
    """The default clicks: the data are open, and Train is pressed."""
    wait_for('a model for the data', lambda: studio.find('button', 'Train').has_state('sensitive'))
    page = start_training(studio)
    wait_for_end(studio, page)
    studio.picture(f'job-{name}')
    return page


def get_counts(studio, page):
    """How many are right, of how many, and how many would be by guessing."""
    return get_verdict(studio, page, r'(\d+) of (\d+) right.*\(guessing: (\d+)')


def get_distances(studio, page):
    """How far predictions are off, and how far the mean would be."""
    return get_verdict(studio, page, r'Off by ([\d.]+) on average.*\(guessing the mean: ([\d.]+)')


def test_grades(program, folder):
    """From the first page on, by the card for tables."""
    write_grades(folder / 'noten.csv')
    studio = Studio(program, folder)
    studio.press(studio.find('button', starting('My Table')))
    studio.window('Open Table')
    studio.type(str(folder / 'noten.csv'))
    studio.key('Return')
    studio.wait_until_closed('Open Table')
    page = train(studio, 'grades')
    off, guessed = get_distances(studio, page)
    check(f'{off} grades off', off < 0.25 and off < guessed / 2)
    studio.find('label', containing('off by', 'R²'), page)
    studio.close()


def test_flowers(program, folder):
    """Three kinds are told apart, and the run that has ended goes on."""
    write_flowers(folder / 'iris.csv')
    studio = Studio(program, folder, [folder / 'iris.csv'])
    page = train(studio, 'flowers')
    n_right, n, n_guessed = get_counts(studio, page)
    check(f'{n_right} of {n} right, {n_guessed} by guessing', n == 45 and n_guessed == 15 and n_right >= 0.88 * n)
    progress = studio.find('label', matching(r'epoch \d+ of \d+'), page)
    epochs = int(re.match(r'epoch (\d+)', progress.name)[1])
    more = studio.find('button', matching(r'\+\d+ Epochs'), page)
    n_more = int(re.search(r'\d+', more.name)[0])
    studio.press(more)
    studio.find('label', f'epoch {epochs + n_more} of {epochs + n_more}', page)
    wait_until_over(studio)
    get_counts(studio, page)
    studio.close()


def test_shapes(program, folder):
    """Sixty pictures, a sixth of them triangles; each class has a share in the validation."""
    write_shapes(folder / 'shapes')
    studio = Studio(program, folder, [folder / 'shapes'])
    page = train(studio, 'shapes')
    n_right, n, n_guessed = get_counts(studio, page)
    check(f'{n_right} of {n} right, {n_guessed} by guessing', n == 18 and n_guessed == 9 and n_right >= 0.8 * n)
    studio.close()


def test_prices(program, folder):
    write_prices(folder / 'house.csv')
    studio = Studio(program, folder, [folder / 'house.csv'])
    page = train(studio, 'prices')
    off, guessed = get_distances(studio, page)
    check(f'{off} off, {guessed} by guessing', off < 18 and off < guessed / 4)
    studio.close()


TESTS = [test_grades, test_flowers, test_shapes, test_prices]

if __name__ == '__main__':
    driver.main(TESTS)
