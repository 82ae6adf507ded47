from __future__ import annotations

import json
import re
from functools import partial
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from babel import Locale
from babel.numbers import format_decimal, format_percent

from covergames.rulebook import SECTIONS, rule_ids
from covergames.text import LANGUAGES, catalog, formatted, parsed, placeholders, preferred_language, text

ROOT: Final = Path(__file__).parents[1]
EVERY_LANGUAGE: Final = pytest.mark.parametrize("language", LANGUAGES)
EVERY_GAME: Final = pytest.mark.parametrize("game", SECTIONS)

QUOTED: Final = {
    "en": "“([^”]+)”",
    "nl": "\u2018([^\u2019]+)\u2019",
    "fi": "”([^”]+)”",
    "sv": "”([^”]+)”",
    "da": "”([^”]+)”",
    "nb": "«([^»]+)»",
}

SAME: Final = {
    "en nl": ["Scores", "W", "blunder", "cover", "covers", "magazine", "open scores", "scores", "winter", "{number}%"],
    "en da": ["Stop"],
    "en nb": ["best"],
    "nl fi sv da nb": [","],
    "fi sv da nb": ["{number}\u00a0%"],
    "en nl da": ["bots", "model", "score", "{count, plural, one {# trend} other {# trends}}"],
    "en nl sv": ["hand"],
    "en nl sv da": ["prestige"],
    "en nl fi sv da nb": ["{reason}."],
    "en nl sv da nb": ["R", "Start", "Storm", "optimum", "rating", "trend"],
    "en sv da": ["Vibration"],
    "en sv da nb": ["Symbol", "symbol"],
    "nl nb": ["Trendteller", "sterk"],
    "nl sv": ["spel"],
    "nl sv da": ["cirkel"],
    "nl sv da nb": ["B", "Gr", "Tempo", "kort"],
    "sv da": ["antal", "antal kort", "antal år", "slut", "à {worth}", "Statistik"],
    "sv nb": [
        "{done} av {size} kort",
        "nytt",
        "egenskap",
        "modell",
        "romber",
        "svart",
        "vanlig",
        "vår",
        "svart hår",
        "år {year} av {years}",
        "{count, plural, one {# trend} other {# trender}}",
        "Språk",
        "(ditt)",
        "Hastighet",
        "Se reprisen",
        "Sett",
        "Steg {step} av {last}",
        "{laid} av {cards}",
        "Totalt",
        "pågår",
        "totalt",
        "tre trender",
        "tre trender: {stack}",
        "{count} av {of}",
        "Bra gjort.",
        "{step} av {steps}",
    ],
    "sv da nb": [
        "tid",
        "Kort {number}",
        "Din tur",
        "Gu",
        "S",
        "Optimum",
        "andel",
        "Varianter",
        "blå",
        "fiktivt magasin A",
        "fiktivt magasin B",
        "gul",
        "magasin",
        "stil",
        "vinter",
        "år",
        "{count, plural, one {# kort} other {# kort}}",
        "{count, plural, one {# sekund} other {# sekunder}}",
        "{count, plural, one {# symbol} other {# symboler}}",
        "{count, plural, one {# år} other {# år}}",
        "fiktivt {letter}",
        "Regler",
        "{count}, en trend",
        "{count}, ingen trend",
        "år {year}",
        "{season}, år {year}",
        "kort {number}, {colour}: {rows}; {place}",
        "tom",
        "Målet",
        "resultat",
    ],
    "da nb": [
        "en god bot",
        "spiller som",
        "Hvilken forside?",
        "Bytte et kort?",
        "Fra hvilken bunke?",
        "Dele eller spille videre?",
        "Heldige og uheldige kort",
        "Hvis timeglasset var vendt tidligere",
        "Runde for runde",
        "bunken ved {time}",
        "analyserer",
        "bedre",
        "hvis vendt før",
        "naboens optimum (andre)",
        "over optimum",
        "trukne kort",
        "valgt",
        "Start serveren med --proxy {address}.",
        "WebSockets når serveren på {url}.",
        "en server fra covergames svarer på {address}.",
        "{url} svarer med status {status}, og ikke som en server fra covergames.",
        "{url} virker: serveren ser adressen {address} og {scheme}.",
        "Ingen lyd",
        "Skjul",
        "blomst",
        "{count, plural, one {# kort er ikke lagt} other {# kort er ikke lagt}}",
        "rask",
        "straks",
        "H",
        "Kort på hånden.",
        "Sand til",
        "Spiller {number}",
        "dagens hånd venter",
        "felt {step}",
        "god",
        "forsider",
        "omgang {lap}, felt {step}",
        "{count, plural, one {# kort måtte fjernes.} other {# kort måtte fjernes.}}",
        "3 eller flere",
        "Tallene",
        "spillere",
        "valg",
        "En runde",
        "{name} har allerede vendt timeglasset.",
        "{name}: {card} fjernes fra bunken, {why}.",
        "Kortene",
        "Runde 1: 5 grønne. Runde 2: 4 grønne, 1 gult. Runde 3: 3 grønne, 1 gult, 1 rødt. "
        "Runde 4: 2 grønne, 2 gule, 1 rødt. Runde 5: 1 grønt, 2 gule, 2 røde.",
        "To fiktive magasiner",
        "To magasiner hver",
        "To spillere, med fiktive magasiner",
        "To til fem spillere",
        "To til seks spillere",
        "bunke",
        "firkant",
        "forside",
        "halvlangt",
        "hjerte",
        "hovedmagasin",
        "hånd",
        "kastebunke",
        "kommende bunke",
        "kortere",
        "langt",
        "med fiktive magasiner",
        "mester",
        "måned",
        "runde",
        "rød",
        "rødbrunt",
        "sekunder i timeglasset",
        "sidebunke",
        "sidemagasin",
        "sommer",
        "spiller",
        "startspiller",
        "stjerne",
        "tilskuer",
        "trekant",
        "{count, plural, one {# runde} other {# runder}}",
        "{count, plural, one {# spiller} other {# spillere}}",
        "{season}, måned {month}",
        "ingen",
        "rødbrunt hår",
        "{who, select, you {Du får kortene {cards}.} other {{name} får {count, plural, one {# kort} other {# kort}}.}}",
        "Del",
        "Et bord",
        "Fjern",
        "Hvorfor?",
        "Inviter venner",
        "Jeg er klar",
        "Sender …",
        "Spillet",
        "Startside",
        "Ved bordet",
        "Ved bordet: {names}",
        "Venter på {names}",
        "Vis",
        "alt",
        "bunker",
        "fiktive",
        "klar",
        "Forseglingen, vist før spillet",
        "Gå til",
        "Til bordet",
        "alle",
        "Kort {number} fjernes: {why}",
        "synlige symboler",
        "Vend timeglasset",
        "{name}: {laid, plural, one {# kort} other {# kort}} lagt, {count} synlige",
        "De andre",
        "har valgt",
        "vendte",
        "Alle på én gang",
        "Alle regler",
        "Delvis trendy",
        "Det er for langt.",
        "Helt trendy",
        "Lyd",
        "Navn",
        "Skriv til de andre",
        "Venter på {names} ...",
        "Videre",
        "lagt",
        "lavest",
        "lyst",
        "mørkt",
        "omgang {lap}",
        "spredning",
        "synlige",
        "{card} er ikke grønt.",
        "{card} er ikke lagt.",
        "{file}: ikke bevist. {reason}",
        "{who, select, you {Du stemte: {vote}} other {{name} har stemt}}.",
        "{who, select, you {Du vendte} other {{name} vendte}} timeglasset.",
        "Lær det på lysbordet",
    ],
    "en nl da nb": ["Chat", "Hint", "bot", "bot, {level}"],
    "en da nb": ["Pause", "Send"],
}
"""Messages that are the same in these languages."""


