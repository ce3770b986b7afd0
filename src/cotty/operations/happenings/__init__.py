"""What happens on a terminal without anybody asking: panes and sessions come and go, agents change their state."""
