# needs: torchvision PIL
"""Names of the nodes of models, features from the middle of them, and the text of traced models."""
import warnings

import torch
import torchvision
from torch import fx
from torchvision.models.feature_extraction import create_feature_extractor, get_graph_node_names
warnings.simplefilter('ignore')
for name in ('resnet18', 'mobilenet_v2', 'squeezenet1_0', 'shufflenet_v2_x0_5', 'mnasnet0_5'):
    model = getattr(torchvision.models, name)(weights=None).eval()
    train, evaluation = get_graph_node_names(model)
    print(name, len(train), len(evaluation), train[:6], evaluation[-6:])
    traced = fx.symbolic_trace(model)
    print(traced.code.count('\n'), traced.code[:400])
model = torchvision.models.resnet18(weights=None)
extractor = create_feature_extractor(model, return_nodes={'layer1': 'low', 'layer3': 'high', 'fc': 'out'}).eval()
print(type(extractor).__name__, {key: tuple(value.shape) for key, value in extractor(torch.rand(1, 3, 64, 64)).items()}, extractor.code)
extractor = create_feature_extractor(model, train_return_nodes={'layer1': 'a'}, eval_return_nodes=['layer2', 'avgpool'])
print(list(extractor(torch.rand(2, 3, 32, 32))), list(extractor.eval()(torch.rand(2, 3, 32, 32))))
x = torch.rand(1, 3, 32, 32)
print(torch.equal(fx.symbolic_trace(model.eval())(x), model(x)))
for nodes in ({'layer9': 'x'}, {}, 3):
    try: create_feature_extractor(model, return_nodes=nodes)
    except Exception as e: print(type(e).__name__, str(e)[:200])
