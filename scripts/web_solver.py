"""Write what the browser's solver takes from Python (web/src/coverup/solver); --check compares it.

facts.ts has the house deck and how puzzles are dealt. search.ts is the inner loop, translated from its Python source.
`covergames.coverup._search` is plain enough to be translated line by line: integers, lists, loops and conditions. Everything
else is refused with the line that has it. Its constants are written as values. The integers of the search fit in 32 bits, and
those that do not (``FAR``) are only compared and added, which a JavaScript number does exactly as well.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from typing import Final

from covergames import puzzle
from covergames.coverup import _search, house_deck
from covergames.coverup.cards import Colour
from covergames.coverup.hand import COLOURS

ROOT: Final = Path(__file__).resolve().parents[1]
SOURCE: Final = ROOT / "src" / "covergames" / "coverup" / "_search.py"
FOLDER: Final = ROOT / "web" / "src" / "coverup" / "solver"
HEAD: Final = "// Written by scripts/web_solver.py from {}. Do not edit.\n"
TYPES: Final = {
    "bool": "boolean",
    "i64": "number",
    "int": "number",
    "list": "{}[]",
    "None": "void",
    "tuple": "[{}]",
    "Callable": "() => boolean",
}
OPERATORS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.And: "&&",
    ast.Or: "||",
    ast.Eq: "===",
    ast.NotEq: "!==",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "===",
    ast.IsNot: "!==",
    ast.Not: "!",
    ast.USub: "-",
    ast.Invert: "~",
}


class UntranslatableError(Exception):
    """A piece of Python that the translation does not know."""

    def __init__(self, node: ast.AST) -> None:
        super().__init__(f"{SOURCE}:{getattr(node, 'lineno', '?')}: cannot translate {ast.unparse(node)!r}")


def main() -> int:
    """Write the files or check them, and return the exit code."""
    texts = {"facts.ts": facts(), "search.ts": translation(ast.parse(SOURCE.read_text("utf-8")))}
    files = {FOLDER / name: text for name, text in texts.items()}
    stale = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    if stale and "--check" in sys.argv:
        print("out of date, run scripts/web_solver.py:", *stale, sep="\n  ", file=sys.stderr)
        return 1
    for path in stale:
        path.write_text(files[path], "utf-8")
    return 0


def facts() -> str:
    """Return the house deck and how puzzles are dealt, in TypeScript."""
    faces = house_deck().faces
    colours = {
        number: dict(zip((each.value for each in Colour), counts, strict=True)) for number, counts in COLOURS.items()
    }
    deck = "\n".join(f'  {face.id}: "{"".join(map(str, face.squares))}",' for face in faces)
    return f"""{HEAD.format("covergames.puzzle and the house deck")}
import type {{ Colour }} from "../../wire";

