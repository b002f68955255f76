# sequence_attention.py: code of sequence_attention.c in exported programs.
# SPDX-License-Identifier: MIT


# text: chainer_class
def sequence_attention(qs, ks, vs, causal=False, scale=None):
    """Means of the values of each sequence, weighted by how well its keys fit its queries."""
    ys, weights = [], []
    longest = max(len(k) for k in ks)
    for q, k, v in zip(qs, ks, vs):
        scores = F.matmul(q, k, transb=True) * (q.shape[1] ** -0.5 if scale is None else scale)
        if causal:
            is_seen = np.tri(*scores.shape, dtype=bool)
            scores = F.where(is_seen, scores, np.full(scores.shape, -np.inf, scores.dtype))
        w = F.softmax(scores)
        ys.append(F.matmul(w, v))
        weights.append(F.pad(w, ((0, 0), (0, longest - len(k))), 'constant'))
    return ys, weights
# end text


# text: torch_class
def sequence_attention(qs, ks, vs, causal=False, scale=None):
    """Means of the values of each sequence, weighted by queries and keys."""
    ys, weights = [], []
    longest = max(len(k) for k in ks)
    for q, k, v in zip(qs, ks, vs):
        scores = q @ k.T * (q.shape[1] ** -0.5 if scale is None else scale)
        if causal:
            is_seen = torch.ones_like(scores, dtype=torch.bool).tril()
            scores = scores.masked_fill(~is_seen, -math.inf)
        w = F.softmax(scores, dim=1)
        ys.append(w @ v)
        weights.append(F.pad(w, (0, longest - len(k))))
    return ys, weights
# end text
