#!/usr/bin/env python3
"""Usage: test-gan.py STUDIO

Two networks that learn against each other, made from an empty project by somebody who does what the studio suggests: built, trained, looked at,
interrupted, gone on with and taken along. Where RENSA_TEST_PICTURES names a folder, each stop is a picture there.

SPDX-License-Identifier: MIT
"""

import ast

import driver
from driver import Studio, check, starting, wait_for
from steps import (add_extension, add_sized, change_optimizer, check_log, connect, count_nodes, export_code, export_npz, follow_repair,
                   list_nodes, new_project, open_file, open_step, quick_add, remove_node, rename_model, resume_run, save_as,
                   scrub, select_node, set_stop, show_level, show_page, stop_in_the_middle, train_by_program,
                   unselect_all, wait_for_description)

try:
    import gi
    gi.require_version('GdkPixbuf', '2.0')
    from gi.repository import GdkPixbuf
except (ImportError, ValueError):
    GdkPixbuf = None

N_EPOCHS = 40
SHAPES = {'dis/l1/W': (32, 784), 'dis/l1/b': (32,), 'dis/l2/W': (1, 32), 'dis/l2/b': (1,),
          'gen/l1/W': (784, 16), 'gen/l1/b': (784,)}


def build_models(studio, canvas):
    rename_model(studio, 'predictor', 'dis')
    select_node(studio, canvas, 'x')
    add_sized(studio, canvas, 'Linear', 'out_size', '32')
    quick_add(studio, canvas, 'relu')
    add_sized(studio, canvas, 'Linear', 'out_size', '1')
    studio.press(studio.find('button', 'Add Model'))
    rename_model(studio, 'model1', 'gen')
    select_node(studio, canvas, 'x')
    add_sized(studio, canvas, 'Linear', 'out_size', '784')
    quick_add(studio, canvas, 'sigmoid')


def add_beside(studio, canvas, source, function):
    """A node other than the current one that accepts the output of the source."""
    unselect_all(studio, canvas)
    before = {name for name, _ in list_nodes(studio, canvas)}
    quick_add(studio, canvas, function)
    added = wait_for('the new node', lambda: {name for name, _ in list_nodes(studio, canvas)} - before).pop()
    connect(studio, canvas, source, added.split(':')[0])
    select_node(studio, canvas, added.split(':')[0])


def learn_from_selected(studio, canvas, name):
    studio.press(studio.find('button', 'Use as Loss'))
    wait_for_description(studio.find('list item', starting(name + ':'), canvas), 'loss; ')


def build_step(studio, canvas):
    """What dis says of the data and of what gen draws. Each node that is added calls the model that fits, and the loss that the step began with is the
    one that is there when another node takes its place."""
    show_level(studio, 'Step')
    wait_for_description(canvas, '5 nodes')
    for name in ('accuracy', 'loss', 't'):
        remove_node(studio, canvas, name)
    unselect_all(studio, canvas)
    add_sized(studio, canvas, 'noise', 'shape', '16')
    for name in ('Model', 'Model', 'softplus', 'average'):
        quick_add(studio, canvas, name)
    select_node(studio, canvas, 'y')
    for name in ('op_neg', 'softplus', 'average', 'add'):
        quick_add(studio, canvas, name)
    connect(studio, canvas, 'average1', 'add1')
    select_node(studio, canvas, 'add1')
    learn_from_selected(studio, canvas, 'add1')
    wait_for_description(canvas, 'no problems')
    add_beside(studio, canvas, 'y2', 'op_neg')
    for name in ('softplus', 'average'):
        quick_add(studio, canvas, name)
    learn_from_selected(studio, canvas, 'average3')
    check('nodes are missing', count_nodes(canvas) == 14)


def settle_who_learns(studio, canvas):
    """Both losses depend on both models; each problem has the repair that is meant."""
    unselect_all(studio, canvas)
    wait_for_description(canvas, '2 problems')
    studio.picture('gan-1-problems')
    follow_repair(studio, canvas, 'Train dis to Minimize add1 Only')
    follow_repair(studio, canvas, 'Train gen to Minimize average3 Only')
    wait_for_description(canvas, 'no problems')
    studio.picture('gan-2-step')


def set_training(studio):
    page = show_page(studio, 'training')
    change_optimizer(studio, page, 'alpha', '0.0002', of='dis')
    change_optimizer(studio, page, 'alpha', '0.003', of='gen')
    set_stop(studio, page, N_EPOCHS)
    row = add_extension(studio, page, 'GeneratedPictures')
    wait_for_description(row, 'shape (16,)')
    return page


def measure_contrast(file):
    """How much brighter the middle of all tiles is than a seventh around them: 1 for noise, while the edges of digits are black."""
    picture = GdkPixbuf.Pixbuf.new_from_file(str(file))
    side, stride, step = picture.get_width() // 8, picture.get_rowstride(), picture.get_n_channels()
    points = picture.get_pixels()
    inner, outer = [], []
    for y in range(8 * side):
        for x in range(8 * side):
            is_inner = all(side / 7 <= place % side < 6 * side / 7 for place in (x, y))
            (inner if is_inner else outer).append(points[y * stride + x * step])
    return sum(inner) / len(inner) * len(outer) / sum(outer)


def check_pictures(studio, page, folder):
    """The first and the last picture: noise and something like digits."""
    last, first = scrub(studio, page, 'End'), scrub(studio, page, 'Home')
    check(f'the pictures are of {first} to {last}', (first, last) == (0, 100 * N_EPOCHS))
    studio.picture('gan-3-first')
    files = [next(folder.glob(f'runs/runs/*/pictures_iter_{iteration}.png')) for iteration in (first, last)]
    check('the pictures are the same', files[0].read_bytes() != files[1].read_bytes())
    if GdkPixbuf is not None:
        contrasts = [measure_contrast(file) for file in files]
        check(f'contrasts of {contrasts}', contrasts[0] < 1.1 and contrasts[1] > 1.3)


def test_gan(program, folder):
    file = folder / 'gan.rensa'
    studio = Studio(program, folder)
    canvas = new_project(studio)
    open_step(studio, canvas, 5)
    build_models(studio, canvas)
    build_step(studio, canvas)
    settle_who_learns(studio, canvas)
    set_training(studio)
    save_as(studio, file)
    stop_in_the_middle(studio, 250)

    studio = Studio(program, folder, [file])
    open_file(studio)
    page = resume_run(studio)
    check_pictures(studio, page, folder)
    alone = train_by_program(program, file, folder / 'alone')
    check_log(folder, alone, N_EPOCHS)
    export_npz(studio, folder / 'gan.npz', SHAPES, alone / 'model.npz')
    ast.parse(export_code(studio, folder / 'gan-chainer'))
    studio.close()


TESTS = [test_gan]

if __name__ == '__main__':
    driver.main(TESTS)