def arguments(key: str, language: str) -> set[tuple[str, str]]:
    """Return the name and kind of every argument of a message."""
    return {(part["name"], part.get("type", "plain")) for part in placeholders(parsed(key, language))}


def test_every_catalog_belongs_to_a_language() -> None:
    """``languages.json`` is the only list of languages."""
    catalogs = {file.name for file in (resources.files("covergames") / "locales").iterdir()}
    assert catalogs == {"languages.json"} | {f"{language}.json" for language in LANGUAGES}


@EVERY_LANGUAGE
def test_every_language_has_exactly_the_same_keys(language: str) -> None:
    assert set(catalog(language)) == set(catalog("en"))


@EVERY_LANGUAGE
def test_every_message_takes_the_same_arguments_in_every_language(language: str) -> None:
    for key in catalog("en"):
        assert arguments(key, language) == arguments(key, "en"), key


@EVERY_LANGUAGE
def test_every_message_can_be_formatted(language: str) -> None:
    for key in catalog(language):
        said = text(key, language, **{name: 2 for name, _ in arguments(key, language)})
        assert said == said.strip() != "", key
        assert not re.search("[{}#]", said), key


@EVERY_LANGUAGE
def test_plurals_have_the_forms_of_their_language_and_no_others(language: str) -> None:
    locale = Locale.parse(language)
    forms = {"plural": locale.plural_form.tags | {"other"}, "selectordinal": locale.ordinal_form.tags | {"other"}}
    for key in catalog(language):
        for part in placeholders(parsed(key, language)):
            if (kind := part.get("type")) in forms:
                assert {option for option in part["options"] if not option.startswith("=")} == forms[kind], key


