# fail-on-non-number.py: code of fail-on-non-number.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
def fail_on_non_number(model):
    """Ends the training where a parameter is NaN or infinite."""
    for key, tensor in list_tensors(model):
        if not tensor.isfinite().all():
            raise SystemExit(f'some numbers of {key} are NaN or infinite')
# end text
