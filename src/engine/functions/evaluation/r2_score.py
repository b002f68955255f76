# r2_score.py: code of r2_score.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def r2_score(pred, true, sample_weight=None, multioutput='uniform_average'):
    """The share of the variance of true that pred explains."""
    pred, true = pred.detach(), true.detach()
    shape = (-1,) + (1,) * (true.ndim - 1)
    weights = torch.ones(len(true)) if sample_weight is None else sample_weight
    weights = torch.as_tensor(weights).to(true).reshape(shape)
    mean = (weights * true).sum(0) / weights.sum()
    missed = (weights * (pred - true) ** 2).sum(0)
    spread = (weights * (true - mean) ** 2).sum(0)
    scores = torch.where(spread == 0, 0.0, 1 - missed / spread)
    return scores if multioutput == 'raw_values' else scores.mean()
# end text
