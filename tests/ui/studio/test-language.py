#!/usr/bin/env python3
"""Usage: test-language.py STUDIO

A language model of a text of one's own, made from an empty project by somebody who does what the studio suggests: it reads on from batch to batch, is
interrupted, gone on with, asked to go on with a beginning, and taken along. Where RENSA_TEST_PICTURES names a folder, each stop is a picture there.

SPDX-License-Identifier: MIT
"""

import ast
import random

import driver
from driver import Studio, check, starting, wait_for
from steps import (add_extension, add_sized, change_optimizer, check_log, choose_component, choose_source, export_code,
                   export_npz, follow_repair, new_project, open_file, open_listed_file, open_step, quick_add, rename_node,
                   resume_run, save_as, scroll_to, scrub, select_node, set_attribute, set_stop, show_page,
                   stop_in_the_middle, train_by_program, unselect_all, wait_for_description, wait_until_possible)

N_EPOCHS = 40
WHO, DOES = ['the cat', 'the dog', 'a bird', 'my friend'], ['sees', 'likes', 'hears']
WORDS = set(' '.join([*WHO, *DOES, '.']).split())
SHAPES = {'embed1/W': (21, 10), 'lstm1/upward/W': (128, 10), 'lstm1/upward/b': (128,), 'lstm1/lateral/W': (128, 32),
          'l1/W': (21, 32), 'l1/b': (21,)}


def write_story(file):
    draw = random.Random(1)
    sentences = [f'{draw.choice(WHO)} {draw.choice(DOES)} {draw.choice(WHO)} .\n' for _ in range(900)]
    file.write_text(''.join(sentences), encoding='utf-8')


def choose_text(studio, file):
    """Letter by letter, and read on from batch to batch."""
    page = show_page(studio, 'data')
    choose_source(studio, page, 'Text')
    studio.press(studio.find('button', 'Choose File…', page))
    open_listed_file(studio, 'Text', file)
    studio.find('label', 'story.txt', page)
    studio.press(studio.find('button', 'Settings', page))
    set_attribute(studio, page, 'length', 'None')
    row = studio.find('list item', 'SerialIterator', page)
    scroll_to(studio, row, page)
    studio.click(row)
    choose_component(studio, 'Iterator', 'sequential', batch_size='32')
    studio.find('list item', 'ParallelSequentialIterator', page)
    studio.picture('language-1-data')


def build_model(studio, canvas):
    show_page(studio, 'model')
    quick_add(studio, canvas, 'EmbedID')
    add_sized(studio, canvas, 'LSTM', 'out_size', '32')
    quick_add(studio, canvas, 'Linear')
    unselect_all(studio, canvas)
    # The last layer has as many outputs as there are letters by itself.
    wait_for_description(canvas, '1 problem')
    studio.picture('language-2-problem')
    follow_repair(studio, canvas, 'Set in_size to 21')
    wait_for_description(canvas, 'no problems')
    wait_for_description(studio.find('list item', 'lstm1: LSTM', canvas), 'resets it for each batch')


def report_perplexity(studio, canvas):
    open_step(studio, canvas, 5)
    select_node(studio, canvas, 'loss')
    quick_add(studio, canvas, 'exp')
    rename_node(studio, canvas, 'exp1', 'perplexity')
    studio.press(studio.find('button', 'Report This'))
    wait_for_description(canvas, 'no problems')


def set_training(studio):
    page = show_page(studio, 'training')
    change_optimizer(studio, page, 'alpha', '0.01', of='predictor')
    studio.click(studio.find('list item', None, studio.find('list', 'Updater', page)))
    choose_component(studio, 'Updater', 'bptt', bprop_len='20')
    set_stop(studio, page, N_EPOCHS)
    add_extension(studio, page, 'GeneratedText')


def measure_words(file):
    words = file.read_text(encoding='utf-8').split()
    return sum(word in WORDS for word in words) / len(words)


def check_texts(studio, page, folder):
    last, first = scrub(studio, page, 'End'), scrub(studio, page, 'Home')
    shares = [measure_words(next(folder.glob(f'runs/runs/*/text_iter_{iteration}.txt'))) for iteration in (first, last)]
    check(f'words of the story are {shares} of what was written', shares[0] < 0.8 and shares[1] > 0.95)
    studio.find('label', starting(f'Iteration {first}'), page)
    studio.picture('language-3-first')


def go_on_with(studio, page, beginning):
    """What the model writes behind it, without chance."""
    studio.press(wait_until_possible(studio, page, 'Try It'))
    dialog = studio.window('Try It')
    made = studio.find('text box', 'Generated Text', dialog)
    set_attribute(studio, dialog, 'temperature', '0')
    set_attribute(studio, dialog, 'prompt', beginning)
    wait_for(f'a text behind “{beginning}”', lambda: (made.get_text() or '').startswith(beginning))
    text = made.get_text()
    studio.picture('language-4-try')
    studio.key('Escape')
    studio.wait_until_closed('Try It')
    return text


def test_language_model(program, folder):
    file = folder / 'story.rensa'
    write_story(folder / 'story.txt')
    studio = Studio(program, folder)
    canvas = new_project(studio)
    choose_text(studio, folder / 'story.txt')
    build_model(studio, canvas)
    report_perplexity(studio, canvas)
    set_training(studio)
    save_as(studio, file)
    stop_in_the_middle(studio, 250)

    studio = Studio(program, folder, [file])
    open_file(studio)
    page = resume_run(studio)
    check_texts(studio, page, folder)
    alone = train_by_program(program, file, folder / 'alone')
    entries = check_log(folder, alone, N_EPOCHS)
    check('the perplexity is that of chance', entries[-1]['main/perplexity'] < 2 < entries[0]['main/perplexity'])
    text = go_on_with(studio, page, 'my friend ')
    check(text, len(text) > 100 and WORDS >= set(text.split()[3:-1]))
    export_npz(studio, folder / 'story.npz', {'predictor/' + name: shape for name, shape in SHAPES.items()},
               alone / 'model.npz')
    ast.parse(export_code(studio, folder / 'story-chainer'))
    studio.close()


TESTS = [test_language_model]

if __name__ == '__main__':
    driver.main(TESTS)
