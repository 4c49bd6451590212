"""What templates write in a straight way, Django writes in the same words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from django.template import Context, Engine, Node, engines
from django.template.base import VariableNode
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe

from saboteur_site.quick_tags import Shown

DJANGO: Any = engines["django"]
OURS = [*DJANGO.engine.builtins]
DJANGOS = [name for name in OURS if not name.startswith("saboteur_site.")]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as a page shows him."""

    name: object
    tags: tuple[str, ...] = ()

    @property
    def shout(self) -> str:
        """What is worked out when it is asked for."""
        return str(self.name).upper()

    def called(self) -> str:
        """What is to be called."""
        return f"<{self.name}>"


class Pair(NamedTuple):
    """Two values with names."""

    left: object
    right: object


class Both:
    """What has an entry and an attribute of one name."""

    name = "an attribute"

    def __init__(self, entries: dict[str, object]) -> None:
        self.entries = entries

    def __getitem__(self, name: str) -> object:
        return self.entries[name]


class Called:
    """What is another where it is called, as templates do."""

    name = "not called"

    def __call__(self) -> Person:
        return Person("called")


class Untouched:
    """What templates shall not call."""

    do_not_call_in_templates = True

    def __call__(self) -> str:
        raise AssertionError


VALUES: dict[str, Any] = {
    "text": "a < b & \"c\" 'd'",
    "safe": mark_safe("<b>bold</b>"),
    "number": 1234567,
    "fraction": 0.5,
    "yes": True,
    "none": None,
    "empty": "",
    "list": ["<", ">"],
    "dict": {"key": "<v>", "items": "an entry before a method", "deep": {"er": Pair("l", "r")}},
    "bare": {"a": 1},
    "pair": Pair("<l>", None),
    "person": Person("Ann <3", ("<x>", "y")),
    "people": [Person("Ann"), Person(mark_safe("<i>Bob</i>"), ("t",)), Person(3)],
    "call": lambda: "<called>",
    "lazy": SimpleLazyObject(lambda: Person("lazy")),
    "space": SimpleNamespace(inner={"name": "<n>"}, caller=Called()),
    "both": Both({"name": "<an entry>"}),
    "caller": Called(),
    "untouched": Untouched(),
    "pairs": [(1, "<a>"), (2, "b")],
    "drawn": lambda: iter("<b>"),
}
SOURCES = (
    *(f"{{{{ {name} }}}}" for name in VALUES if name not in ("untouched", "both", "lazy", "drawn")),
    "{{ dict.key }}{{ dict.items }}{{ dict.deep.er.left }}{{ dict.deep.er.1 }}{{ dict.nothing }}",
    "{% for name, value in bare.items %}{{ name }}={{ value }}{% endfor %}",
    "{{ pair.left }}{{ pair.0 }}{{ pair.right }}{{ pair.2 }}{{ list.1 }}{{ list.7 }}",
    "{{ person.name }}{{ person.shout }}{{ person.called }}{{ person.called.upper }}{{ person.x }}",
    "{{ both.name }}{{ both.entries.name }}{{ caller.name }}{{ space.caller.name }}",
    "{{ lazy.name }}{{ lazy.shout }}{{ space.inner.name }}{{ nobody }}{{ nobody.name }}",
    "{{ text|upper }}{{ text|safe }}{{ nobody|default:text }}{{ 'fixed <' }}{{ 7 }}",
    "{% autoescape off %}{{ text }}{{ person.name }}{% endautoescape %}",
    "{% if person %}a{% endif %}{% if nobody %}b{% else %}c{% endif %}{% if not nobody %}d"
    "{% endif %}",
    "{% if none %}a{% elif empty %}b{% elif person.tags %}c{% else %}d{% endif %}",
    "{% if person and not nobody.name or none %}a{% endif %}{% if none or person.x %}b{% endif %}",
    "{% if number == 1234567 and text != 'x' %}a{% endif %}{% if 'x' not in list %}b{% endif %}",
    "{% if pair.right is None %}a{% endif %}{% if pair.left is not None %}b{% endif %}",
    "{% if text|length > 3 %}a{% endif %}{% if text|default:nobody %}b{% endif %}",
    "{% if empty|default:nobody %}a{% else %}b{% endif %}{% if call %}c{% endif %}",
    "{% if untouched %}a{% endif %}{% if not lazy.tags %}b{% endif %}{% if True %}c{% endif %}",
    "{% for one in people %}{{ forloop.counter }}{{ one.name }}{% for tag in one.tags %}{{ tag }}"
    "{{ forloop.parentloop.last }}{% empty %}-{% endfor %}{% if forloop.first %}!{% endif %}"
    "{% endfor %}{% for one in nobody %}x{% empty %}{{ text }}{% endfor %}",
    "{% for one in people %}{{ one.name }}{% for tag in one.tags %}{{ tag }}{% empty %}-"
    "{% endfor %}{% endfor %}{% for text in list %}{{ text }}{% endfor %}{{ text }}",
    "{% for one in people %}{% if nobody %}x{% elif forloop.last %}!{% endif %}{% endfor %}",
    "{% for one in people %}{% include 'round' %}{% with i=forloop.counter %}{{ i }}{% endwith %}"
    "{% endfor %}{% for one in list %}{% if one %}{% for two in pairs %}{{ forloop.counter }}"
    "{{ forloop.parentloop.counter }}{% endfor %}{% endif %}{% endfor %}",
    "{% for one in drawn %}{{ one }}{% empty %}-{% endfor %}{% for one in none %}x{% empty %}y"
    "{% endfor %}{% for one in text %}{{ one }}.{% endfor %}{% for one in dict %}{{ one }}"
    "{% endfor %}",
    "{% for number, sign in pairs reversed %}{{ number }}{{ sign }}{% endfor %}{{ number }}",
    "{% with text=person.name %}{{ text }}{% if text %}{{ text }}{% endif %}{% endwith %}",
    "{% include 'part' %}{% include 'part' with text=person.name %}{{ text }}",
    "{% include 'part' with text=list only %}{% include which %}",
    "{% extends 'middle' %}ignored{% block inner %}[{{ block.super }}{{ text }}]{% endblock %}",
    "{% extends which_base %}{% block inner %}{{ person.name }}{% endblock %}",
)
TEMPLATES = {
    "part": "<p>{{ text }}{{ person.name }}</p>",
    "round": "{{ forloop.counter }}{{ one.name }}",
    "base": "{{ text }}|{% block outer %}{% block inner %}base {{ text }}{% endblock %}"
    "{% endblock %}{% if person %}{% block last %}{{ pair.left }}{% endblock %}{% endif %}",
    "middle": "{% extends 'base' %}{% block inner %}middle {{ text }} {{ block.super }}"
    "{% endblock %}",
}
VALUES |= {"which": "part", "which_base": "base"}


