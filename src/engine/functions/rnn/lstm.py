# lstm.py: code of lstm.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def lstm(c, x):
    """One step of an LSTM; sequences that have ended keep their cells."""
    a, i, f, o = x.unflatten(1, (-1, 4)).movedim(2, 0)
    going = torch.tanh(a) * torch.sigmoid(i) + torch.sigmoid(f) * c[:len(x)]
    h = torch.sigmoid(o) * torch.tanh(going)
    return torch.cat([going, c[len(x):]]), h
# end text
