"""The addresses of the site as it is measured."""

from django.urls import path

from saboteur_site.urls import urlpatterns as of_the_site
from tests.bench.served import limit
from tests.bench.server import LIMIT

urlpatterns = [path(f"{LIMIT}/<int:game_id>/<int:size>", limit), *of_the_site]
