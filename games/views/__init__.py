"""Pages: parse what came, call a service or a selector, render. No rules, no queries, no writes."""
