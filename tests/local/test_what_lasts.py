"""What lives as long as its process is not looked through for garbage again and again."""

import subprocess
import sys

from django.conf import settings


def _frozen(program: str) -> int:
    told = subprocess.run(
        [sys.executable, "-c", program],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    return int(told.stdout)


def test_a_web_process_lets_what_lasts_be_with_every_page_loaded():
    program = """
import gc, sys
import saboteur_site.wsgi
assert "games.views.seat" in sys.modules
print(gc.get_freeze_count())
"""
    assert _frozen(program) > 100_000


def test_a_worker_that_is_ready_lets_what_lasts_be():
    program = """
import gc
import django
from celery.signals import worker_ready
from saboteur_site.celery import app
django.setup()
assert gc.get_freeze_count() == 0
worker_ready.send(sender=None)
print(gc.get_freeze_count())
"""
    assert _frozen(program) > 100_000
