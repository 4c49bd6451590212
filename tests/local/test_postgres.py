"""Our own Postgres where things are awkward: root, closed folders, old or half-made data."""

import os
import tempfile

import psycopg
import pytest

from saboteur_site.local import folder, postgres


def answer(base):
    server = postgres.child(base, careless=True)
    server.start()
    try:
        server.await_ready()
        with psycopg.connect(postgres.url(base)) as connection:
            return connection.execute("select 6 * 7").fetchone()[0]
    finally:
        server.stop()


def test_it_serves_and_serves_again_on_the_same_data(base):
    assert answer(base) == 42
    made = (base / "postgres" / "PG_VERSION").stat().st_ino
    assert answer(base) == 42
    assert (base / "postgres" / "PG_VERSION").stat().st_ino == made


def test_a_set_up_cut_off_midway_is_begun_anew(base):
    (base / "postgres.new").mkdir()
    (base / "postgres.new" / "PG_VERSION").write_text("18\n")
    assert answer(base) == 42


def test_data_of_another_version_are_refused_with_a_reason(base):
    (base / "postgres").mkdir()
    (base / "postgres" / "PG_VERSION").write_text("9\n")
    with pytest.raises(SystemExit, match="made by Postgres 9"):
        postgres.child(base)


def test_a_path_too_long_for_a_socket_gets_a_stand_in(base, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(base))
    deep = base / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    assert len(bytes(folder.for_sockets(deep))) <= folder.LONGEST_SOCKET_FOLDER
    assert folder.for_sockets(deep) == folder.for_sockets(deep)
    assert answer(deep) == 42


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to give Postgres to another user")
def test_root_may_keep_the_project_in_a_closed_folder(base, monkeypatch):
    closed = base / "closed"
    closed.mkdir(mode=0o700)
    binaries = postgres._binaries()
    shared = base / "shared"
    shared.mkdir(mode=0o711)
    monkeypatch.setattr(postgres, "SHARED", shared)
    monkeypatch.setattr(postgres, "_passable", lambda path: path not in (closed, binaries))
    assert answer(closed) == 42
    assert postgres.place(closed).parent == shared
