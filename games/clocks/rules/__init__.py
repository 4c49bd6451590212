"""The rules of time, pure: values in, values out, `now` always given."""
