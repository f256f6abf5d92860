"""A pole on a cart in plain Python: advantage actor-critic with generalised advantages, PPO with clipped ratios, a Gaussian policy for a pendulum."""
import math
import torch
from torch import nn
from torch.distributions import Categorical, Normal


class CartPole:
    def __init__(self, seed):
        self.g = torch.Generator().manual_seed(seed)

    def reset(self):
        self.s = (torch.rand(4, generator=self.g) * 0.1 - 0.05).tolist()
        self.t = 0
        return self.s

    def step(self, action):
        x, v, a, w = self.s
        force = 10.0 if action == 1 else -10.0
        temp = (force + 0.05 * w * w * math.sin(a)) / 1.1
        acc = (9.8 * math.sin(a) - math.cos(a) * temp) / (0.5 * (4 / 3 - 0.1 * math.cos(a) ** 2 / 1.1))
        x, v, a, w = x + 0.02 * v, v + 0.02 * (temp - 0.05 * acc * math.cos(a) / 1.1), a + 0.02 * w, w + 0.02 * acc
        self.s, self.t = [x, v, a, w], self.t + 1
        fell = abs(x) > 2.4 or abs(a) > 0.2095
        return self.s, 1.0, fell or self.t >= 60


def layer_init(layer, std=2 ** 0.5, bias=0.0):
    nn.init.orthogonal_(layer.weight, std)
    nn.init.constant_(layer.bias, bias)
    return layer


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(layer_init(nn.Linear(4, 16)), nn.Tanh(), layer_init(nn.Linear(16, 1), std=1.0))
        self.actor = nn.Sequential(layer_init(nn.Linear(4, 16)), nn.Tanh(), layer_init(nn.Linear(16, 2), std=0.01))

    def act(self, x, action=None):
        probs = Categorical(logits=self.actor(x))
        if action is None:
            action = probs.sample()
        return action, probs.log_prob(action), probs.entropy(), self.critic(x).squeeze(-1)


def gae(rewards, values, dones, last, gamma=0.99, lam=0.95):
    advantages, running = torch.zeros_like(rewards), 0.
    following = torch.cat([values[1:], last.view(1)])
    for t in range(len(rewards) - 1, -1, -1):
        alive = 1 - dones[t]
        running = rewards[t] + gamma * following[t] * alive - values[t] + gamma * lam * alive * running
        advantages[t] = running
    return advantages


def rollout(env, state, agent, n):
    keep = []
    for _ in range(n):
        with torch.no_grad():
            a, logp, _, v = agent.act(state)
        s, r, done = env.step(int(a))
        keep.append((state, a, logp, v, torch.tensor(r), torch.tensor(float(done))))
        state = torch.tensor(env.reset() if done else s)
    return state, [torch.stack(c) for c in zip(*keep)]


torch.manual_seed(160)
env, agent = CartPole(1), Agent()
state = torch.tensor(env.reset())
optimizer = torch.optim.Adam(agent.parameters(), lr=3e-3, eps=1e-5)
for update in range(3):
    state, (obs, actions, logprobs, values, rewards, dones) = rollout(env, state, agent, 48)
    with torch.no_grad():
        advantages = gae(rewards, values, dones, agent.critic(state))
    returns = advantages + values
    optimizer.param_groups[0]['lr'] = (1 - update / 3) * 3e-3
    for epoch in range(2):
        for mb in torch.randperm(48).chunk(3):
            _, logp, entropy, value = agent.act(obs[mb], actions[mb])
            ratio = (logp - logprobs[mb]).exp()
            adv = (advantages[mb] - advantages[mb].mean()) / (advantages[mb].std() + 1e-8)
            pg = torch.max(-adv * ratio, -adv * ratio.clamp(0.8, 1.2)).mean()
            clipped = values[mb] + (value - values[mb]).clamp(-0.2, 0.2)
            vl = 0.5 * torch.max((value - returns[mb]) ** 2, (clipped - returns[mb]) ** 2).mean()
            loss = pg - 0.01 * entropy.mean() + 0.5 * vl
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
    with torch.no_grad():
        kl = ((ratio - 1) - ratio.log()).mean()
    print(f'update {update} value {vl.item():.3f} entropy {entropy.mean().item():.4f} kl {kl.item():.4f} episodes {int(dones.sum())}')

# advantage actor-critic, one loss for a whole episode
torch.manual_seed(161)
agent = Agent()
optimizer = torch.optim.RMSprop(agent.parameters(), lr=5e-3, alpha=0.99, eps=1e-5)
for episode in range(6):
    s, rewards, logs, values, entropies, done = torch.tensor(env.reset()), [], [], [], [], False
    while not done:
        a, logp, ent, v = agent.act(s)
        nxt, r, done = env.step(a.item())
        s = torch.tensor(nxt)
        rewards.append(r), logs.append(logp), values.append(v), entropies.append(ent)
    R, returns = 0., []
    for r in rewards[::-1]:
        R = r + 0.99 * R
        returns.append(R)
    returns, values = torch.tensor(returns[::-1]), torch.stack(values)
    loss = -(torch.stack(logs) * (returns - values).detach()).mean() + nn.functional.huber_loss(values, returns) - 0.01 * torch.stack(entropies).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(len(rewards), f'{loss.item():.3f}', end='; ')
print()

# a continuous action: the angle of a pendulum held by a torque, rewards through the model (the dynamics have gradients)
torch.manual_seed(162)
mean, log_std = nn.Sequential(nn.Linear(3, 12), nn.Tanh(), nn.Linear(12, 1)), nn.Parameter(torch.zeros(1) - 1)
opt = torch.optim.Adam([*mean.parameters(), log_std], lr=0.01)
for it in range(15):
    th, w, cost = torch.linspace(-1, 1, 8), torch.zeros(8), 0.
    for t in range(10):
        dist = Normal(mean(torch.stack([th.cos(), th.sin(), w], 1)).squeeze(1), log_std.exp())
        u = 2 * torch.tanh(dist.rsample())
        w = w + 0.1 * (7.5 * th.sin() + 3 * u)
        th = th + 0.1 * w
        cost = cost + (th ** 2 + 0.1 * w ** 2 + 0.001 * u ** 2).mean()
    opt.zero_grad()
    cost.backward()
    nn.utils.clip_grad_norm_(mean.parameters(), 1.0)
    opt.step()
    if it % 5 == 0:
        print('pendulum', it, f'{cost.item():.2f}', f'{dist.entropy().mean().item():.3f}')
