"""The rules of leagues, pure: values in, values out; chance and `now` are given. Knows no rows."""