@EVERY_LANGUAGE
def test_catalogs_are_sorted_so_that_they_merge_well(language: str) -> None:
    """No key occurs twice either: reading would lose one of them."""
    written = (resources.files("covergames") / "locales" / f"{language}.json").read_text(encoding="utf-8")
    assert written == json.dumps(dict(catalog(language)), ensure_ascii=False, indent=2, sort_keys=True) + "\n"


@EVERY_LANGUAGE
def test_messages_have_no_apostrophes_or_tags(language: str) -> None:
    """A straight apostrophe quotes in ICU, and some parsers take < for a tag: write U+2019 instead, and no tags."""
    assert not [key for key, message in catalog(language).items() if re.search("['<>]", message)]


def test_equal_texts_in_two_languages_are_listed() -> None:
    """A text that is equal but not listed has not been translated."""
    found: dict[str, set[str]] = {}
    for one, other in combinations(LANGUAGES, 2):
        for key, message in catalog(one).items():
            if message == catalog(other)[key]:
                found.setdefault(message, set()).update({one, other})
    allowed = {message: set(languages.split()) for languages, messages in SAME.items() for message in messages}
    assert found == allowed


@pytest.mark.parametrize(
    ("prefix", "folder", "suffixes"),
    [("terminal", "web/src", {".svelte", ".ts"}), ("web", "src/covergames", {".py"})],
)
def test_a_message_of_one_client_is_used_by_no_other(prefix: str, folder: str, suffixes: set[str]) -> None:
    """A message that several clients use has a key without the name of a client."""
    keys = [key for key in catalog("en") if key.startswith(f"{prefix}.")]
    for file in (ROOT / folder).rglob("*"):
        if file.suffix in suffixes:
            source = file.read_text(encoding="utf-8")
            assert not [key for key in keys if f'"{key}"' in source], file


@EVERY_LANGUAGE
@EVERY_GAME
def test_every_section_and_rule_has_a_text(game: str, language: str) -> None:
    for section, rules in SECTIONS[game]:
        assert text(section, language)
        for rule in rules:
            assert 1 <= len(text(f"rule.{rule}.title", language).split()) <= 5, rule
            assert text(f"rule.{rule}", language).endswith("."), rule


def test_the_rulebook_and_the_catalogs_have_the_same_rules() -> None:
    listed = [rule for game in SECTIONS for rule in rule_ids(game)]
    assert len(listed) == len(set(listed))
    assert set(listed) == {key.split(".")[1] for key in catalog("en") if key.startswith("rule.")}
    headings = [section.key for sections in SECTIONS.values() for section in sections]
    assert len(headings) == len(set(headings))
    assert set(headings) == {key for key in catalog("en") if key.startswith("rules.section.")}


def test_rule_ids_are_in_the_order_of_the_sections() -> None:
    assert rule_ids("cover-me")[:4] == ("CM-C1", "CM-C2", "CM-C3", "CM-S1")
    assert rule_ids("cover-me")[-1] == "CM-I3"
    assert rule_ids("cover-up")[-2:] == ("CU-I1", "CU-B1")
    assert (len(rule_ids("cover-me")), len(rule_ids("cover-up"))) == (57, 24)


@EVERY_LANGUAGE
def test_quoted_words_in_rules_are_used_elsewhere(language: str) -> None:
    """Rules quote options, buttons and the titles of other rules."""
    messages = catalog(language)
    names = {
        message
        for key, message in messages.items()
        if key.startswith(("option.", "action.")) or (key.startswith("rule.") and key.endswith(".title"))
    }
    quoted = {
        key: re.findall(QUOTED[language], message) for key, message in messages.items() if key.startswith("rule.")
    }
    assert {key: len(quotes) for key, quotes in quoted.items() if quotes} == {
        "rule.CM-S7": 1,
        "rule.CM-A1": 2,
        "rule.CM-A5": 1,
        "rule.CM-V3": 1,
        "rule.CM-I2": 1,
        "rule.CU-H1": 1,
        "rule.CU-H2": 1,
    }
    assert {quote for quotes in quoted.values() for quote in quotes} <= names


