"""Figures of what was cleaned up, for operators."""

from django.db import models


class Cleaned(models.Model):
    """How much of one sort was cleaned up."""

    what = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField(help_text="when the beat last looked")
    removed = models.PositiveIntegerField(help_text="so many were removed then")
    in_all = models.PositiveBigIntegerField(default=0, help_text="so many were ever removed")
    more = models.BooleanField(help_text="whether some are left for the next beat")

    class Meta:
        app_label = "games"
        ordering = ("what",)
        verbose_name_plural = "cleaned"

    def __str__(self) -> str:
        return self.what
