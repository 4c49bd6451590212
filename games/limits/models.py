"""What was used of limits lately: nothing in it says whose it is."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Spent(models.Model):
    """When one of somebody's limits was used. Whoever uses it holds the row until he is done."""

    key = models.CharField(
        max_length=32, primary_key=True, help_text="which limit of whom, hashed; see the rules"
    )
    times = ArrayField(models.DateTimeField())
    over_at = models.DateTimeField(db_index=True, help_text="when it counts no more")

    class Meta:
        app_label = "games"
        verbose_name_plural = "spent"

    def __str__(self) -> str:
        return self.key
