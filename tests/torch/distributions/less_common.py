# ContinuousBernoulli, GeneralizedPareto, LKJCholesky, LowRankMultivariateNormal, VonMises, Wishart; divergences between all kinds.
import warnings
import torch, math
warnings.simplefilter('ignore')
from torch.distributions import *
import torch.distributions as D
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
def full(name,d,vals):
    print('##',name,repr(d),d.batch_shape,d.event_shape, d.has_rsample)
    for a in ['mean','mode','variance','stddev','support','param_shape','logits','probs','covariance_matrix','precision_matrix','scale_tril','arg_constraints']:
        if a in dir(type(d)) : print(a,end=' '); t(lambda:getattr(d,a))
    print('entropy',end=' ');t(lambda:d.entropy())
    for v in vals:
        print('log_prob',end=' ');t(lambda:d.log_prob(v)); print('cdf',end=' ');t(lambda:d.cdf(v)); print('icdf',end=' ');t(lambda:d.icdf(v))
    torch.manual_seed(0); print('sample',end=' ');t(lambda:d.sample((2,))); print('rsample',end=' ');t(lambda:d.rsample((2,))); t(lambda:d.sample())
    e=None
    try: e=d.expand((3,)+tuple(d.batch_shape)); print(e, e.batch_shape); t(lambda:e.sample().shape); t(lambda: e.log_prob(vals[0])); t(lambda: e.mean);t(lambda: e.variance);t(lambda: e.entropy())
    except Exception as x: print(type(x).__name__,x)
full('CB',ContinuousBernoulli(torch.tensor([0.3,0.5,0.4995,0.9])),[torch.tensor([0.2,0.5,0.9,0.1])])
full('CB2',ContinuousBernoulli(logits=torch.tensor([0.3,0.,-2.])),[torch.tensor([0.2,0.5,0.9]),0.3])
full('CB3',ContinuousBernoulli(0.3),[torch.tensor(0.2),1.5])
full('GP',GeneralizedPareto(torch.tensor([0.,1.,2.]),torch.tensor([1.,2.,.5]),torch.tensor([0.,0.5,-.7])),[torch.tensor([.5,1.5,2.2])])
full('GP2',GeneralizedPareto(0.,1.,0.3),[torch.tensor(.5)])
full('LKJ',LKJCholesky(3,0.5),[torch.eye(3)])
full('LKJ2',LKJCholesky(2,torch.tensor([0.5,2.])),[torch.eye(2)])
full('LRMN',LowRankMultivariateNormal(torch.zeros(2),torch.tensor([[1.],[0.5]]),torch.ones(2)),[torch.tensor([.5,1.])])
full('LRMN2',LowRankMultivariateNormal(torch.zeros(2,3),torch.ones(3,2)*torch.arange(1,3),torch.tensor([1.,2.,3.])),[torch.tensor([.5,1.,2.])])
full('VM',VonMises(torch.tensor([1.,-2.,0.5]),torch.tensor([1.,5.,0.1])),[torch.tensor([.5,1.,-3.])])
full('VM2',VonMises(1.,2.),[torch.tensor(0.3)])
S=torch.tensor([[2.,.3],[.3,1.]])
full('W',Wishart(torch.tensor(3.),covariance_matrix=S),[S])
full('W2',Wishart(torch.tensor([3.,4.5]),precision_matrix=S),[S])
full('W3',Wishart(torch.tensor([3.]),scale_tril=torch.linalg.cholesky(S)),[S])
for f in [lambda:ContinuousBernoulli(1.5),lambda:ContinuousBernoulli(),lambda:ContinuousBernoulli(0.3,logits=1.),lambda:GeneralizedPareto(0.,-1.,.5),lambda:LKJCholesky(1),lambda:LKJCholesky(3,-1.),lambda:LowRankMultivariateNormal(torch.zeros(()),torch.ones(2,1),torch.ones(2)),lambda:LowRankMultivariateNormal(torch.zeros(2),torch.ones(2),torch.ones(2)),lambda:LowRankMultivariateNormal(torch.zeros(2),torch.ones(3,1),torch.ones(2)),lambda:LowRankMultivariateNormal(torch.zeros(2),torch.ones(2,1),torch.ones(3)),lambda:LowRankMultivariateNormal(torch.zeros(2),torch.ones(2,1),-torch.ones(2)),lambda:VonMises(0.,-1.),lambda:Wishart(torch.tensor(0.5),S),lambda:Wishart(3.),lambda:Wishart(3.,S,S),lambda:Wishart(3.,torch.ones(2)),lambda:Wishart(3,S),lambda:Wishart(torch.tensor(3.),-S),lambda:Wishart(torch.tensor(3.),S).log_prob(-S),lambda:VonMises(0.,1.).log_prob(torch.tensor(float('nan'))),lambda:LKJCholesky(3).log_prob(torch.ones(3,3)),lambda:ContinuousBernoulli(.3).log_prob(torch.tensor(2.)),lambda:GeneralizedPareto(1.,1.,.5).log_prob(torch.tensor(.5)), lambda: Wishart(torch.tensor(1.5),S).sample()]:
    t(f)