def engine(builtins: list[str]) -> Engine:
    """Read templates by these tags."""
    loaders = [
        (
            "django.template.loaders.cached.Loader",
            [("django.template.loaders.locmem.Loader", TEMPLATES)],
        )
    ]
    return Engine(loaders=loaders, builtins=builtins, string_if_invalid="(missing)")


@pytest.mark.parametrize("source", SOURCES)
def test_what_is_written_directly_is_what_django_writes(source: str) -> None:
    if "extends" not in source:
        source = f"{{% if person %}}{source}{{% endif %}}"
    djangos = engine(DJANGOS).from_string(source).render(Context(VALUES))
    page = engine(OURS).from_string(source)
    # What was found the first time is found again.
    assert [page.render(Context(VALUES)) for _ in range(3)] == [djangos] * 3


def test_a_page_asked_for_a_text_only_shows_what_was_given_to_it() -> None:
    page = engine(OURS).from_string("{% extends 'middle' %}")
    said = [page.render(Context({"text": text})) for text in ("<one>", "two")]
    assert ["&lt;one&gt;" in said[0], "two" in said[1], "one" in said[1]] == [True, True, False]


def test_hardly_a_value_of_our_pages_is_left_to_django() -> None:
    table = DJANGO.engine.get_template("pages/table.html")
    kinds = [type(node) for node in nodes(table.nodelist)]
    assert kinds.count(Shown) > 40
    assert kinds.count(VariableNode) == 0


def nodes(found: Any) -> Iterator[Node]:
    """Walk through all nodes within others."""
    for node in found:
        yield node
        for name in node.child_nodelists:
            yield from nodes(getattr(node, name, None) or ())


def test_an_error_in_a_value_is_met_and_not_hidden() -> None:
    def broken() -> str:
        raise LookupError

    page = engine(OURS).from_string("{% if person.name %}{{ person.name }}{% endif %}")
    asked: Callable[[], str] = broken
    with pytest.raises(LookupError):
        page.render(Context({"person": SimpleNamespace(name=asked)}))
