# lstm.py: code of lstm.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class LSTM(nn.Module):
    """Carries cells and outputs on from call to call."""

    def __init__(self, out_size, upward_init=None, lateral_init=None,
                 bias_init=None, forget_bias_init=None):
        super().__init__()
        self.upward = nn.LazyLinear(4 * out_size)
        self.lateral = nn.Linear(out_size, 4 * out_size, bias=False)
        self.state = None
        draws = [bias_init or nn.init.zeros_] * 4
        draws[2] = forget_bias_init or nn.init.ones_
        drawn(self.upward, bias=lambda bias: [
            draw(part) for draw, part in zip(draws, bias.view(-1, 4).T)])
        upward_init = upward_init or draw_lecun
        lateral_init = lateral_init or draw_lecun
        self.upward.initial['weight'] = lambda weight: [
            upward_init(part) for part in weight.chunk(4)]
        drawn(self.lateral, weight=lambda weight: [
            lateral_init(part) for part in weight.chunk(4)])

    def reset_state(self):
        self.state = None

    def forward(self, x):
        gates = self.upward(x)
        if self.state is None:
            c = torch.zeros_like(gates[:, ::4])
        else:
            c, h = self.state
            gates = gates + self.lateral(h)
        a, i, f, o = gates.unflatten(1, (-1, 4)).movedim(2, 0)
        c = torch.sigmoid(i) * torch.tanh(a) + torch.sigmoid(f) * c
        self.state = c, torch.sigmoid(o) * torch.tanh(c)
        return self.state[1]
# end text
