"""Clusters of rows by k-means: how many there are, and how stable."""

from collections.abc import Iterable

import numpy as np
from scipy.cluster.vq import kmeans2
from scipy.spatial.distance import cdist

from shared.contracts import Scalar, TypedColumns
from shared.statistics.columns import Floats, values_of
from shared.statistics.groupless import groupless
from shared.statistics.requests import Cluster, StatisticTable
from shared.statistics.tables import TableRow, table

LEAST = 10
"""Rows to cluster."""
CLEAR, WEAK = 0.5, 0.25
"""Silhouettes (Kaufman and Rousseeuw 1990): from the first on groups are clear, below the second there are none."""
_SEED, _STARTS, _STARTING, _MOST_K = 1, 30, 10, 8
_MOST_FOR_SILHOUETTE = 1500
_MOST_TRIED = 5000
"""Rows on which numbers of clusters are tried, and their stability; all rows then go to the clusters chosen."""
_RESAMPLES = 10
_MOST_HELD, _REFERENCES = 200, 39
"""Rows that are held against as many without groups, and how often."""
_TYPICAL = 3


def clusters(request: Cluster, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """One row, the clusters by size, and what each k would give; with less than ten rows, or nothing that varies, only
    how many there are."""
    if request.likenesses:
        return _by_likeness(request, columns)
    every = values_of(columns)[request.labels :]
    data = np.column_stack([one.floats for one in every])
    known = np.all(np.isfinite(data), axis=1)
    varying = [at for at in range(len(every)) if known.any() and np.ptp(data[known][:, at]) > 0]
    raw = data[known][:, varying]
    raw = raw[np.lexsort(raw.T[::-1])] if len(varying) else raw  # the order of the file is no order
    names = [every[at].name for at in varying]
    row: TableRow = {
        "count": len(raw),
        "empty": int(np.sum(~known)),
        "columns": len(names),
        **dict.fromkeys(("k", "silhouette", "chance", "stability", "explained")),
    }
    different = len(np.unique(raw, axis=0)) if len(names) else 0
    if len(raw) < LEAST or different < 2:
        return table([row]), table([]), table([])
    z = (raw - raw.mean(axis=0)) / raw.std(axis=0)
    labels, found, by_k = _chosen(z, request.k, different)
    row |= {**found, "explained": _explained(z, labels)}
    return table([row]), table(_profiles(raw, labels, names)), table(by_k)


def _by_likeness(request: Cluster, columns: TypedColumns) -> tuple[StatisticTable, ...]:
    """The same of rows that are told by how like some others they are, with what is typical of each cluster."""
    named, *_ = every = values_of(columns)
    data = np.column_stack([one.floats for one in every[request.labels :]])
    data = data[:, np.isfinite(data).any(axis=0)]
    known = np.all(np.isfinite(data), axis=1) & bool(data.shape[1])
    places = np.flatnonzero(known)
    places = places[np.lexsort(data[places].T[::-1])] if len(places) else places  # the order of the file is no order
    raw = data[places]
    row: TableRow = {
        "count": len(raw),
        "empty": int(np.sum(~known)),
        "columns": data.shape[1],
        **dict.fromkeys(("k", "silhouette", "chance", "stability", "explained")),
    }
    different = len(np.unique(raw.round(6), axis=0)) if len(raw) else 0
    if len(raw) < LEAST or different < 2:
        return table([row]), table([]), table([])
    centred = raw - raw.mean(axis=0)
    labels, found, by_k = _chosen(centred, request.k, different)
    row |= {**found, "explained": _explained(centred, labels)}
    profiles = sorted(
        (_typical(raw, labels == one, [named.shown(int(place)) for place in places]) for one in np.unique(labels)),
        key=lambda one: (-int(one["size"] or 0), str(one["typical_1"])),
    )
    numbered: list[TableRow] = [{"cluster": f"cluster {place}", **one} for place, one in enumerate(profiles, start=1)]
    return table([row]), table(numbered), table(by_k)


def _typical(raw: Floats, inside: Floats, names: list[str]) -> TableRow:
    """A cluster by its size, share, and the names of the rows nearest to its middle."""
    own = np.flatnonzero(inside)
    away = np.linalg.norm(raw[own] - raw[own].mean(axis=0), axis=1).round(9)
    near = list(dict.fromkeys(names[own[at]] for at in np.argsort(away, kind="stable")))[:_TYPICAL]
    told: TableRow = {f"typical_{at}": near[at - 1] if at <= len(near) else None for at in range(1, _TYPICAL + 1)}
    return {"size": len(own), "share": 100 * len(own) / len(raw), **told}


def _chosen(z: Floats, wanted: int | None, different: int) -> tuple[Floats, TableRow, list[TableRow]]:
    """The labels of all rows with the k that is best, or asked for; its figures; and what each k would give."""
    some = z if len(z) <= _MOST_TRIED else z[np.random.default_rng(_SEED).choice(len(z), _MOST_TRIED, replace=False)]
    tried = _tried(some, wanted, different)
    k = wanted if wanted in tried else max(tried, key=lambda one: (round(tried[one][1], 9), -one))
    labels, silhouette = tried[k]
    row: TableRow = {"k": k, "silhouette": silhouette, "stability": _stability(some, labels, k)}
    row["chance"] = _chance(some, tried) if silhouette >= CLEAR else None
    by_k: list[TableRow] = [{"k": one, "silhouette": value} for one, (_, value) in sorted(tried.items())]
    return (labels if some is z else _spread(z, some, labels)), row, by_k


def _tried(z: Floats, wanted: int | None, different: int) -> dict[int, tuple[Floats, float]]:
    """Labels and silhouette by k."""
    most = min(_MOST_K, different, max(2, len(z) // 5))
    ks = [min(wanted, different)] if wanted else range(2, most + 1)
    found = {}
    for k in ks:
        labels = _kmeans(z, k)
        found[k] = labels, _silhouette(z, labels)
    return found


def _chance(z: Floats, ks: Iterable[int]) -> float:
    """How likely values without groups fall as far apart, by their best silhouette: the first of those drawn that does
    ends the search (Besag and Clifford 1991)."""
    rng = np.random.default_rng(_SEED)
    some = z if len(z) <= _MOST_HELD else z[rng.choice(len(z), _MOST_HELD, replace=False)]
    own = _best(some, ks)
    for drawn, reference in zip(range(_REFERENCES), groupless(some, rng), strict=False):
        if _best(reference, ks) >= own:
            return 1 / (drawn + 1)
    return 1 / (_REFERENCES + 1)


def _best(z: Floats, ks: Iterable[int]) -> float:
    """The best silhouette of these numbers of clusters."""
    apart = cdist(z, z)
    return max(_mean_silhouette(apart, _kmeans(z, k, starts=3, end=1)) for k in ks)


def _kmeans(z: Floats, k: int, starts: int = _STARTS, end: int = 50) -> Floats:
    """The best of many short starts, carried on to its end."""
    best: tuple[float, Floats] | None = None
    for start in range(starts):
        rng = np.random.default_rng((_SEED, start))
        centres, labels = kmeans2(z, k, minit="++", iter=_STARTING, rng=rng, missing="warn")
        cost = float(np.sum((z - centres[labels]) ** 2))
        if best is None or cost < best[0] - 1e-9:
            best = cost, centres
    assert best is not None
    return np.asarray(kmeans2(z, best[1], minit="matrix", iter=end, missing="warn")[1])


def _spread(z: Floats, some: Floats, labels: Floats) -> Floats:
    """The clusters of all rows, begun from those of some."""
    centres = np.array([some[labels == one].mean(axis=0) for one in np.unique(labels)])
    return np.asarray(kmeans2(z, centres, minit="matrix", iter=50, missing="warn")[1])


def _silhouette(z: Floats, labels: Floats) -> float:
    """The mean silhouette, of 1,500 rows at most."""
    if len(np.unique(labels)) < 2:
        return -1.0
    at = np.arange(len(z))
    if len(z) > _MOST_FOR_SILHOUETTE:
        at = np.sort(np.random.default_rng(_SEED).choice(len(z), _MOST_FOR_SILHOUETTE, replace=False))
    return _mean_silhouette(cdist(z[at], z[at]), labels[at])


def _mean_silhouette(apart: Floats, own: Floats) -> float:
    """By how far points are from each other, and the clusters that they are in."""
    kinds, mine, sizes = np.unique(own, return_inverse=True, return_counts=True)
    if len(kinds) < 2:
        return -1.0
    sums = apart @ (mine[:, None] == np.arange(len(kinds)))
    rows = np.arange(len(own))
    inside = sums[rows, mine] / np.maximum(sizes[mine] - 1, 1)
    means = sums / sizes
    means[rows, mine] = np.inf
    outside = means.min(axis=1)
    scores = np.where(sizes[mine] > 1, (outside - inside) / np.maximum(np.maximum(outside, inside), 1e-300), 0.0)
    return float(scores.mean())


def _explained(z: Floats, labels: Floats) -> float:
    """The part of the variance that lies between clusters, in percent."""
    within = sum(float(np.sum((z[labels == one] - z[labels == one].mean(axis=0)) ** 2)) for one in np.unique(labels))
    return 100 * (1 - within / float(np.sum(z**2)))


def _stability(z: Floats, labels: Floats, k: int) -> float:
    """How alike clusters of resampled rows are to these: the mean adjusted Rand index, 1 where always the same."""
    rng, found = np.random.default_rng(_SEED), []
    for _ in range(_RESAMPLES):
        drawn = rng.choice(len(z), len(z), replace=True)
        if len(np.unique(z[drawn], axis=0)) < k:
            continue
        centres, _ = kmeans2(z[drawn], k, minit="++", iter=30, rng=rng, missing="warn")
        found.append(adjusted_rand(labels, np.argmin(cdist(z, centres), axis=1)))
    return float(np.mean(found)) if found else 0.0


def adjusted_rand(one: Floats, other: Floats) -> float:
    """The adjusted Rand index of two partitions (Hubert and Arabie 1985)."""
    counts = np.array([[np.sum((one == a) & (other == b)) for b in np.unique(other)] for a in np.unique(one)])
    pairs = [float(np.sum(part * (part - 1) / 2)) for part in (counts, counts.sum(axis=1), counts.sum(axis=0))]
    every = len(one) * (len(one) - 1) / 2
    expected = pairs[1] * pairs[2] / every
    most = (pairs[1] + pairs[2]) / 2
    return 1.0 if most == expected else (pairs[0] - expected) / (most - expected)


def _profiles(raw: Floats, labels: Floats, names: list[str]) -> list[TableRow]:
    """The clusters, largest first: size, share, and the mean of each column, with what sets it apart."""
    mean, deviation = raw.mean(axis=0), raw.std(axis=0)
    found: list[TableRow] = []
    for one in np.unique(labels):
        own = raw[labels == one]
        scores = (own.mean(axis=0) - mean) / deviation
        at = int(np.argmax(np.abs(scores)))
        figures: dict[str, Scalar] = {f"mean_{name}": float(own[:, place].mean()) for place, name in enumerate(names)}
        apart: TableRow = {"apart_by": names[at], "apart": "higher" if scores[at] > 0 else "lower"}
        found.append({"size": len(own), "share": 100 * len(own) / len(raw), **figures, **apart})
    found.sort(key=lambda row: (-int(row["size"] or 0), *(float(row[f"mean_{name}"] or 0) for name in names)))
    return [{"cluster": f"cluster {place}", **row} for place, row in enumerate(found, start=1)]
