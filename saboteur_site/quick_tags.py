"""Django's `if`, `for`, `block`, `include`, `extends` and values without filters, done directly.

A page consists of hundreds of them. Each takes the straight way where it is certain to lead where
Django's leads, a name that is there and no filter, and Django's own way everywhere else. Built into
every template, so that each of these tags can see to the values that stand just inside it.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from html import escape
from typing import Any, cast

from django.template import (
    Context,
    Library,
    NodeList,
    Variable,
    VariableDoesNotExist,
)
from django.template.base import (
    FilterExpression,
    Node,
    Parser,
    TextNode,
    Token,
    TokenType,
    VariableNode,
    render_value_in_context,
)
from django.template.defaulttags import ForNode, IfNode, TemplateLiteral, do_for, do_if
from django.template.loader_tags import (
    BLOCK_CONTEXT_KEY,
    BlockContext,
    BlockNode,
    ExtendsNode,
    IncludeNode,
    do_block,
    do_extends,
    do_include,
)
from django.utils.safestring import SafeString

Ask = Callable[[Context], Any]

register = Library()


class Shown(VariableNode):
    """A value, written where it stands."""

    def __init__(self, filter_expression: FilterExpression) -> None:
        super().__init__(filter_expression)
        self.ask = value_of(filter_expression, ignore_failures=False)

    def render(self, context: Context) -> str:
        """Escape a plain text, leave a safe one, and let Django write everything else."""
        value = self.ask(context)
        kind = type(value)
        if kind is SafeString:
            return str(value)
        if kind is str and context.autoescape:
            return escape(value)
        written: str = render_value_in_context(value, context)
        return written

    render_annotated = render


def value_of(expression: FilterExpression, *, ignore_failures: bool) -> Ask:
    """Find a value as its expression does; a missing one is nothing where failures are ignored."""
    slowly: Ask = partial(expression.resolve, ignore_failures=ignore_failures)
    var = expression.var
    if expression.filters or not isinstance(var, Variable) or not var.lookups or var.translate:
        return slowly
    name, *bits = var.lookups

    def quickly(context: Context) -> Any:
        for known in reversed(context.dicts):
            if name in known:
                value = known[name]
                break
        else:
            return slowly(context)
        try:
            for bit in bits:
                kind: Any = type(value)
                if kind is dict:
                    value = value[bit]
                elif _is_plain(kind):
                    value = getattr(value, bit)
                else:
                    return slowly(context)
        except (KeyError, AttributeError):
            return slowly(context)
        # What can be called Django calls, or not, as it says of itself.
        return slowly(context) if callable(value) else value

    return quickly


class Value:
    """What stands for an expression in the tags that Django wrote."""

    def __init__(self, expression: FilterExpression, *, ignore_failures: bool = False) -> None:
        self.ask = value_of(expression, ignore_failures=ignore_failures)

    def resolve(self, context: Context, ignore_failures: bool = False) -> Any:  # noqa: ARG002, FBT001, FBT002
        """Find the value."""
        return self.ask(context)


@cache
def _is_plain(kind: type) -> bool:
    """Tell whether such a value is not called, and nothing of it found but its attributes."""
    is_called = any("__call__" in each.__dict__ for each in kind.__mro__)
    return not is_called and (not hasattr(kind, "__getitem__") or issubclass(kind, tuple))


def quicken(nodes: NodeList) -> NodeList:
    """Put `Shown` in the place of the values that stand in a list of nodes itself."""
    for at, node in enumerate(nodes):
        if type(node) is VariableNode:
            shown = Shown(node.filter_expression)
            shown.token, shown.origin = node.token, node.origin
            nodes[at] = shown
    return nodes


def _answer(condition: Any) -> Ask:
    """Find out what a condition comes to; no failure is met in finding a value."""
    if isinstance(condition, TemplateLiteral):
        expression: Any = condition.value
        return value_of(expression, ignore_failures=True)
    if condition.id == "not":
        inner = _answer(condition.first)
        return lambda context: not inner(context)
    if condition.id in ("and", "or"):
        first, second = _answer(condition.first), _answer(condition.second)
        if condition.id == "and":
            return lambda context: first(context) and second(context)
        return lambda context: first(context) or second(context)
    asked: Ask = condition.eval
    return asked


class If(IfNode):
    """A choice between parts of a page."""

    def __init__(self, conditions_nodelists: list[tuple[Any, NodeList]]) -> None:
        super().__init__(conditions_nodelists)
        self.ways = [
            (condition and _answer(condition), quicken(nodes))
            for condition, nodes in conditions_nodelists
        ]

    def render(self, context: Context) -> SafeString:
        """Write the first part whose condition holds."""
        for holds, nodes in self.ways:
            try:
                chosen = holds is None or holds(context)
            except VariableDoesNotExist:  # as the argument of a filter
                chosen = False
            if chosen:
                return nodes.render(context)
        return SafeString("")

    render_annotated = render


class For(ForNode):
    """A part of a page written once for each value, where nothing in it asks for `forloop`."""

    def render(self, context: Context) -> SafeString:
        """Give each value its name in turn."""
        node: Any = self
        values = node.sequence.resolve(context)
        if values is not None and not hasattr(values, "__len__"):
            values = list(values)
        if not values:
            nothing: SafeString = node.nodelist_empty.render(context)
            return nothing
        written: list[str] = []
        (name,) = node.loopvars
        with context.push() as names:
            for value in values:
                names[name] = value
                written += [each.render_annotated(context) for each in node.nodelist_loop]
        return SafeString("".join(written))

    render_annotated = render


class Include(IncludeNode):
    """Another template, found once if its name is a fixed one."""

    found: Any = None

    def render(self, context: Context) -> SafeString:
        """Find it the first time."""
        if self.found is None and isinstance(self.template.var, str) and not self.template.filters:
            self.found = _template(context, self.template.var)
        if self.found is None or self.isolated_context:
            return super().render(context)
        given = {name: value.resolve(context) for name, value in self.extra_context.items()}
        with context.push(**given):
            written: SafeString = self.found.render(context)
            return written

    render_annotated = render


class Extends(ExtendsNode):
    """A page within another, which is found and looked through for its blocks once."""

    parent: Any = None
    root_blocks: Mapping[str, Any] | None = None

    def render(self, context: Context) -> SafeString:
        """Do as Django does, with a parent that has a fixed name and not our own."""
        expression: Any = self.parent_name
        name = expression.var
        if not isinstance(name, str) or name == self.origin.template_name:
            elsewhere: SafeString = super().render(context)
            return elsewhere
        if self.parent is None:
            parent = _template(context, name)
            first = next((node for node in parent.nodelist if not isinstance(node, TextNode)), None)
            if not isinstance(first, ExtendsNode):
                blocks: Any = parent.nodelist.get_nodes_by_type(BlockNode)
                self.root_blocks = {block.name: block for block in blocks}
            self.parent = parent
        of_page = context.render_context
        if BLOCK_CONTEXT_KEY not in of_page:
            of_page[BLOCK_CONTEXT_KEY] = BlockContext()
        of_page[BLOCK_CONTEXT_KEY].add_blocks(self.blocks)
        if self.root_blocks is not None:
            of_page[BLOCK_CONTEXT_KEY].add_blocks(self.root_blocks)
        with of_page.push_state(self.parent, isolated_context=False):
            written: SafeString = self.parent._render(context)
            return written


def _template(context: Context, name: str) -> Any:
    page: Any = context.template
    template = page.engine.get_template(name)
    quicken(template.nodelist)
    return template


@register.tag("if")
def if_tag(parser: Parser, token: Token) -> Node:
    """Choose between parts of a page."""
    return If(do_if(parser, token).conditions_nodelists)


@register.tag("for")
def for_tag(parser: Parser, token: Token) -> ForNode:
    """Write a part once for each of some values."""
    asks = _asks_of_round(parser)
    node: Any = do_for(parser, token)
    node.sequence = Value(node.sequence, ignore_failures=True)
    quicken(node.nodelist_loop)
    quicken(node.nodelist_empty)
    if not asks and len(node.loopvars) == 1 and not node.is_reversed:
        node.__class__ = For
    each: ForNode = node
    return each


def _asks_of_round(parser: Parser) -> bool:
    """Tell whether something before the `endfor` asks for `forloop`, or may do so unseen."""
    within = 0
    for token in reversed(cast("list[Token]", parser.tokens)):
        if token.token_type in (TokenType.TEXT, TokenType.COMMENT):
            continue
        word = token.contents.split(maxsplit=1)[0]
        if word == "endfor" and not within:
            return False
        within += (word == "for") - (word == "endfor")
        unknown = token.token_type == TokenType.BLOCK and word not in _KNOWN
        if unknown or "forloop" in token.contents:
            return True
    return True


_KNOWN = (
    *("if", "elif", "else", "endif", "for", "empty", "endfor"),
    *("translate", "static", "url", "part", "endpart", "csrf_token"),
)


@register.tag("block")
def block_tag(parser: Parser, token: Token) -> BlockNode:
    """Name a part that a page within this one can replace."""
    node = do_block(parser, token)
    quicken(node.nodelist)
    return node


@register.tag("include")
def include_tag(parser: Parser, token: Token) -> Node:
    """Write another template here."""
    node = do_include(parser, token)
    given = {name: Value(expression) for name, expression in node.extra_context.items()}
    return Include(node.template, extra_context=given, isolated_context=node.isolated_context)


@register.tag("extends")
def extends_tag(parser: Parser, token: Token) -> Node:
    """Make this a page within another."""
    node = do_extends(parser, token)
    return Extends(node.nodelist, node.parent_name)
