"""Who reads the name of an address knows the module and the function that answer there."""

from django.urls import URLPattern

from games.urls import urlpatterns
from tests.rows import each_row


def name_for(module: str, function: str) -> str:
    """The one name of a view's address; a view named like its module is said once."""
    parts = [module.rpartition(".")[2], function]
    return "-".join(dict.fromkeys(part.replace("_", "-") for part in parts))


@each_row("address", urlpatterns)
def test_an_address_is_named_for_its_view(address: URLPattern) -> None:
    view = address.callback
    assert view.__module__.startswith("games.views.")
    assert address.name == name_for(view.__module__, view.__name__)


def test_a_name_says_the_module_and_what_is_done_there() -> None:
    assert name_for("games.views.lobby", "add_bot") == "lobby-add-bot"
    assert name_for("games.views.home", "home") == "home"
