# needs: torchmetrics
"""Metrics of torchmetrics: classification, regression, pictures, texts, retrieval, wrappers, a metric of the program."""
import torch, warnings, pickle, copy
import torchmetrics as tm
import torchmetrics.functional as F
torch.manual_seed(0)
p=torch.rand(30,4); t=torch.randint(0,4,(30,)); b=torch.randint(0,2,(30,)); r=torch.rand(30); q=torch.rand(30)
def show(name, f):
    try:
        v=f()
        def s(v):
            if isinstance(v, torch.Tensor): return [round(x,4) for x in v.double().flatten().tolist()] if v.numel()<20 else tuple(v.shape)
            if isinstance(v,(list,tuple)): return [s(x) for x in v]
            if isinstance(v, dict): return {k:s(x) for k,x in v.items()}
            return v
        print(name, s(v))
    except Exception as e: print(name, type(e).__name__, str(e)[:200])
kw=dict(task='multiclass',num_classes=4)
for n in 'Accuracy AUROC AveragePrecision CohenKappa ConfusionMatrix F1Score FBetaScore HammingDistance JaccardIndex MatthewsCorrCoef Precision Recall ROC Specificity StatScores PrecisionRecallCurve CalibrationError HingeLoss ExactMatch Dice'.split():
    k=dict(kw)
    if n=='FBetaScore': k['beta']=.5
    if n=='ExactMatch': 
        show(n, lambda: tm.ExactMatch(task='multiclass',num_classes=4)(torch.randint(0,4,(3,5)),torch.randint(0,4,(3,5)))); continue
    show(n, lambda: getattr(tm,n)(**k)(p,t))
    show(n, lambda: getattr(tm,n)(**(dict(task='binary', **({'beta':.5} if n=='FBetaScore' else {}))))(r,b))
for n in 'MeanSquaredError MeanAbsoluteError MeanAbsolutePercentageError R2Score PearsonCorrCoef SpearmanCorrCoef ExplainedVariance KendallRankCorrCoef CosineSimilarity ConcordanceCorrCoef MeanSquaredLogError LogCoshError RelativeSquaredError SymmetricMeanAbsolutePercentageError TweedieDevianceScore MinkowskiDistance KLDivergence WeightedMeanAbsolutePercentageError'.split():
    show(n, lambda: getattr(tm,n)(**({'p':3} if n.startswith('Mink') else {}))(*( (p/p.sum(1,True),)*2 if n=='KLDivergence' else (r,q))))
im1=torch.rand(2,3,32,32); im2=torch.rand(2,3,32,32)
for n in 'PeakSignalNoiseRatio StructuralSimilarityIndexMeasure UniversalImageQualityIndex TotalVariation'.split():
    show(n, lambda: getattr(tm.image,n)(**({'data_range':1.} if n[0] in 'PS' else {}))(*((im1,im2) if n[0]!='T' else (im1,))))
for n,a in (('WordErrorRate',(['a b c'],['a c'])),('CharErrorRate',(['abc'],['abd'])),('BLEUScore',(['the cat is here'],[['the cat is there','a cat']])),('MatchErrorRate',(['a b'],['b a'])),('EditDistance',(['ab'],['ba'])),('Perplexity',(torch.rand(1,3,4),torch.tensor([[0,1,2]])))):
    show(n, lambda: getattr(tm.text,n)()(*a))
for n in 'MeanMetric SumMetric MaxMetric MinMetric CatMetric'.split():
    m=getattr(tm,n)(); m.update(torch.tensor([1.,2.])); m.update(5.); show(n, m.compute); m.reset(); show(n, m.compute)
show('nan', lambda: tm.MeanMetric('error')(torch.tensor(float('nan'))))
for n in 'RetrievalMAP RetrievalMRR RetrievalPrecision RetrievalNormalizedDCG RetrievalRecall RetrievalHitRate'.split():
    show(n, lambda: getattr(tm.retrieval,n)()(r,b,indexes=torch.arange(30)//10))
show('arith', lambda: (tm.MeanMetric()+2).__repr__())
a=tm.Accuracy(**kw); a.update(p,t); c=tm.MetricTracker(a.clone()); c.increment(); c.update(p,t); show('tracker', c.compute_all)
show('boot', lambda: sorted(tm.wrappers.BootStrapper(tm.MeanSquaredError(), num_bootstraps=3)(r,q)))
show('classwise', lambda: tm.wrappers.ClasswiseWrapper(tm.Accuracy(**kw, average=None))(p,t))
show('minmax', lambda: tm.wrappers.MinMaxMetric(a.clone())(p,t))
show('multi', lambda: tm.wrappers.MultioutputWrapper(tm.MeanSquaredError(),2)(p[:,:2],p[:,2:]))
d=pickle.loads(pickle.dumps(a)); show('pickle', d.compute); show('state', lambda: {k:v.shape for k,v in a.metric_state.items()})
show('err', lambda: tm.Accuracy(task='nope')); show('err2', lambda: a(p, t[:3])); show('err3', lambda: tm.Accuracy('multiclass')); show('err4', lambda: a(p.long(), t+7))
show('running', lambda: tm.wrappers.Running(tm.SumMetric(), window=2)(torch.tensor(1.)))
class Mine(tm.Metric):
    full_state_update = False
    def __init__(self):
        super().__init__(); self.add_state('total', default=torch.tensor(0.), dist_reduce_fx='sum'); self.add_state('xs', default=[], dist_reduce_fx='cat')
    def update(self, x): self.total += x.sum(); self.xs.append(x)
    def compute(self): return self.total / sum(len(x) for x in self.xs)
m=Mine(); show('mine', lambda: m(torch.tensor([1.,3.]))); m.update(torch.tensor([5.])); show('mine', m.compute); print(m, m.update_count, m.device, m.dtype); m.persistent(True); print(m.state_dict().keys())
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always'); tm.Accuracy(**kw).compute(); print(w and str(w[-1].message)[:90])
show('sync', lambda: m.sync(distributed_available=lambda: False)); show('fn', lambda: F.accuracy(p,t,**kw)); show('pw', lambda: F.pairwise_cosine_similarity(p[:2]))
mc=tm.MetricCollection({'acc':tm.Accuracy(**kw),'f':tm.F1Score(**kw,average='macro')}, prefix='val_'); print(mc(p,t)); mc.reset(); print(mc.keys(), [k for k in mc], mc.clone(prefix='x_').prefix)
from torchmetrics.clustering import AdjustedRandScore
show('ars', lambda: AdjustedRandScore()(t, torch.randint(0,3,(30,))))
from torchmetrics.segmentation import MeanIoU
show('miou', lambda: MeanIoU(num_classes=3)(torch.randint(0,2,(2,3,4,4)),torch.randint(0,2,(2,3,4,4))))
from torchmetrics.detection import IntersectionOverUnion, MeanAveragePrecision
