# n-step.py: code of n-step.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_gru_class
class NStepGRU(NStep, nn.GRU):
    n_gates = 3
# end text


# text: torch_lstm_class
class NStepLSTM(NStep, nn.LSTM):
    n_gates = 4
# end text


# text: torch_rnn_class
class NStepRNN(NStep, nn.RNN):
    n_gates = 1
# end text
