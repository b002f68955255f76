# n-step-gru.py: code of n-step-gru.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class NStepGRU(NStep, nn.GRU):
    n_gates = 3
# end text
