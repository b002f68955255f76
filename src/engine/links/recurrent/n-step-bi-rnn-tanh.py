# n-step-bi-rnn-tanh.py: code of n-step-bi-rnn-tanh.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class NStepRNN(NStep, nn.RNN):
    n_gates = 1
# end text