pairs=[(ContinuousBernoulli(.3),ContinuousBernoulli(.6)),(LowRankMultivariateNormal(torch.zeros(2),torch.ones(2,1),torch.ones(2)),LowRankMultivariateNormal(torch.ones(2),torch.ones(2,1)*2,torch.ones(2))),(MultivariateNormal(torch.zeros(2),S),LowRankMultivariateNormal(torch.ones(2),torch.ones(2,1)*2,torch.ones(2))),(LowRankMultivariateNormal(torch.ones(2),torch.ones(2,1)*2,torch.ones(2)),MultivariateNormal(torch.zeros(2),S)),(ContinuousBernoulli(.3),Normal(0.,1.)),(ContinuousBernoulli(.3),Exponential(1.)),(ContinuousBernoulli(.3),Pareto(1.,1.)),(ContinuousBernoulli(.3),Uniform(0.,1.)),(ContinuousBernoulli(.3),Uniform(-1.,1.)),(Beta(1.,2.),ContinuousBernoulli(.3)),(Uniform(0.,1.),ContinuousBernoulli(.3)),(Uniform(-1.,1.),ContinuousBernoulli(.3)),(VonMises(0.,1.),VonMises(0.,2.)),(GeneralizedPareto(0.,1.,.3),GeneralizedPareto(0.,1.,.3)),(LKJCholesky(2),LKJCholesky(2)),(Exponential(1.),ContinuousBernoulli(.3)),(Normal(0.,1.),ContinuousBernoulli(.3)),(Gumbel(0.,1.),ContinuousBernoulli(.3)),(Laplace(0.,1.),ContinuousBernoulli(.3)),(Poisson(1.),Poisson(2.)),(Pareto(1.,1.),ContinuousBernoulli(.3)),(Gamma(1.,1.),ContinuousBernoulli(.3))]
for p,q in pairs: print(type(p).__name__,type(q).__name__); t(lambda:kl_divergence(p,q))
# gradients of samples
for mk in [lambda a:ContinuousBernoulli(a),lambda a:GeneralizedPareto(a,a,a),lambda a:LowRankMultivariateNormal(a.expand(2),a.expand(2,1),a.expand(2)),lambda a:VonMises(a,a),lambda a:Wishart(a*10,torch.eye(2)*a)]:
    a=torch.tensor(0.7,requires_grad=True); d=mk(a)
    torch.manual_seed(1)
    def g():
        s=d.rsample(); s.sum().backward(); return s, a.grad
    t(g); a.grad=None
    def g():
        s=d.sample(); l=d.log_prob(s); l.backward(); return l, a.grad
    t(g)


import torch
from torch.distributions import *
import torch.distributions.kl as k
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
a=torch.tensor([0.3,0.7],dtype=torch.float64); b=torch.tensor([1.5,4.],dtype=torch.float64)
ps={'Bernoulli':Bernoulli(a),'Beta':Beta(a,b),'Binomial':Binomial(3,a),'ContinuousBernoulli':ContinuousBernoulli(a),'Exponential':Exponential(b),'Gamma':Gamma(b,a),'Gumbel':Gumbel(a,b),'Laplace':Laplace(a,b),'Normal':Normal(a,b),'Pareto':Pareto(b,b),'Poisson':Poisson(b),'Uniform':Uniform(a,b)}
qs={'Bernoulli':Bernoulli(a/2),'Beta':Beta(b,a),'Binomial':Binomial(3,a/2),'ContinuousBernoulli':ContinuousBernoulli(a/2),'Exponential':Exponential(a),'Gamma':Gamma(a,b),'Gumbel':Gumbel(b,a),'Laplace':Laplace(b,a),'Normal':Normal(b,a),'Pareto':Pareto(a,a+.2),'Poisson':Poisson(a),'Uniform':Uniform(-b,b+b)}
for n,p in ps.items():
    for m,q in qs.items():
        if (n, m) == ('Pareto', 'Gumbel'): continue
        print(n,m,end=' '); t(lambda: kl_divergence(p,q))
for u in (Uniform(a/4,a/2),Uniform(-a,a)):
    for m,q in qs.items():
        print('U',m,end=' '); t(lambda: kl_divergence(u,q))
print(kl_divergence(LogNormal(a,b),LogNormal(b,a)), kl_divergence(Pareto(b,a),Pareto(a,b)), kl_divergence(Pareto(a,b),Pareto(b,b)))

m=MultivariateNormal(torch.zeros(2),torch.eye(2)); l=LowRankMultivariateNormal(torch.zeros(3),torch.ones(3,1),torch.ones(3))
t(lambda: kl_divergence(m,l)); t(lambda:kl_divergence(l,m)); t(lambda:kl_divergence(l,LowRankMultivariateNormal(torch.zeros(2),torch.ones(2,1),torch.ones(2))))
