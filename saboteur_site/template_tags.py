"""Django's `translate`, `static` and `url`, worked out once: a page has dozens of them.

`|address` writes an e-mail address as people do. `{% part shown=value %}` remembers what lies
between it and `{% endpart %}` by all that it shows.
Built into every template; `{% load i18n %}` brings back the slower `translate`.
"""

from collections.abc import Mapping

from django.conf import settings
from django.template import Library, Node, NodeList, defaulttags
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.templatetags import i18n, static
from django.utils.translation import get_language

from games.texts import address_text
from saboteur_site.quick_tags import quicken, value_of

KEPT = 500
"""A part is remembered for so many values; then the oldest goes."""

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)
register.filter("address", address_text)


class Once(Node):
    """What depends on nothing but the language."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.said: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """Work it out the first time."""
        language = get_language()
        if language not in self.said:
            self.said[language] = self.node.render(context)
        return self.said[language]

    render_annotated = render


class Address(Node):
    """Where a page without arguments is."""

    def __init__(self, node: URLNode) -> None:
        self.node = node
        self.known: dict[str, str] = {}

    def render(self, context: Context) -> str:
        """Work it out the first time."""
        pages = settings.ROOT_URLCONF
        if pages not in self.known:
            self.known[pages] = self.node.render(context)
        return self.known[pages]

    render_annotated = render


class Part(Node):
    """What depends on the language and on the values named: it is written without any others."""

    child_nodelists = ()  # no block of a page lies in it

    def __init__(self, shown: Mapping[str, FilterExpression], content: NodeList) -> None:
        self.shown = {name: value_of(each, ignore_failures=False) for name, each in shown.items()}
        self.content = content
        self.written: dict[tuple[object, ...], str] = {}

    def render(self, context: Context) -> str:
        """Write it the first time that just these are shown."""
        values = {name: ask(context) for name, ask in self.shown.items()}
        language = get_language()
        key = (language, *values.values())
        written = self.written.get(key)
        if written is None:
            while len(self.written) >= KEPT:
                self.written.pop(next(iter(self.written)), None)
            written = self.written[key] = self.content.render(
                context.new({**values, "LANGUAGE_CODE": language})
            )
        return written

    render_annotated = render


@register.tag
def part(parser: Parser, token: Token) -> Part:
    """Remember what lies before `endpart`, which shows nothing but the values named here."""
    shown = token_kwargs(token.split_contents()[1:], parser)
    content = parser.parse(("endpart",))
    parser.delete_first_token()
    return Part(shown, quicken(content))


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Translate; one text is the same every time, anything else is Django's."""
    node = i18n.do_translate(parser, token)
    _tag, text, *further = token.split_contents()
    return node if further or text[0] not in "'\"" or "|" in text else Once(node)


@register.tag("static")
def static_tag(parser: Parser, token: Token) -> Node:
    """Find the address of a static file in the same way."""
    node = static.do_static(parser, token)
    _tag, path, *further = token.split_contents()
    return node if further or path[0] not in "'\"" or "|" in path else Once(node)


@register.tag("url")
def url_tag(parser: Parser, token: Token) -> Node:
    """Find the address of a page; one without arguments is always the same.

    Not so one that is put aside under a name: it may not be there.
    """
    node = defaulttags.url(parser, token)
    fixed = isinstance(node.view_name.var, str) and not (node.args or node.kwargs or node.asvar)
    return Address(node) if fixed else node
