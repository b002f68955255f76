# n-step-lstm.py: code of n-step-lstm.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class NStepLSTM(NStep, nn.LSTM):
    n_gates = 4
# end text
