# color-jitter.py: code of color-jitter.c in exported programs.
# SPDX-License-Identifier: MIT


# text: python_function
def color_jitter(x, levels, brightness=0.2, contrast=0.2):
    low, high = levels
    span = high - low if np.isfinite(high - low) else 1
    offset = np.random.uniform(-brightness, brightness) * span
    factor = 1 + np.random.uniform(-contrast, contrast)
    return np.clip((x - x.mean()) * factor + x.mean() + offset, low, high)
# end text
