# needs: torch_geometric
"""Graphs, batches and layers of PyTorch Geometric, and networks of them that train."""
import torch, torch_geometric
from torch_geometric.data import Data, Batch
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GCNConv, GATConv, SAGEConv, GINConv, global_mean_pool
import torch.nn.functional as F
torch.manual_seed(0)
ei=torch.tensor([[0,1,1,2,2,3,3,4,4,5,5,0,0,3],[1,0,2,1,3,2,4,3,5,4,0,5,3,0]])
d=Data(x=torch.randn(6,4),edge_index=ei,y=torch.tensor([0,0,0,1,1,1])); print(d, d.num_nodes, d.num_edges, d.is_undirected(), d.has_self_loops(), sorted(d.keys()))
class GCN(torch.nn.Module):
    def __init__(s, conv, **k): super().__init__(); s.c1=conv(4,8,**k); s.c2=conv(8,2)
    def forward(s,x,e): return s.c2(F.relu(s.c1(x,e)),e)
for conv in (GCNConv, GATConv, SAGEConv):
    torch.manual_seed(1)
    m=GCN(conv); print(m); o=torch.optim.Adam(m.parameters(), lr=0.05)
    for i in range(30):
        o.zero_grad(); l=F.cross_entropy(m(d.x,d.edge_index),d.y); l.backward(); o.step()
    print(round(l.item(),3), m(d.x,d.edge_index).argmax(1).tolist())
ds=[Data(x=torch.randn(n,4),edge_index=torch.tensor([[0,1],[1,0]]),y=torch.tensor([n%2])) for n in range(2,8)]
for b in DataLoader(ds,batch_size=3): print(b, b.batch.tolist(), b.ptr.tolist(), global_mean_pool(b.x,b.batch).shape, b[0])
print(Batch.from_data_list(ds[:2]).to_data_list())
g=GINConv(torch.nn.Linear(4,2)); print(g, g(d.x,d.edge_index).shape)
from torch_geometric.utils import to_undirected, add_self_loops, degree, to_dense_adj, softmax
print(add_self_loops(ei[:, :2])[0], degree(ei[0]).tolist(), to_dense_adj(ei[:, :4]))
import torch_geometric.transforms as T
print(T.NormalizeFeatures()(d), T.ToUndirected()(d), T.AddSelfLoops()(d))
