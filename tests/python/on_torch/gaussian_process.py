# needs: gpytorch
"""gpytorch: an exact Gaussian process is fitted and asked."""
import torch, gpytorch, math
torch.manual_seed(0)
x = torch.linspace(0, 1, 20); y = torch.sin(x * 2 * math.pi) + torch.randn(20) * .1
class GP(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean_module = gpytorch.means.ConstantMean(); self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())
    def forward(self, x): return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))
likelihood = gpytorch.likelihoods.GaussianLikelihood(); model = GP(x, y, likelihood)
print(model); print([n for n, _ in model.named_parameters()])
model.train(); likelihood.train(); opt = torch.optim.Adam(model.parameters(), lr=.1); mll = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
losses = []
for _ in range(30):
    opt.zero_grad(); loss = -mll(model(x), y); loss.backward(); opt.step(); losses.append(loss.item())
print([round(l, 2) for l in losses[::10]])
model.eval(); likelihood.eval()
with torch.no_grad(), gpytorch.settings.fast_pred_var():
    p = likelihood(model(torch.tensor([.25, .75]))); low, high = p.confidence_region()
print([round(v, 1) for v in p.mean.tolist()], bool((low < high).all()), p.event_shape)
print(model.covar_module.base_kernel.lengthscale.shape, round(gpytorch.kernels.MaternKernel(nu=1.5)(x[:2], x[:2]).to_dense()[0, 0].item(), 3))
