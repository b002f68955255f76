# rensa-n-step-link.py: code of rensa-n-step-link.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class NStep:
    """Reads sequences of any lengths; files have its gates one by one."""

    def __init__(self, n_layers, in_size, out_size, dropout, initialW=None,
                 initial_bias=None, **kind):
        super().__init__(
            in_size, out_size, n_layers, dropout=dropout, **kind)
        draws = {'weight': initialW or draw_lecun,
                 'bias': initial_bias or nn.init.zeros_}
        self.initial = {
            name: lambda param, draw=draws[name.partition('_')[0]]: [
                draw(gate) for gate in param.chunk(self.n_gates)]
            for name, _ in self.named_parameters()}

    def list_tensors(self):
        for name, param in self.named_parameters():
            kind, source, layer, *reverse = name.split('_')
            directions = 2 if self.bidirectional else 1
            number = int(layer[1:]) * directions + len(reverse)
            first = 0 if source == 'ih' else self.n_gates
            letter = 'w' if kind == 'weight' else 'b'
            for i, gate in enumerate(param.chunk(self.n_gates)):
                yield f'{number}/{letter}{first + i}', gate

    def forward(self, *args):
        *states, xs = args
        if states[0] is None:
            states = None
        elif len(states) == 1:
            states, = states
        else:
            states = tuple(states)
        packed = nn.utils.rnn.pack_sequence(xs, enforce_sorted=False)
        ys, ends = super().forward(packed, states)
        ends = ends if isinstance(ends, tuple) else (ends,)
        return *ends, nn.utils.rnn.unpack_sequence(ys)
# end text
