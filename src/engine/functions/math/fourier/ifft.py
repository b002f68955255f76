# ifft.py: code of ifft.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def ifft(re, im):
    """Real and imaginary parts of torch.fft.ifft()."""
    y = torch.fft.ifft(torch.complex(re, im))
    return y.real, y.imag
# end text
