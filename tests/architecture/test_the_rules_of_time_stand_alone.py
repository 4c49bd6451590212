"""The rules of time run on a bare Python: no Django, no package of anybody else."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
IMPORT = """
import sys
sys.path.insert(0, sys.argv[1])
import importlib, pkgutil, games.clocks.rules as rules
for module in pkgutil.walk_packages(rules.__path__, rules.__name__ + "."):
    importlib.import_module(module.name)
foreign = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
foreign = {name for name in foreign if not name.startswith("_sysconfigdata")}
print(sorted(foreign - {"games", "__main__", "sitecustomize", "usercustomize"}))
print(sorted(name for name in sys.modules if name.startswith("games.") and "clocks" not in name))
"""


def test_the_rules_of_time_import_without_a_single_package() -> None:
    # -I and -S: neither the environment's packages nor the user's are within reach.
    bare = [sys.executable, "-I", "-S", "-c", IMPORT, str(ROOT)]
    done = subprocess.run(bare, capture_output=True, text=True)
    assert (done.stdout.split("\n"), done.stderr) == (["[]", "[]", ""], "")
