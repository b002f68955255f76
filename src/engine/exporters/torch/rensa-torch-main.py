# rensa-torch-main.py: code of PyTorch programs before their main function.
# SPDX-License-Identifier: MIT


# text: arrays
NAMES = {'weight': 'W', 'bias': 'b'}
NAMES_OF_NORMS = {
    'weight': 'gamma', 'bias': 'beta', 'running_mean': 'avg_mean',
    'running_var': 'avg_var', 'num_batches_tracked': 'N'}


def list_tensors(model):
    """Each tensor of the model after its name in a model.npz of Rensa.

    predictor.l1.weight is predictor/l1/W there.
    """
    norms = nn.LayerNorm, nn.GroupNorm, nn.modules.batchnorm._NormBase
    for path, module in model.named_modules():
        names = NAMES_OF_NORMS if isinstance(module, norms) else NAMES
        own = [*module.named_parameters(recurse=False),
               *module.named_buffers(recurse=False)]
        if hasattr(module, 'list_tensors'):
            own = module.list_tensors()
        for name, tensor in own:
            key = path.replace('.', '/') + '/' + names.get(name, name)
            yield key.lstrip('/'), tensor


def load_npz(path, model):
    """Takes the parameters of a model.npz."""
    with np.load(path) as data, torch.no_grad():
        for key, tensor in list_tensors(model):
            if key not in data or data[key].shape != tensor.shape:
                raise SystemExit(
                    f'{path}: {key} of shape {tuple(tensor.shape)} is missing')
            tensor.copy_(torch.as_tensor(data[key]))


def to_array(tensor):
    """NumPy has no bfloat16."""
    is_known = tensor.dtype != torch.bfloat16
    return (tensor if is_known else tensor.float()).detach().numpy()


def save_npz(path, model):
    """Writes a model.npz, which Rensa can load."""
    arrays = {key: to_array(tensor) for key, tensor in list_tensors(model)}
    with open(path, 'wb') as file:
        np.savez(file, **arrays)


# end text


# text: rensa_torch_initialize
@torch.no_grad()
def draw_parameters(model):
    """As LeCun has it, and biases of 0, where layers do not say otherwise."""
    for module in model.modules():
        initial = getattr(module, 'initial', {})
        if isinstance(module, (nn.Linear, nn.modules.conv._ConvNd)):
            usual = {'weight': draw_lecun, 'bias': nn.init.zeros_}
            initial = {**usual, **initial}
        for name, draw in initial.items():
            if getattr(module, name) is not None:
                draw(getattr(module, name))


def initialize(model, batch):
    """Call the model once to infer its sizes, and draw the parameters."""
    model.eval()
    model(*batch)
    model.train()
    draw_parameters(model)


# end text


# text: optimizer
class Optimizer(torch.optim.Optimizer):
    """Changes parameters by the rule of update().

    It does so past the graph, so that a loss of before can still be learned
    from; its gradients are those of the changed parameters.
    """

    def __init__(self, parameters, **settings):
        super().__init__(parameters, settings)
        self.first_settings = dict(self.settings)

    @property
    def settings(self):
        return self.param_groups[0]

    @property
    def lr(self):
        return self.settings['lr' if 'lr' in self.settings else 'alpha']

    def step(self):
        settings = dict(self.settings)
        for param in settings.pop('params'):
            state = self.state[param]
            state['t'] = state.get('t', 0) + 1
            if param.grad is not None:
# end text
# text: update
                self.update(param.data, param.grad, state, **settings)


# end text
# text: wide_update
                self.update_wide(param, state, settings)

    keeps_wide = False

    def use_fp32_update(self):
        """Keeps copies of halves, and their states, in float32."""
        self.keeps_wide = True

    def update_wide(self, param, state, settings):
        """In float32 at least; what is kept of it is rounded to the halves."""
        dtype = torch.promote_types(param.dtype, torch.float32)
        wide = {key: value.to(dtype) if torch.is_tensor(value) else value
                for key, value in state.items()}
        data = wide.get('fp32_param', param.data.to(dtype))
        self.update(data, param.grad.to(dtype), wide, **settings)
        param.data.copy_(data)
        if self.keeps_wide:
            state.update(wide, fp32_param=data)
            return
        state.update({key: value.to(param.dtype) if torch.is_tensor(value) else value
                      for key, value in wide.items()})

    def load_state_dict(self, state_dict):
        """PyTorch rounds states to the type of their parameters."""
        super().load_state_dict(state_dict)
        for i, state in state_dict['state'].items():
            self.state[self.settings['params'][i]].update(copy.deepcopy(state))


# end text


