# batch-normalization.py: code of batch-normalization.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class BatchNormalization(nn.modules.lazy.LazyModuleMixin, nn.Module):
    """nn.BatchNorm of any number of axes, over all but one or a few."""

    def __init__(self, size=None, decay=0.9, eps=2e-5, axis=None,
                 use_gamma=True, use_beta=True):
        super().__init__()
        self.n_kept = len(size) if isinstance(size, tuple) else 1
        self.decay = decay
        self.eps = eps
        self.axis = (axis,) if isinstance(axis, int) else axis
        parameter = nn.UninitializedParameter
        self.gamma = parameter() if use_gamma else None
        self.beta = parameter() if use_beta else None
        self.register_buffer('avg_mean', nn.UninitializedBuffer())
        self.register_buffer('avg_var', nn.UninitializedBuffer())
        self.register_buffer('N', torch.tensor(0))
        if size is not None:
            self.make(size if isinstance(size, tuple) else (size,))

    def list_axes(self, x):
        axes = self.axis or (0, *range(1 + self.n_kept, x.ndim))
        return [*axes], [i for i in range(x.ndim) if i not in axes]

    def make(self, shape):
        starts = {'gamma': 1, 'beta': 0, 'avg_mean': 0, 'avg_var': 1}
        for name, start in starts.items():
            tensor = getattr(self, name)
            if nn.parameter.is_lazy(tensor):
                tensor.materialize(shape)
                nn.init.constant_(tensor, start)

    def initialize_parameters(self, x):
        self.make([x.shape[i] for i in self.list_axes(x)[1]])

    def forward(self, x):
        axes, kept = self.list_axes(x)
        order = axes + kept
        mean, var, gamma, beta = [
            None if tensor is None else tensor.flatten() for tensor in
            (self.avg_mean, self.avg_var, self.gamma, self.beta)]
        moved = x.permute(order)
        y = F.batch_norm(
            moved.reshape(-1, len(mean)), mean, var, gamma, beta,
            self.training, 1 - self.decay, self.eps)
        back = sorted(range(x.ndim), key=order.__getitem__)
        return y.reshape(moved.shape).permute(back)
# end text
