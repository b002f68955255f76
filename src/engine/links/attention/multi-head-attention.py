# multi-head-attention.py: code of multi-head-attention.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
class MultiHeadAttention(chainer.Chain):
    """Lets steps look at those of another sequence, or at one another."""

    def __init__(self, size, n_heads=8, causal=False, nobias=False, initialW=None, initial_bias=None,
                 dropout=0):
        super().__init__()
        self.dropout = dropout
        self.n_heads = n_heads
        self.causal = causal
        if initialW is None:
            initialW = chainer.initializers.GlorotUniform()
        with self.init_scope():
            self.query = L.Linear(size, size, nobias, initialW, initial_bias)
            self.key = L.Linear(size, size, nobias, initialW, initial_bias)
            self.value = L.Linear(size, size, nobias, initialW, initial_bias)
            self.out = L.Linear(size, size, nobias, initialW, initial_bias)

    def part(self, layer, x):
        h = layer(x, n_batch_axes=2)
        return F.transpose(F.reshape(h, x.shape[:2] + (self.n_heads, -1)), (0, 2, 1, 3))

    def bar(self, scores, mask):
        barred = self.xp.zeros(scores.shape[2:], dtype=bool)
        if self.causal:
            barred = self.xp.triu(~barred, 1)
        if mask is not None:
            mask = getattr(mask, 'array', mask)
            mask = mask[:, None] if mask.ndim == 3 else mask
            if mask.dtype == bool:
                barred = barred | ~mask
            else:
                scores = scores + self.xp.broadcast_to(mask, scores.shape)
        lowest = self.xp.full(scores.shape, -self.xp.inf, dtype=scores.dtype)
        return F.where(self.xp.broadcast_to(barred, scores.shape), lowest, scores)

    def forward(self, query, key=None, value=None, mask=None):
        key = query if key is None else key
        value = key if value is None else value
        q, k, v = self.part(self.query, query), self.part(self.key, key), self.part(self.value, value)
        scores = F.matmul(q, k, transb=True) / q.shape[-1] ** 0.5
        weights = F.softmax(self.bar(scores, mask), axis=3)
        y = F.matmul(F.dropout(weights, self.dropout), v)
        y = F.reshape(F.transpose(y, (0, 2, 1, 3)), query.shape)
        return self.out(y, n_batch_axes=2)
# end text


# text: torch_class
class MultiHeadAttention(nn.Module):
    """Lets steps look at those of another sequence, or at one another."""

    def __init__(self, size, n_heads=8, causal=False, bias=True, dropout=0.0,
                 initialW=nn.init.xavier_uniform_,
                 initial_bias=nn.init.zeros_):
        super().__init__()
        self.n_heads = n_heads
        self.causal = causal
        self.dropout = dropout
        for name in ('query', 'key', 'value', 'out'):
            layer = drawn(nn.Linear(size, size, bias), weight=initialW,
                          bias=initial_bias)
            setattr(self, name, layer)

    def part(self, layer, x):
        return layer(x).unflatten(2, (self.n_heads, -1)).transpose(1, 2)

    def forward(self, query, key=None, value=None, mask=None):
        key = query if key is None else key
        value = key if value is None else value
        q = self.part(self.query, query)
        k = self.part(self.key, key)
        v = self.part(self.value, value)
        if mask is not None and mask.ndim == 3:
            mask = mask[:, None]
        if self.causal:
            is_seen = q.new_ones(q.shape[2], k.shape[2]).bool().tril()
            shut = q.new_zeros(is_seen.shape)
            shut = shut.masked_fill(~is_seen, -math.inf)
            if mask is None:
                mask = shut
            elif mask.dtype == torch.bool:
                mask = mask & is_seen
            else:
                mask = mask + shut
        dropout = self.dropout if self.training else 0.0
        y = F.scaled_dot_product_attention(q, k, v, mask, dropout)
        return self.out(y.transpose(1, 2).flatten(2))
# end text
