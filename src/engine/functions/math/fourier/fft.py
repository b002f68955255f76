# fft.py: code of fft.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def fft(re, im):
    """Real and imaginary parts of torch.fft.fft()."""
    y = torch.fft.fft(torch.complex(re, im))
    return y.real, y.imag
# end text
