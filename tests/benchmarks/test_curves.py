"""The picture of how learners became better."""

from __future__ import annotations

from pathlib import Path

from benchmarks.curves import main, read


def test_a_line_for_each_learner_and_a_panel_for_each_opponent(tmp_path: Path) -> None:
    """The same curves give the same picture, which says what its lines are."""
    for seed in (1, 2):
        (tmp_path / f"ppo-{seed}").mkdir()
        (tmp_path / f"ppo-{seed}" / "curve.csv").write_text(
            f"minutes,decisions,kernel-plan,kernel-trend\n0.5,100,0.0{seed},0.1\n1.0,200,0.1{seed},0.4\n"
        )
    assert read(tmp_path / "ppo-2") == {
        "minutes": [0.5, 1.0],
        "decisions": [100, 200],
        "kernel-plan": [0.02, 0.12],
        "kernel-trend": [0.1, 0.4],
    }
    drawn = []
    for name in ("a.svg", "b.svg"):
        main([str(tmp_path / "ppo-1"), str(tmp_path / "ppo-2"), "--out", str(tmp_path / name)])
        drawn.append((tmp_path / name).read_bytes())
    assert drawn[0] == drawn[1]
    for words in ("against three kernel-plan", "against three kernel-trend", "ppo-2", "fair share"):
        assert f"<!-- {words} -->".encode() in drawn[0]
