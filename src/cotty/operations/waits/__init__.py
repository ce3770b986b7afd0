"""What the verbs share that wait: for which pane they may not, and what they say when they are interrupted."""
