"""The engine runs on a bare Python: no Django, no package of anybody else."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# -I and -S: neither the environment's packages nor the user's are within reach.
BARE = [sys.executable, "-I", "-S", "-c"]
PLAY = """
import sys
sys.path.insert(0, sys.argv[1])
import importlib, pkgutil, engine
for module in pkgutil.walk_packages(engine.__path__, "engine."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
foreign = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
print(sorted(foreign - {"engine", "__main__", "sitecustomize", "usercustomize"}))
"""


def test_every_module_of_the_engine_imports_without_a_single_package():
    done = subprocess.run([*BARE, PLAY, ROOT], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_django_would_not_be_found_there():
    done = subprocess.run([*BARE, "import django"], capture_output=True, text=True)
    assert "No module named 'django'" in done.stderr
