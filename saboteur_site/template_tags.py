"""Django's `translate` and `static`, worked out once for each language: a page has dozens of them.

Built into every template; `{% load i18n %}` brings back the slower ones.
"""

from django.template import Library, Node
from django.template.base import Parser, Token
from django.template.context import Context
from django.templatetags import i18n, static
from django.utils.translation import get_language

register = Library()
register.tags.update(i18n.register.tags)
register.filters.update(i18n.register.filters)


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
