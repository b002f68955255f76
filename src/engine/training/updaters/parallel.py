# parallel.py: code of parallel.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def learn_in_parts(model, batch, n):
    """Deals the batch out and adds the gradients of all parts."""
    observed = model(*[field[::n] for field in batch])
    observed['main/loss'].backward()
    averages = [buffer.clone() for buffer in model.buffers()]
    for i in range(1, n):
        part = model(*[field[i::n] for field in batch])
        part['main/loss'].backward()
        observed.update({key.replace('main', f'copy{i}', 1): value
                         for key, value in part.items()})
    for buffer, value in zip(model.buffers(), averages):
        buffer.copy_(value)
    return observed
# end text
