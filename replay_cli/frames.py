"""Frames: many pictures that are nearly alike, each of their parts kept once."""

import re
from collections.abc import Sequence

Node = str | tuple[int, ...]  # a line, or the numbers of the parts that follow each other
_OPENS = re.compile(r"<[A-Za-z][^<>]*(?<!/)>")


class Frames:
    """Takes pictures of one element a line; an element that was seen before costs only its number."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._numbers: dict[Node, int] = {}

    def add(self, svg: str) -> int:
        """Keep a picture; the number from which it can be put together again, line by line."""
        stack: list[list[int]] = [[]]
        for line in svg.split("\n"):
            number = self._number(line)
            if _OPENS.fullmatch(line):
                stack.append([number])
            elif line.startswith("</") and len(stack) > 1:
                part = stack.pop()
                stack[-1].append(self._number((*part, number)))
            else:
                stack[-1].append(number)
        return self._number(tuple(number for part in stack for number in part))

    def _number(self, node: Node) -> int:
        found = self._numbers.get(node)
        if found is None:
            found = self._numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return found


class Texts:
    """Sentences that come up again and again, each kept once."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def add(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))

    def all(self) -> Sequence[str]:
        return list(self.numbers)
