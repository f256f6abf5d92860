"""REINFORCE with a baseline and a small DQN on a corridor, with distributions and a target network."""
import copy
import random
from collections import deque

import torch
from torch import nn
import torch.nn.functional as F
from torch.distributions import Categorical

torch.manual_seed(6)
random.seed(6)


class Corridor:
    def __init__(self, n=6):
        self.n = n

    def reset(self):
        self.at = self.n // 2
        return F.one_hot(torch.tensor(self.at), self.n).float()

    def step(self, action):
        self.at += 1 if action else -1
        done = self.at in (0, self.n - 1)
        return F.one_hot(torch.tensor(self.at), self.n).float(), (1.0 if self.at == self.n - 1 else -0.1), done


env = Corridor()
policy = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
value = nn.Linear(6, 1)
optimizer = torch.optim.Adam([*policy.parameters(), *value.parameters()], lr=0.02)
lengths = []
for episode in range(30):
    state, done, logs, rewards, values = env.reset(), False, [], [], []
    while not done and len(rewards) < 30:
        dist = Categorical(logits=policy(state))
        action = dist.sample()
        logs.append(dist.log_prob(action))
        values.append(value(state).squeeze())
        state, reward, done = env.step(action.item())
        rewards.append(reward)
    returns, total = [], 0.
    for r in reversed(rewards):
        total = r + 0.95 * total
        returns.insert(0, total)
    returns = torch.tensor(returns)
    values = torch.stack(values)
    advantage = returns - values.detach()
    loss = -(torch.stack(logs) * advantage).sum() + F.smooth_l1_loss(values, returns)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    lengths.append(len(rewards))
print(lengths)
print(torch.softmax(policy(env.reset()), 0))

q = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 2))
target = copy.deepcopy(q)
optimizer = torch.optim.Adam(q.parameters(), lr=0.01)
memory = deque(maxlen=200)
epsilon, losses = 1.0, []
for episode in range(12):
    state, done, steps = env.reset(), False, 0
    while not done and steps < 30:
        action = random.randrange(2) if random.random() < epsilon else q(state).argmax().item()
        after, reward, done = env.step(action)
        memory.append((state, action, reward, after, float(done)))
        state, steps = after, steps + 1
        if len(memory) >= 16:
            s, a, r, s2, d = zip(*random.sample(memory, 16))
            s, s2, a = torch.stack(s), torch.stack(s2), torch.tensor(a).unsqueeze(1)
            with torch.no_grad():
                goal = torch.tensor(r) + 0.9 * target(s2).max(1).values * (1 - torch.tensor(d))
            loss = F.huber_loss(q(s).gather(1, a).squeeze(1), goal)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    epsilon *= 0.8
    if episode % 3 == 0:
        target.load_state_dict(q.state_dict())
print(len(losses), [round(x, 5) for x in losses[::10]])
