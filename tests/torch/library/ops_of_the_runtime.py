"""torch.ops.aten: packets, overloads, schemas, calls and what they say of wrong arguments."""
import copy
import pickle
import torch

a = torch.ops.aten


def show(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


print(torch.ops, a, a.mm, a.mm.default, a.add, a.add.Tensor, repr(a.add.Tensor), a.add.Tensor.name(), a.add.Tensor._schema, a.mm.default._schema)
print(type(torch.ops), type(a), type(a.mm), type(a.mm.default), a.__name__, a.mm.__name__, a.mm.default.__name__, a.mm.__module__)
x, y = torch.arange(4.).view(2, 2), torch.ones(2, 2)
print(a.mm(x, y), a.add(x, 1), a.add.Tensor(x, y, alpha=2), a.add.Scalar(x, 2), a.mul.Scalar(x, 3), a.sum(x), a.sum(x, [0]), a.sum(x, dim=[1]),
      a.sum.dim_IntList(x, [0], True))
print(a.add_.Tensor(x.clone(), y), a.relu_(torch.tensor([-1.])), a.add.out(x, y, out=torch.zeros(2, 2)), a.max.dim(x, 0), type(a.max.dim(x, 0)),
      a.zeros([2]), a.zeros.default([2], dtype=torch.int64), a.clone.default(x), a.t(torch.ones(2, 3)).shape, a.detach.default(x),
      a._to_copy(x, dtype=torch.int64), a._softmax(x, 1, False), a.mm.default(self=x, mat2=y))
for function in (lambda: a.nothing, lambda: a.mm.foo, lambda: torch.ops.none.x, lambda: a.mm.default(1, 2), lambda: a.mm.default(x),
                 lambda: a.add.Tensor(x, y, beta=2), lambda: a.mm.default(), lambda: a.mm.default(x, y, x), lambda: a.sum.dim_IntList(x, 'a'),
                 lambda: a.mm.default(x, torch.ones(3, 3)), lambda: a.relu.default([1.]), lambda: a.transpose.int(x, 0, 1.5)):
    show(function)
op = a.mm.default
print(op.overloadpacket, op.namespace, op._overloadname, op._opname, op._name, a.mm._qualified_op_name, op.is_view, a.t.default.is_view,
      a.add_.Tensor._schema.is_mutable, op._schema.is_mutable)
s = a.add.Tensor._schema
print(s.name, s.overload_name, [(v.name, str(v.type), v.default_value, v.kwarg_only, v.has_default_value(), v.alias_info, v.is_out, v.N)
                                for v in s.arguments], [str(v.type) for v in s.returns])
print([(v.name, v.alias_info.is_write) for v in a.add_.Tensor._schema.arguments if v.alias_info])
for each in (a.add_.Tensor, a.max.dim, a.split.Tensor, a.conv2d.default, a.cat.default, a.relu.default, a.view.default, a._softmax.default,
             a.native_layer_norm.default, a.convolution.default, a.bmm.default, a.addmm.default, a.randn.default, a.sub.Scalar, a.eq.Scalar,
             a.select.int, a.slice.Tensor, a.index.Tensor, a.copy_.default, a.fill_.Scalar, a.where.self, a.embedding.default, a.permute.default,
             a.mean.dim, a.var.correction, a.threshold_backward.default, a.tanh_backward.default, a._log_softmax.default, a.gelu.default,
             a.leaky_relu.default, a.nll_loss_forward.default, a.empty.memory_format, a._to_copy.default, a.clone.default):
    print(each._schema)
print(op is a.mm.default, a.mm is a.mm, op in {op}, {a.mm.default: 1}[op], op != a.bmm.default, copy.deepcopy(op) is op)
print('mm' in dir(a), 'default' in dir(a.mm), hasattr(a, 'foo'), hasattr(a.mm, 'default'), torch.ops.loaded_libraries,
      isinstance(op, torch._ops.OpOverload), isinstance(a.mm, torch._ops.OpOverloadPacket))
w = torch.ones(2, 2, requires_grad=True)
print(a.mm(x, w).grad_fn is not None, torch.autograd.grad(a.mul.Tensor(w, x).sum(), w))
