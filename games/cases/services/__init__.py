"""Reports are kept with what was to be seen then; claimed, decided, appealed. Rows are written."""
