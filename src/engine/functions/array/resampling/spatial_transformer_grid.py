# spatial_transformer_grid.py: code of spatial_transformer_grid.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def spatial_transformer_grid(theta, output_shape):
    """Where the pixels of an image come from, from -1 to 1 on both axes."""
    height, width = output_shape
    down = torch.linspace(-1, 1, height).to(theta)[:, None]
    across = torch.linspace(-1, 1, width).to(theta)
    places = torch.stack([
        across.expand(height, width), down.expand(height, width),
        torch.ones(height, width).to(theta)])
    return (theta @ places.flatten(1)).unflatten(2, output_shape)
# end text
