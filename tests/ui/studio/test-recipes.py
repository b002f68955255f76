#!/usr/bin/env python3
"""Usage: test-recipes.py STUDIO

New projects that begin as something: chosen by keyboard and by pointer, trained, saved where the person wants it.

SPDX-License-Identifier: MIT
"""

import json

import driver
from driver import Studio, check, wait_for
from steps import (choose_file, choose_menu_item, choose_recipe, create_project, is_inside, list_nodes, show_page,
                   start_training, wait_for_description, wait_until_over)

RECIPES = ('Empty Project', 'Classifier', 'Transfer Learning', 'Regressor', 'Autoencoder', 'Variational Autoencoder', 'GAN',
           'Language Model', 'Word Vectors', 'Encoder-Decoder', 'Siamese Network', 'Sequence Tagger (CRF)', 'Transformer Language Model')
# The parts of which each has one in every kind of word vectors, and no other one.
ARCHITECTURES = {'Skip-Gram': 'each: broadcast', 'CBoW': 'mean: average'}
OUTPUTS = {'Softmax': ': Linear', 'Hierarchical Softmax': 'BinaryHierarchicalSoftmax',
           'Negative Sampling': 'NegativeSampling'}
SMALL = (900, 600)


def get_dialog(studio):
    studio.key('Ctrl+n')
    return studio.window('New Project')


def leave(studio):
    studio.key('Escape')
    studio.wait_until_closed('New Project')


def test_cards(program, folder):
    """What is offered, empty first; Escape leaves all as it was."""
    studio = Studio(program, folder)
    dialog = get_dialog(studio)
    studio.find('list', 'Recipes', dialog)
    cards = list(studio.find_all('list item', None, dialog))
    check(cards, tuple(card.name for card in cards) == RECIPES)
    check('a card without its sentence', all(card.get_description() for card in cards))
    studio.wait_for_focus(cards[0])
    leave(studio)
    check(studio.windows(), [window.name for window in studio.windows()] == ['Rensa'])
    choose_menu_item(studio, 'New Project')
    studio.window('New Project')
    leave(studio)
    studio.close()


def test_keys(program, folder):
    """Arrows choose, Tab leads to what is offered with it and back, Enter creates."""
    studio = Studio(program, folder)
    dialog = get_dialog(studio)
    gan = choose_recipe(studio, dialog, 'GAN')
    studio.key('Tab')
    studio.wait_for_focus(studio.find('button', 'DCGAN', dialog))
    studio.key('Tab', 'space')
    wait_for('WGAN-GP to be chosen', lambda: studio.find('button', 'WGAN-GP', dialog).has_state('pressed'))
    studio.key('Shift+Tab', 'Shift+Tab')
    studio.wait_for_focus(gan)
    studio.key('Shift+Tab')
    studio.wait_for_focus(studio.find('button', 'Create', dialog))
    studio.key('Tab', 'Return')
    studio.wait_until_closed('New Project')
    canvas = studio.find('group', 'Model canvas')
    wait_for('the critic', lambda: any('critic' in name for name, _ in list_nodes(studio, canvas)))
    wait_for_description(canvas, 'no problems')
    studio.close()


def test_pointer(program, folder):
    """A double click creates; each kind of word vectors is what it is called."""
    studio = Studio(program, folder)
    studio.click(studio.find('button', 'New Project'))
    dialog = studio.window('New Project')
    studio.click(studio.find('list item', 'Regressor', dialog), count=2)
    studio.wait_until_closed('New Project')
    wait_for_description(studio.find('group', 'Model canvas'), 'no problems')
    for architecture, joint in ARCHITECTURES.items():
        for output, loss in OUTPUTS.items():
            dialog = get_dialog(studio)
            studio.click(studio.find('list item', 'Word Vectors', dialog))
            for name in (architecture, output):
                studio.click(studio.find('button', name, dialog))
                wait_for(f'{name} to be chosen', lambda: studio.find('button', name, dialog).has_state('pressed'))
            studio.click(studio.find('button', 'Create', dialog))
            studio.wait_until_closed('New Project')
            canvas = studio.find('group', 'Model canvas', studio.window('Untitled (2)'))
            wait_for_description(canvas, 'no problems')
            names = ' '.join(name for name, _ in list_nodes(studio, canvas))
            check(f'{architecture}, {output}: {names}', joint in names and loss in names)
            studio.key('Ctrl+w')
            studio.wait_until_closed('Untitled (2)')
    studio.close()


def test_each(program, folder):
    """Made from it, a project has no name and no problems, and what was open stays."""
    studio = Studio(program, folder)
    create_project(studio, RECIPES[0])
    for name in RECIPES[1:]:
        create_project(studio, name)
        window = studio.window('Untitled (2)')
        wait_for_description(studio.find('group', 'Model canvas', window), 'no problems')
        check('another window', len(studio.windows()) == 2)
        studio.key('Ctrl+w')
        studio.wait_until_closed('Untitled (2)')
    studio.close()


def test_preview(program, folder):
    """Trained as it is, an autoencoder shows what it draws."""
    studio = Studio(program, folder)
    create_project(studio, 'Variational Autoencoder')
    page = start_training(studio)
    wait_for('a picture', lambda: any('after iteration' in image.get_description()
                                      for image in studio.find_all('image', None, page)))
    studio.key('F8')
    wait_until_over(studio)
    studio.close()


def test_saved(program, folder):
    """It asks where to, and the text that it learns from is found from there."""
    studio = Studio(program, folder)
    create_project(studio, 'Language Model')
    studio.key('Ctrl+s')
    choose_file(studio, 'Save Project', folder / 'mine.rensa')
    file = wait_for('the file', lambda: next(folder.glob('mine.rensa'), None))
    document = json.loads(file.read_text(encoding='utf-8'))
    check(document, document['name'] == 'mine' and 'description' not in document)
    studio.close()

    studio = Studio(program, folder, [file])
    canvas = studio.find('group', 'Model canvas', show_page(studio, 'model'))
    wait_for_description(canvas, 'no problems')
    studio.close()


def test_small_window(program, folder):
    """The chosen card and what is offered with it are in view, also where these take its room."""
    studio = Studio(program, folder)
    frame = studio.windows()[0]
    studio.screen.resize(frame.name, *SMALL)
    wait_for('the small size', lambda: frame.get_extents()[2] <= SMALL[0] and frame.get_extents()[3] <= SMALL[1])
    dialog = get_dialog(studio)
    choose_recipe(studio, dialog, 'Variational Autoencoder')
    studio.key('Down')
    card = studio.find('list item', 'Encoder-Decoder', dialog)
    wait_for(f'{card} to be chosen', lambda: card.has_state('selected'))
    for node in (card, studio.find('button', 'With Attention', dialog), studio.find('button', 'Create', dialog)):
        wait_for(f'{node} to lie inside', lambda: is_inside(node.get_extents(), dialog.get_extents()))
    list_top, list_height = studio.find('button', 'Create', dialog).get_extents()[1::2]
    plain_top = studio.find('button', 'Plain', dialog).get_extents()[1]
    wait_for('the card between the two', lambda: card.get_extents()[1] >= list_top + list_height
             and card.get_extents()[1] + card.get_extents()[3] <= plain_top)
    leave(studio)
    studio.close()


TESTS = [test_cards, test_keys, test_pointer, test_each, test_preview, test_saved, test_small_window]

if __name__ == '__main__':
    driver.main(TESTS)
