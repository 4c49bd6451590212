"""A taken port is said aloud, and the next one used."""

import socket

from saboteur_site.local.up import free_port


def test_the_next_port_is_used_when_one_is_taken(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        wanted = taken.getsockname()[1]
        found = free_port(wanted)
    assert found > wanted
    assert f"port {wanted} is taken; using {found}" in capsys.readouterr().err
