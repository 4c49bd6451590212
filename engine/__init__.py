"""The rules of the Saboteur family as pure values: no clock, no database, no sentences.

Start reading at `engine.api`; `engine.registry` lists the games.
"""
