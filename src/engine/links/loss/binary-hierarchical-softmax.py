# binary-hierarchical-softmax.py: code of binary-hierarchical-softmax.c in exported programs.
# SPDX-License-Identifier: MIT


# text: torch_class
class BinaryHierarchicalSoftmax(nn.Module):
    """The loss of each word as that of the turns to it in a tree."""

    def __init__(self, in_size, tree):
        super().__init__()
        self.paths = {}
        self.n_parents = 0
        self.walk(tree, [])
        self.W = nn.Parameter(torch.zeros(self.n_parents, in_size))
        drawn(self, W=lambda w: nn.init.uniform_(w, -1, 1))

    def walk(self, node, path):
        if not isinstance(node, tuple):
            self.paths[node] = path
            return
        parent = self.n_parents
        self.n_parents += 1
        left, right = node
        self.walk(left, path + [(parent, 1.0)])
        self.walk(right, path + [(parent, -1.0)])

    def forward(self, x, t):
        paths = [self.paths.get(word, []) for word in t.tolist()]
        rows = [row for row, path in enumerate(paths) for _ in path]
        parents = [parent for path in paths for parent, _ in path]
        signs = [sign for path in paths for _, sign in path]
        scores = (x[rows] * self.W[parents]).sum(1)
        return F.softplus(-scores * x.new_tensor(signs)).sum()
# end text
