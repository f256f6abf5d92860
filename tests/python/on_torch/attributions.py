# needs: captum
"""captum: attributions of a small network."""
import torch
from torch import nn
from captum.attr import IntegratedGradients, Saliency, DeepLift, FeatureAblation, InputXGradient, LayerConductance, NeuronConductance, GuidedBackprop, Occlusion, ShapleyValueSampling, NoiseTunnel, LayerGradCam, GradientShap
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.a = nn.Linear(3, 4); self.r = nn.ReLU(); self.b = nn.Linear(4, 2)
    def forward(self, x): return self.b(self.r(self.a(x)))
net = Net().eval(); x = torch.tensor([[1., -2., .5], [.3, .1, -1.]]); base = torch.zeros_like(x)
def show(name, v): print(name, [[round(i, 3) for i in r] for r in v.detach().reshape(len(v), -1).tolist()])
attr, delta = IntegratedGradients(net).attribute(x, base, target=0, return_convergence_delta=True); show('ig', attr); print(delta.abs().max() < .01)
show('saliency', Saliency(net).attribute(x, target=1)); show('deeplift', DeepLift(net).attribute(x, base, target=0)); show('ablation', FeatureAblation(net).attribute(x, target=0))
show('ixg', InputXGradient(net).attribute(x, target=0)); show('layer', LayerConductance(net, net.a).attribute(x, base, target=0)); show('neuron', NeuronConductance(net, net.a).attribute(x, neuron_selector=1, target=0))
show('guided', GuidedBackprop(net).attribute(x, target=0)); show('occlusion', Occlusion(net).attribute(x, target=0, sliding_window_shapes=(1,)))
print(ShapleyValueSampling(net).attribute(x, target=0, n_samples=5).shape, NoiseTunnel(Saliency(net)).attribute(x, nt_samples=3, target=0).shape, GradientShap(net).attribute(x, torch.randn(4, 3), target=0).shape)
conv = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(2 * 16, 2)); p = torch.randn(1, 1, 6, 6)
print(LayerGradCam(conv, conv[0]).attribute(p, target=0).shape)
