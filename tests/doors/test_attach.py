"""The line to sit down at a session is one that a shell takes as it stands."""

import pytest

from cotty.doors.cli.attach import attach_line
from cotty.doors.cli.options import Server


@pytest.mark.parametrize(
    ("server", "line"),
    [
        (Server(), "tmux attach -t shared"),
        (Server(socket="work"), "tmux -L work attach -t shared"),
        (Server(socket_path="/run/my tmux"), "tmux -S '/run/my tmux' attach -t shared"),
        (Server("docker://box"), "docker exec -it box tmux attach -t shared"),
        (
            Server("docker://box", program=("podman", "--runtime", "runc"), options=("-u", "ann")),
            "podman --runtime runc exec -it -u ann box tmux attach -t shared",
        ),
        (Server("docker://pod", program=("kubectl",)), "kubectl exec -it pod -- tmux attach -t shared"),
        (Server("ssh://ann@host"), "ssh -t ann@host 'tmux attach -t shared'"),
        (Server("ssh://host:2222", socket="a b"), """ssh -t -p 2222 host 'tmux -L '"'"'a b'"'"' attach -t shared'"""),
    ],
)
def test_each_host_has_its_line(server: Server, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TMUX", raising=False)
    assert attach_line(server, "shared") == line


def test_inside_the_same_tmux_the_client_is_switched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMUX", "/tmp/tmux-0/default,42,0")
    assert attach_line(Server(), "shared") == "tmux switch-client -t shared"
    assert attach_line(Server(socket="default"), "shared") == "tmux -L default switch-client -t shared"
    assert attach_line(Server(socket="other"), "shared") == "tmux -L other attach -t shared"
    assert attach_line(Server("ssh://host"), "shared") == "ssh -t host 'tmux attach -t shared'"
