"""The addresses of the site as it is measured."""

from django.urls import path

from games.bench.served import limit
from games.bench.server import LIMIT
from saboteur_site.urls import urlpatterns as of_the_site

urlpatterns = [path(f"{LIMIT}/<int:game_id>/<int:size>", limit), *of_the_site]