# text: progress
class Progress:
    """The progress of training, and the values of its last iteration."""

    KEPT = 'iteration', 'detail_before', 'elapsed', 'written'

    def __init__(self, batches):
        self.batches = batches
        self.iteration = 0
        self.detail_before = 0.0
        self.observed = {}
        self.written = {}
        self.elapsed = 0.0

    @property
    def elapsed(self):
        return time.time() - self.start

    @elapsed.setter
    def elapsed(self, seconds):
        self.start = time.time() - seconds

    def look_up(self, key):
        """The reported value of this name, or None."""
        value = self.observed.get(key)
        return value.item() if torch.is_tensor(value) else value

    def go_on(self):
        self.iteration += 1
        self.detail_before = self.batches.epoch_detail

    def stretch(self, unit):
        """Where the last iteration began, and where it ended."""
        if unit == 'iteration':
            return max(self.iteration - 1, 0), self.iteration
        return self.detail_before, self.batches.epoch_detail

    def count(self, period, unit):
        """How many times the period has passed."""
        return int(self.stretch(unit)[1] // period)

    def has_passed(self, period, unit):
        """Return whether it has just reached a multiple of the period."""
        before, now = self.stretch(unit)
        return now // period != before // period

    def has_met(self, points, unit):
        """Return whether it has just reached one of the points."""
        before, now = self.stretch(unit)
        return any(before < point <= now for point in points)


# end text


# text: evaluate
def evaluate(model, batches, prefix='', average='examples'):
    """Return the means of the values that the model reports."""
    seen = {}
    weights = {}
    model.eval()
    with torch.no_grad():
        for batch in batches:
            weight = len(batch[0]) if average == 'examples' else 1
            for key, value in model(*batch).items():
                seen.setdefault(prefix + key, []).append(value.item())
                weights.setdefault(prefix + key, []).append(weight)
    model.train()
    return {key: float(np.average(values, weights=weights[key]))
            for key, values in seen.items()}


# end text


# text: states
def reset_states(model):
    """Lets each layer begin new sequences."""
    for module in model.modules():
        if hasattr(module, 'reset_state'):
            module.reset_state()


# end text


# text: keeping
def cut_states(model):
    """Keeps the values that layers carry on, without their graphs."""
    for module in model.modules():
        if hasattr(module, 'reset_state') and module.state is not None:
            module.state = tuple(part.detach() for part in module.state)


def begin_anew(model):
    """A copy that begins new sequences."""
    twin = copy.deepcopy(model)
    reset_states(twin)
    return twin


# end text


# text: file_names
def name_file(pattern, progress):
    """The name of a file with the places of the pattern filled in."""
    places = {'{.updater.iteration}': progress.iteration,
              '{.updater.epoch}': progress.batches.epoch}
    for place, value in places.items():
        pattern = pattern.replace(place, str(value))
    return pattern


# end text


# text: snapshots
def get_state(part):
    """Return the state of an object as a snapshot keeps it."""
    if hasattr(part, 'state_dict'):
        return part.state_dict()
    values = {name: getattr(part, name) for name in part.KEPT}
    return {name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in values.items()}


def set_state(part, state):
    if hasattr(part, 'load_state_dict'):
        part.load_state_dict(state)
        return
    for name in part.KEPT:
        is_array = isinstance(getattr(part, name), np.ndarray)
        setattr(part, name, np.array(state[name]) if is_array else state[name])


class Chance:
    """The random numbers that are drawn next."""

    def state_dict(self):
        name, keys, *more = np.random.get_state()
        return {'torch': torch.get_rng_state(),
                'numpy': [name, keys.tolist(), *more]}

    def load_state_dict(self, state):
        torch.set_rng_state(state['torch'])
        np.random.set_state(tuple(state['numpy']))


def save_snapshot(folder, pattern, parts, n_retains):
    """Writes the whole run; of files of this pattern the newest stay."""
    path = folder / name_file(pattern, parts['progress'])
    written = parts['progress'].written.setdefault(pattern, [])
    if path.name not in written:
        written.append(path.name)
    while len(written) > n_retains > 0:
        (folder / written.pop(0)).unlink(missing_ok=True)
    draft = path.with_name(path.name + '.draft')
    torch.save({name: get_state(part) for name, part in parts.items()}, draft)
    draft.replace(path)


def load_snapshot(path, parts):
    """Goes on where a snapshot was written."""
    try:
        states = torch.load(path, weights_only=True)
        for name, part in parts.items():
            set_state(part, states[name])
    except Exception as error:
        reason = str(error).partition('. ')[0]
        raise SystemExit(f'{path} is no snapshot of this program: {reason}')


# end text


# text: carried
class Carried:
    """The states that layers keep from batch to batch."""

    def __init__(self, model):
        self.layers = [module for module in model.modules()
                       if hasattr(module, 'reset_state')]

    def state_dict(self):
        return {'states': [layer.state for layer in self.layers]}

    def load_state_dict(self, state):
        for layer, value in zip(self.layers, state['states']):
            layer.state = value


# end text
