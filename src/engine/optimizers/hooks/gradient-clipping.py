# gradient-clipping.py: code of gradient-clipping.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def clip_gradients(optimizer, threshold):
    """Shortens the gradient of all parameters together."""
    params = optimizer.settings['params']
    grads = [param.grad for param in params if param.grad is not None]
    length = math.sqrt(sum(float(grad.double().square().sum())
                           for grad in grads))
    for grad in grads:
        if length > threshold:
            grad *= threshold / length
# end text
