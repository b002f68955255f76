# texts.py: texts to sort, and texts to go on with.
# SPDX-License-Identifier: MIT

SUBJECTS = {
    'weather': 'rain snow wind cloud storm sun fog frost thunder degrees front pressure'.split(),
    'sports': 'goal match team coach league player stadium score final season referee trophy'.split(),
    'cooking': 'onion pan butter oven salt recipe minutes flour pepper garlic sauce bake'.split(),
}
GLUE = 'the a of and in with for on it is was today very some this that at by'.split()
GOOD = 'great lovely excellent wonderful superb charming perfect'.split()
BAD = 'awful boring terrible dreadful poor dull broken'.split()


def article(rng, own, n_words, share):
    return ' '.join(str(rng.choice(own if rng.random() < share else GLUE)) for _ in range(n_words)) + '.\n'


def subjects(rng, folder, n=40, share=0.3, length=(30, 80)):
    for name, own in SUBJECTS.items():
        (folder / name).mkdir(parents=True)
        for i in range(n):
            (folder / name / f'{i}.txt').write_text(article(rng, own, int(rng.integers(*length)), share))


def reviews(rng, folder, n=60):
    for name, own, other in (('good', GOOD, BAD), ('bad', BAD, GOOD)):
        (folder / name).mkdir(parents=True)
        for i in range(n):
            words = [str(rng.choice(GLUE + SUBJECTS['cooking'])) for _ in range(int(rng.integers(12, 30)))]
            for wanted in [own] * 2 + [other] * int(rng.random() < 0.3):
                words.insert(int(rng.integers(len(words))), str(rng.choice(wanted)))
            (folder / name / f'{i}.txt').write_text(' '.join(words) + '.\n')


def sentences(rng, file, n=400):
    who, does, where = ['the cat', 'the dog', 'a bird', 'my friend'], ['sleeps', 'sits', 'sings'], ['here', 'at home', 'in the sun']
    file.write_text('\n'.join(f'{rng.choice(who)} {rng.choice(does)} {rng.choice(where)}.' for _ in range(n)) + '\n')


def counting(rng, file, n=300):
    names = 'one two three four five six seven eight nine ten'.split()
    lines = []
    for _ in range(n):
        start = int(rng.integers(6))
        lines.append(' '.join(names[start:start + 5]))
    file.write_text('\n'.join(lines) + '\n')


FOLDERS = {'subjects': subjects, 'subjects, few': lambda r, f: subjects(r, f, 25, 0.2, (20, 40)), 'reviews': reviews}
FILES = {'sentences': sentences, 'counting': counting}
