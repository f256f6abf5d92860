# needs: numpy sklearn scipy PIL tqdm
import numpy as np, torch
from sklearn.model_selection import train_test_split
a, b = train_test_split(list(range(10)), random_state=0); print(a, b)
from sklearn.metrics import confusion_matrix, accuracy_score
print(confusion_matrix(torch.tensor([0, 1, 1]), [0, 1, 0]), accuracy_score([1, 2], [1, 3]))
from scipy import stats, special
print(stats.norm.cdf(1.0), special.expit(np.array([0.0])))
from PIL import Image
from tqdm import tqdm
import io
bar = io.StringIO()
print(sum(tqdm(range(5), file=bar, mininterval=100, bar_format='{n_fmt}/{total_fmt}')), repr(bar.getvalue()))
import argparse
ap = argparse.ArgumentParser(); ap.add_argument('--n', type=int, default=3); print(ap.parse_args(['--n', '4']))
