# needs: gymnasium
"""gymnasium: an environment of the program with a policy gradient on torch, wrappers, spaces, CartPole."""
import numpy as np, torch, gymnasium as gym
from gymnasium import spaces
from torch import nn
from torch.distributions import Categorical
from torch.distributions.categorical import Categorical as C2
print(Categorical is C2)
class Corridor(gym.Env):
    metadata = {'render_modes': ['ansi']}
    def __init__(self, n=5, render_mode=None):
        self.n = n; self.action_space = spaces.Discrete(2); self.observation_space = spaces.Box(0, 1, (n,), np.float32); self.render_mode = render_mode
    def _obs(self):
        o = np.zeros(self.n, np.float32); o[self.at] = 1; return o
    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed); self.at = 0; return self._obs(), {}
    def step(self, action):
        self.at = min(max(self.at + (1 if action == 1 else -1), 0), self.n - 1)
        done = self.at == self.n - 1
        return self._obs(), 1. if done else -.1, done, False, {}
    def render(self): return '.' * self.at + 'x'
gym.register('Corridor-v0', entry_point=lambda **kw: Corridor(**kw), max_episode_steps=30)
env = gym.make('Corridor-v0', n=5)
print(env.spec.id, env.action_space, env.observation_space.shape, env.unwrapped.n, env.reset(seed=0)[0])
torch.manual_seed(0)
policy = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 2)); opt = torch.optim.Adam(policy.parameters(), lr=.02)
lengths = []
for episode in range(60):
    obs, _ = env.reset(); logs, rewards, over = [], [], False
    while not over:
        dist = Categorical(logits=policy(torch.as_tensor(obs)))
        action = dist.sample(); logs.append(dist.log_prob(action))
        obs, reward, terminated, truncated, _ = env.step(action.item()); rewards.append(reward); over = terminated or truncated
    returns = torch.tensor(np.cumsum(rewards[::-1])[::-1].copy(), dtype=torch.float32)
    loss = -(torch.stack(logs) * (returns - returns.mean())).sum(); opt.zero_grad(); loss.backward(); opt.step(); lengths.append(len(rewards))
print(np.mean(lengths[-10:]) < np.mean(lengths[:10]), env.unwrapped.render())
cart = gym.make('CartPole-v1'); o, info = cart.reset(seed=1); print(o.round(4), cart.step(1)[0].round(4), cart.action_space.n)
class Flip(gym.ActionWrapper):
    def action(self, action): return 1 - action
w = Flip(Corridor()); w.reset(); print(w.step(0)[0].argmax(), w.unwrapped)
vec = gym.vector.SyncVectorEnv([lambda: Corridor() for _ in range(2)]); o, _ = vec.reset(); print(o.shape, vec.step(np.array([1, 0]))[1])