/** The published key of all puzzles. */
export const PUZZLE_KEY = {json.dumps(puzzle.KEY.decode())};
/** The round of the daily hand, from Monday to Sunday. */
export const ROUND_BY_WEEKDAY = {json.dumps(puzzle.ROUND_BY_WEEKDAY)} as const;
/** How many cards of each colour a hand has, by round (CU-N3). */
export const COLOURS_BY_ROUND: Record<number, Record<Colour, number>> = {json.dumps(colours)};
/** The cards of the house deck in its order: eight squares row by row, 0 empty, 1 to 6 a symbol. */
export const HOUSE_DECK: Record<string, string> = {{
{deck}
}};
"""


def translation(module: ast.Module) -> str:
    """Return the module in TypeScript: its constants, its functions and its class."""
    parts = [HEAD.format("covergames.coverup._search")]
    for node in module.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            parts.append(f"export const {name} = {json.dumps(getattr(_search, name))};\n")
        elif isinstance(node, ast.FunctionDef):
            parts.append("\n".join([doc_of(node), "export function " + signature(node), *Body(node).lines, "}\n"]))
        elif isinstance(node, ast.ClassDef):
            parts.append(class_of(node))
    return indented("\n".join(parts))


def indented(text: str) -> str:
    """Return the text with two spaces for every open brace at the end of a line."""
    lines: list[str] = []
    depth = 0
    for line in map(str.strip, text.splitlines()):
        depth -= line.startswith("}")
        lines.append("  " * depth + line if line else "")
        depth += line.endswith("{")
    return "\n".join(lines) + "\n"


def class_of(node: ast.ClassDef) -> str:
    """Return a class: its fields are those that ``__init__`` declares or assigns."""
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    [start] = [method for method in methods if method.name == "__init__"]
    lines = [doc_of(node), f"export class {node.name} {{"]
    for statement in start.body:
        if (field := field_of(statement)) is not None:
            lines.append(field)
    for method in methods:
        is_start = method is start
        head = f"constructor({parameters(method)}) {{" if is_start else signature(method)
        lines += ["", *([] if is_start else [doc_of(method)]), head, *Body(method).lines, "}"]
    return "\n".join([*lines, "}\n"])


def field_of(statement: ast.stmt) -> str | None:
    """Return the declaration of the field that a statement of ``__init__`` fills."""
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Attribute):
        return f"{statement.target.attr}: {type_of(statement.annotation)};"
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Attribute):
        kind = "number[][]" if isinstance(statement.value, ast.Name) else "boolean"
        return f"{statement.targets[0].attr}: {kind};"
    return None


def doc_of(node: ast.FunctionDef | ast.ClassDef) -> str:
    """Return the first line of the docstring as a comment."""
    return f"/** {(ast.get_docstring(node) or '').splitlines()[0]} */"


def parameters(function: ast.FunctionDef) -> str:
    """Return the parameters with their types, without ``self``."""
    return ", ".join(
        f"{each.arg}: {type_of(each.annotation)}" for each in function.args.args if each.annotation is not None
    )


def signature(function: ast.FunctionDef) -> str:
    """Return the head of a function up to its opening brace."""
    return f"{function.name}({parameters(function)}): {type_of(function.returns)} {{"


def type_of(annotation: ast.expr | None) -> str:
    """Return a type in TypeScript."""
    match annotation:
        case ast.Constant(value=None):
            return TYPES["None"]
        case ast.Name(id=name):
            return TYPES[name]
        case ast.BinOp(left=left, right=ast.Constant(value=None)):
            inner = type_of(left)
            return f"({inner}) | null" if "=>" in inner else f"{inner} | null"
        case ast.Subscript(value=ast.Name(id="Callable")):
            return TYPES["Callable"]
        case ast.Subscript(value=ast.Name(id=name), slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return TYPES[name].format(", ".join(map(type_of, parts)))
        case _:
            raise UntranslatableError(annotation or ast.Constant(None))


class Body:
    """The statements of one function; a variable is declared at its top, as it lives in the whole function in Python."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.parameters = {each.arg for each in function.args.args}
        self.lists = {
            node.target.id
            for node in ast.walk(function)
            if isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and type_of(node.annotation).endswith("[]")
        }
        self.lines: list[str] = []
        statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
        self.block(statements)
        self.lines = [*self.declarations(function), *self.lines]

    def declarations(self, function: ast.FunctionDef) -> list[str]:
        """Return the declarations of all variables that the function assigns."""
        names: dict[str, str] = {}  # without an annotation TypeScript finds the type itself
        for node in ast.walk(function):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                names[node.target.id] = f"{node.target.id}: {type_of(node.annotation)}"
            elif isinstance(node, ast.Assign | ast.For):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for name in (each for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)):
                    if isinstance(name.ctx, ast.Store):
                        names.setdefault(name.id, name.id)
        return [f"let {declared};" for name, declared in names.items() if name not in self.parameters]

    def block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        add = self.lines.append
        match node:
            case ast.AnnAssign(target=target, value=None):
                pass
            case ast.AnnAssign(target=target, value=value):
                assert value is not None
                add(f"{self.text(target)} = {self.text(value)};")
            case ast.Assign(targets=[target], value=value):
                add(f"{self.text(target)} = {self.text(value)};")
            case ast.AugAssign(target=target, op=operator, value=value):
                add(f"{self.text(target)} {OPERATORS[type(operator)]}= {self.text(value)};")
            case ast.Expr(value=value):
                add(f"{self.text(value)};")
            case ast.Return(value=value):
                add("return;" if value is None else f"return {self.text(value)};")
            case ast.Break():
                add("break;")
            case ast.Continue():
                add("continue;")
            case ast.If(test=test, body=body, orelse=rest):
                add(f"if {self.condition(test)} {{")
                self.block(body)
                if rest:
                    add("} else {")
                    self.block(rest)
                add("}")
            case ast.While(test=test, body=body, orelse=[]):
                add(f"while {self.condition(test)} {{")
                self.block(body)
                add("}")
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args), body=body):
                first, end = ("0", self.text(args[0])) if len(args) == 1 else map(self.text, args)
                add(f"for ({name} = {first}; {name} < {end}; {name}++) {{")
                self.block(body)
                add("}")
            case ast.For(target=target, iter=values, body=body):
                add(f"for ({self.text(target)} of {self.text(values)}) {{")
                self.block(body)
                add("}")
            case _:
                raise UntranslatableError(node)

    def condition(self, node: ast.expr) -> str:
        """Return a condition; an empty list is false in Python and true in JavaScript."""
        if isinstance(node, ast.Name) and node.id in self.lists:
            return f"({node.id}.length > 0)"
        text = self.text(node)
        return text if text.startswith("(") and text.endswith(")") else f"({text})"

    def text(self, node: ast.expr) -> str:
        """Return an expression, with parentheses everywhere: the two languages bind operators differently."""
        match node:
            case ast.Constant(value=value):
                return json.dumps(value)
            case ast.Name(id="self"):
                return "this"
            case ast.Name(id=name):
                return name
            case ast.Attribute(value=value, attr=name):
                return f"{self.text(value)}.{name}"
            case ast.Subscript(value=value, slice=index):
                element = f"{self.text(value)}[{self.text(index)}]"
                return element if isinstance(node.ctx, ast.Store) else f"{element}!"
            case ast.Tuple(elts=parts):
                return f"[{', '.join(map(self.text, parts))}]"
            case ast.List(elts=parts):
                return f"[{', '.join(map(self.text, parts))}]"
            case ast.BinOp(left=ast.List(elts=[value]), op=ast.Mult(), right=count):
                return f"new Array<number>({self.text(count)}).fill({self.text(value)})"
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
                return f"Math.floor({self.text(left)} / {self.text(right)})"
            case ast.BinOp(left=left, op=operator, right=right):
                return f"({self.text(left)} {OPERATORS[type(operator)]} {self.text(right)})"
            case ast.BoolOp(op=operator, values=values):
                return f"({f' {OPERATORS[type(operator)]} '.join(map(self.text, values))})"
            case ast.UnaryOp(op=operator, operand=operand):
                return f"{OPERATORS[type(operator)]}{self.text(operand)}"
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return f"({self.text(left)} {OPERATORS[type(operator)]} {self.text(right)})"
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self.condition(test)} ? {self.text(body)} : {self.text(other)})"
            case ast.Call():
                return self.call(node)
            case _:
                raise UntranslatableError(node)

    def call(self, node: ast.Call) -> str:
        """Return a call of a function, or of one of three methods of lists."""
        arguments = ", ".join(map(self.text, node.args))
        match node:
            case ast.Call(func=ast.Name(id="len")):
                return f"{arguments}.length"
            case ast.Call(func=ast.Attribute(value=values, attr="append")):
                return f"{self.text(values)}.push({arguments})"
            case ast.Call(func=ast.Attribute(value=values, attr="count")):
                return f"{self.text(values)}.filter((each) => each === {arguments}).length"
            case ast.Call(func=ast.Attribute(value=values, attr="sort"), keywords=[ast.keyword(arg="reverse")]):
                return f"{self.text(values)}.sort((one, other) => other - one)"
            case ast.Call(func=ast.Name() | ast.Attribute(value=ast.Name(id="self")), keywords=[]):
                return f"{self.text(node.func)}({arguments})"
            case _:
                raise UntranslatableError(node)


if __name__ == "__main__":
    sys.exit(main())