@EVERY_LANGUAGE
@EVERY_GAME
def test_a_rule_has_the_same_numbers_in_every_language(game: str, language: str) -> None:
    """Only digits are compared: a digit in English is a digit in every language."""
    for rule in rule_ids(game):
        digits = [sorted(re.findall(r"\d+", text(f"rule.{rule}", spoken))) for spoken in ("en", language)]
        assert digits[0] == digits[1], rule


@pytest.mark.parametrize(
    ("language", "key", "count", "said"),
    [
        ("en", "count.cards", 1, "1 card"),
        ("en", "count.cards", 0, "0 cards"),
        ("nl", "count.seasons", 1, "1 seizoen"),
        ("nl", "count.seasons", 12, "12 seizoenen"),
        ("fi", "count.cards", 1, "1 kortti"),
        ("fi", "count.cards", 0, "0 korttia"),
        ("fi", "count.cards", 21, "21 korttia"),
        ("fi", "count.points", 19, "19 pistettä"),
        ("sv", "count.rounds", 1, "1 runda"),
        ("sv", "count.rounds", 5, "5 rundor"),
        ("da", "count.players", 1, "1 spiller"),
        ("da", "count.players", 6, "6 spillere"),
        ("nb", "count.symbols", 1, "1 symbol"),
        ("nb", "count.symbols", 4, "4 symboler"),
        ("fi", "count.points", 12345, "12\N{NO-BREAK SPACE}345 pistettä"),
    ],
)
def test_plural_forms(language: str, key: str, count: int, said: str) -> None:
    assert text(key, language, count=count) == said


def test_the_default_language_is_english() -> None:
    assert text("season.fall") == "autumn"
    assert text("month.of-season", month=2, season=text("season.winter")) == "month 2 of winter"


def test_a_missing_key_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match=r"rule\.CM-Q9 in fi"):
        text("rule.CM-Q9", "fi")


def test_a_missing_value_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match=r"count\.cards \(nl\).*count"):
        text("count.cards", "nl", cards=3)


def test_an_unknown_language_is_an_error_that_names_it() -> None:
    with pytest.raises(KeyError, match="de"):
        text("trend", "de")


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": ""}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "fi"}, "fi"),
        ({"LANG": "sv_FI@euro"}, "sv"),
        ({"LANG": "da-DK"}, "da"),
        ({"LANG": "nb_NO.UTF-8"}, "nb"),
        ({"LANG": "no_NO"}, "nb"),
        ({"LANG": "nn_NO.UTF-8"}, "nb"),
        ({"LANG": "fil_PH.UTF-8"}, "en"),
        ({"LC_MESSAGES": "fi_FI.UTF-8", "LANG": "nl_NL.UTF-8"}, "fi"),
        ({"LC_ALL": "da_DK.UTF-8", "LC_MESSAGES": "fi_FI.UTF-8", "LANG": "nl_NL.UTF-8"}, "da"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LC_ALL": "C", "LANG": "nl_NL.UTF-8"}, "en"),
    ],
)
def test_preferred_language(environ: dict[str, str], language: str) -> None:
    """The first of the three variables that has a value decides."""
    assert preferred_language(environ) == language


@EVERY_LANGUAGE
def test_numbers_are_written_as_the_language_writes_them(language: str) -> None:
    say = partial(text, language=language)
    assert formatted(12.34, ".1f", say) == format_decimal(12.3, "0.0", locale=language)
    assert formatted(0.1234, ".1%", say) == format_percent(0.123, locale=language, decimal_quantization=False)
    assert formatted(1234.5, "+.2f", say) in ("+1234.50", "+1234,50")


def test_one_function_writes_numbers_with_decimals() -> None:
    """No text for people is formatted with the decimal point of Python or of JavaScript; sizes of files and drawings are."""
    folders = ("analysis", "commands", "lab", "terminal")
    python = [file for folder in folders for file in (ROOT / "src" / "covergames" / folder).rglob("*.py")]
    pointed = {file.name for file in python if re.search(r"\.[1-9][f%]\}", file.read_text("utf-8"))}
    assert pointed == {"copying.py"}
    scripts = [file for kind in ("*.ts", "*.svelte") for file in (ROOT / "web" / "src").rglob(kind)]
    assert {file.name for file in scripts if ".toFixed(" in file.read_text("utf-8")} == {
        "PrestigeChart.svelte",
        "SandFrame.svelte",
        "ShareTimeline.svelte",
    }
