"""Names that look alike: who speaks under another's is told apart by a number."""

from collections.abc import Iterable, Mapping

from games.people.rules.looks import look


def told_apart(people: Iterable[tuple[int, str]]) -> Mapping[tuple[int, str], str]:
    """Name people by who they are: the first of one look as he is called, others numbered."""
    called: dict[tuple[int, str], str] = {}
    looks: dict[str, list[int]] = {}
    for person, name in people:
        alike = looks.setdefault(look(name), [])
        if person not in alike:
            alike.append(person)
        number = alike.index(person) + 1
        called[person, name] = name if number == 1 else f"{name} ({number})"
    return called
