"""Reads rows of each list with pynetbox's `.all()`, as a script would, and prints rows and seconds as JSON.

All rows would take many minutes, so that SPOTS stretches of ROWS rows are read, spread evenly over each list: rows at its
start are not like the others.
"""

import itertools
import json
import sys
import time

import pynetbox

SPOTS = 5

url, token, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])
nb = pynetbox.api(url, token=token)
out = {}
for name in sys.argv[4:]:
    app, endpoint = name.split(".")
    records = getattr(getattr(nb, app), endpoint)
    count = records.count()
    seen = 0
    began = time.perf_counter()
    for spot in range(SPOTS):
        offset = count * (2 * spot + 1) // (2 * SPOTS)
        stretch = records.all(limit=rows, offset=offset)
        seen += sum(1 for _ in itertools.islice(stretch, rows))
    out[name] = {"rows": seen, "seconds": time.perf_counter() - began}
print(json.dumps(out))
