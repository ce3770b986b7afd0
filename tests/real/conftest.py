"""What tests on real tmux share, from tests/beds/fixtures.py: versions, private servers, containers, an sshd."""

from tests.beds.fixtures import (
    container,
    lasting_containers,
    need,
    sshd,
    start_container,
    tmux_program,
    tmux_socket,
)

__all__ = ["container", "lasting_containers", "need", "sshd", "start_container", "tmux_program", "tmux_socket"]
