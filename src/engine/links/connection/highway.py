# highway.py: code of highway.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class Highway(nn.Module):
    """A layer, and a gate that says how much of it replaces its input."""

    def __init__(self, size, bias=True, activate=F.relu,
                 init_Wh=draw_lecun, init_Wt=draw_lecun,
                 init_bh=nn.init.zeros_,
                 init_bt=lambda bias: nn.init.constant_(bias, -1.0)):
        super().__init__()
        self.activate = activate
        self.plain = drawn(
            nn.Linear(size, size, bias), weight=init_Wh, bias=init_bh)
        self.transform = drawn(
            nn.Linear(size, size, bias), weight=init_Wt, bias=init_bt)

    def forward(self, x):
        gate = torch.sigmoid(self.transform(x))
        return self.activate(self.plain(x)) * gate + x * (1 - gate)
# end text
