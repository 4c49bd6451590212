"""What was done and by whom, in a log that is only added to; and the cause of every change."""
