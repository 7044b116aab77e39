"""What holds for every test: nothing is read from the cache of an earlier run."""

import os

os.environ["WORKBENCH_CACHE"] = ""
