"""How layers make their parameters, and the initial values that they share."""

import math

import torch
from torch.nn.parameter import Parameter


def create(module, device, dtype, **shapes):
    """Registers a parameter without values of each shape; a shape of None registers that the parameter is not there."""
    for name, shape in shapes.items():
        module.register_parameter(name, None if shape is None else Parameter(torch.empty(shape, device=device, dtype=dtype)))


def reset_affine(module):
    """The identity: weight one and bias zero, unless they are None."""
    for parameter, fill in ((module.weight, torch.nn.init.ones_), (module.bias, torch.nn.init.zeros_)):
        if parameter is not None:
            fill(parameter)


def reset_uniform(bound, *parameters):
    """Fills parameters that are not None from the uniform distribution on [-bound, bound)."""
    for parameter in parameters:
        if parameter is not None:
            torch.nn.init.uniform_(parameter, -bound, bound)


def reset_by_fan_in(weight, bias, fill_without_inputs=True):
    """Values of weight and bias between -1/sqrt(fan_in) and 1/sqrt(fan_in) (LeCun et al. 1998, Efficient BackProp).

    For the weight that is the distribution of He et al. (2015, Delving Deep into Rectifiers) for a slope of sqrt(5). fan_in is the
    number of inputs that one output sums up; where it is 0, the bias becomes 0 or, without fill_without_inputs, stays as it is.
    """
    torch.nn.init.kaiming_uniform_(weight, a=math.sqrt(5))
    if bias is not None:
        fan_in = torch.nn.init._calculate_fan_in_and_fan_out(weight)[0]
        if fan_in or fill_without_inputs:
            reset_uniform(1 / math.sqrt(fan_in) if fan_in else 0, bias)
