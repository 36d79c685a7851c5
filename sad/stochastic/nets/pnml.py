"""Nets in PNML (ISO/IEC 15909-2): place/transition nets, with times as PIPE and Storm write them.

Pages and references are read, parts of other tools are passed over. What PNML has no words for, fixed
delays, numbers of servers and measures, stands in parts of this tool.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

import yaml

from sad.diagnostics import input_error
from sad.document import Item
from sad.stochastic.nets.bind import bind
from sad.stochastic.nets.measures import check_measure
from sad.stochastic.nets.net import ENDLESS, Kind
from sad.stochastic.nets.read import NetModel, TransitionEntry
from sad.stochastic.nets.xml import Element, parse_xml
from sad.stochastic.parameters import check_expression, read_parameters, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sad.algebra.runtime import Number
    from sad.diagnostics import Span
    from sad.stochastic.nets.read import Arcs

_TYPE = "http://www.pnml.org/version-2009/grammar/ptnet"
_COLOURED = ("symmetric", "highlevel", "hlpn", "coloured", "colored")
_TOKENS = re.compile(r"(?:(\w+)\s*,)?\s*(\d+)")
_PLAIN = ("", "default")
_IMMEDIATE = "what has no rate fires at once, with weight 1"


def read(text: str, path: str) -> NetModel:
    """Return the net in a file.

    Raises ``SadError``: SAD623 (no XML that is read), SAD624 (another kind of net), SAD620 (an arc to
    nowhere), SAD980 (a number that is none).
    """
    return _Reader(text, path).model()


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self._path = path
        root = parse_xml(text, path)
        if root.tag != "pnml":
            raise input_error("SAD624", f"<{root.tag}> is no PNML", root.span, "<pnml> is expected")
        nets = list(root.all("net"))
        if len(nets) != 1:
            message = f"{len(nets)} nets in one file"
            raise input_error("SAD624", message, root.span, "one <net> is expected")
        (self._net,) = nets
        kind = self._net.attributes.get("type", "")
        if any(word in kind.lower() for word in _COLOURED):
            message = f"a coloured net ({kind.rpartition('/')[2]})"
            hint = "place/transition nets are read: unfold it first"
            raise input_error("SAD624", message, self._net.span, hint)
        self._all = list(_inside(self._net))
        self._names: dict[str, str] = {}
        self._references: dict[str, str] = {}
        self._by_id: dict[str, Element] = {}

    def model(self) -> NetModel:
        places = [item for item in self._all if item.tag == "place"]
        transitions = [item for item in self._all if item.tag == "transition"]
        for group in (places, transitions):
            self._name(group)
        for item in self._all:
            if item.tag in ("referencePlace", "referenceTransition"):
                self._references[item.attributes.get("id", "")] = item.attributes.get("ref", "")
        if not places or not transitions:
            message = "the net has no places" if not places else "the net has no transitions"
            raise input_error("SAD624", message, self._net.span, "a net has both")
        definitions = {
            item.attributes["id"]: self._item(item.attributes["expression"], item.span)
            for item in self._all
            if item.tag == "definition" and {"id", "expression"} <= item.attributes.keys()
        }
        root = self._item("", self._net.span)
        parameters = read_parameters(None)
        if definitions:
            parameters = type(parameters)(definitions)
        marked = {self._named(item): self._tokens(item, "initialMarking", 0) for item in places}
        limits = {self._named(item): self._capacity(item) for item in places}
        arcs = self._arcs()
        untimed: list[str] = []
        entries = tuple(
            self._transition(item, arcs.get(self._named(item), []), limits, untimed)
            for item in transitions
        )
        for entry in entries:
            if entry.speed is not None:
                check_expression(entry.speed, parameters.items)
        measures = {
            item.attributes.get("name", ""): self._item(item.text, item.span)
            for part in self._net.all("toolspecific")
            if part.attributes.get("tool") == "sad"
            for item in part.all("measure")
        }
        remarks = ()
        if untimed:
            listed = ", ".join(untimed[:5]) + (", ..." if len(untimed) > 5 else "")
            remarks = (f"No times are told of {listed}: {_IMMEDIATE}.",)
        title = _label(self._net) or self._net.attributes.get("id", self._path)
        found = NetModel(self._path, title, root, parameters, marked, entries, measures, remarks)
        for item in measures.values():
            check_measure(item, found)
        return found

    def _item(self, text: str, span: Span) -> Item:
        mark = yaml.Mark(self._path, 0, span.line - 1, (span.column or 1) - 1, None, 0)
        return Item(yaml.ScalarNode("tag:yaml.org,2002:str", text, mark, mark), "$", self._path)

    def _name(self, items: list[Element]) -> None:
        """Give everything a name that measures can use: its own if it is a word, else its id as one."""
        labels = [_label(item) for item in items]
        taken = set(self._names.values())
        for item, label in zip(items, labels, strict=True):
            own = item.attributes.get("id", "")
            if not own:
                raise input_error("SAD624", f"a {item.tag} without id", item.span, "give it one")
            name = label if label.isidentifier() and labels.count(label) == 1 else own
            name = re.sub(r"\W", "_", name)
            name = name if name.isidentifier() else f"n{name}"
            while name in taken:
                name += "_"
            taken.add(name)
            self._names[own] = name
            self._by_id[own] = item

    def _named(self, item: Element) -> str:
        return self._names[item.attributes["id"]]

    def _target(self, arc: Element, key: str) -> str:
        """The id of the place or transition at an end of an arc, references followed."""
        found = arc.attributes.get(key, "")
        for _ in range(len(self._references) + 1):
            if found not in self._references:
                break
            found = self._references[found]
        if found not in self._by_id:
            message = f"an arc with the {key} {arc.attributes.get(key, '')!r}, which there is not"
            raise input_error("SAD620", message, arc.span, "correct the id")
        return found

    def _tokens(self, of: Element, key: str, otherwise: int) -> Item:
        part = of.first(key)
        if part is None:
            return self._item(str(otherwise), of.span)
        found = _value(part)
        match = _TOKENS.fullmatch(found) if found else None
        if found and match is None:
            message = f"{found!r} is no number of tokens"
            raise input_error("SAD980", message, part.span, "a whole number is expected")
        if match is not None and (match[1] or "").lower() not in _PLAIN:
            message = f"tokens of the colour {match[1]}"
            raise input_error("SAD624", message, part.span, "only Default is read")
        return self._item(match[2] if match else str(otherwise), part.span)

    def _capacity(self, place: Element) -> int | None:
        found = int(self._tokens(place, "capacity", 0).text())
        return found or None

    def _arcs(self) -> dict[str, list[tuple[str, str, Item]]]:
        """By transition what it takes, gives and must not find: a kind, a place and tokens."""
        found: dict[str, list[tuple[str, str, Item]]] = {}
        for arc in (item for item in self._all if item.tag == "arc"):
            start, end = self._target(arc, "source"), self._target(arc, "target")
            from_place = self._by_id[start].tag == "place"
            if from_place == (self._by_id[end].tag == "place"):
                what = "places" if from_place else "transitions"
                message = f"an arc between two {what}"
                raise input_error(
                    "SAD624", message, arc.span, "one end is a place, one a transition"
                )
            place, transition = (start, end) if from_place else (end, start)
            tokens = self._tokens(arc, "inscription", 1)
            kind = _kind(arc)
            ends = found.setdefault(self._names[transition], [])
            if kind in ("inhibitor", "inhibition"):
                ends.append(("unless", self._names[place], tokens))
            elif kind in ("read", "test"):
                ends += [(way, self._names[place], tokens) for way in ("takes", "gives")]
            elif kind in ("", "normal"):
                way = "takes" if from_place else "gives"
                ends.append((way, self._names[place], tokens))
            else:
                message = f"arcs of the type {kind} are not read"
                raise input_error("SAD624", message, arc.span, "normal, inhibitor or test")
        return found

    def _transition(
        self,
        item: Element,
        ends: list[tuple[str, str, Item]],
        limits: Mapping[str, int | None],
        untimed: list[str],
    ) -> TransitionEntry:
        name = self._named(item)
        rate, timed = item.first("rate"), item.first("timed")
        delay, own_servers = _own(item, "delay"), _own(item, "servers")
        is_timed = _value(timed).lower() == "true" if timed is not None else rate is not None
        speed = None if rate is None else self._item(_value(rate) or "1", rate.span)
        kind = Kind.EXPONENTIAL if is_timed else Kind.IMMEDIATE
        own_speed = _own(item, "speed")
        if delay is not None:
            kind, speed = Kind.DETERMINISTIC, self._item(delay.text, delay.span)
        elif own_speed is not None:
            speed = self._item(own_speed.text, own_speed.span)
        elif is_timed and speed is None:
            speed = self._item("1", item.span)
        elif not is_timed and timed is None and rate is None:
            untimed.append(name)
        servers: Item | None = None
        endless = item.first("infiniteServer")
        if kind is Kind.EXPONENTIAL and own_servers is not None:
            servers = self._item(own_servers.text, own_servers.span)
        elif kind is Kind.EXPONENTIAL and endless is not None and _value(endless) == "true":
            servers = self._item("inf", endless.span)
        rank = item.first("priority")
        priority = None
        if kind is Kind.IMMEDIATE and rank is not None:
            priority = self._item(_value(rank) or "1", rank.span)
        takes, gives, unless = (self._joined(ends, way) for way in ("takes", "gives", "unless"))
        unless = self._with_limits(item, takes, gives, unless, limits)
        place = self._item("", item.span)
        parts = (takes, gives, unless)
        return TransitionEntry(name, place, kind, speed, *parts, servers, priority)

    def _joined(self, ends: list[tuple[str, str, Item]], way: str) -> Arcs:
        """The arcs of a kind; several to one place add up, of ``unless`` the least counts."""
        found: dict[str, Item] = {}
        for kind, place, tokens in ends:
            if kind != way:
                continue
            if place in found:
                join = min if way == "unless" else sum
                total = join((int(found[place].text()), int(tokens.text())))
                found[place] = self._item(str(total), tokens.span)
            else:
                found[place] = tokens
        return tuple((tokens, place, tokens) for place, tokens in found.items())

    def _with_limits(
        self,
        item: Element,
        takes: Arcs,
        gives: Arcs,
        unless: Arcs,
        limits: Mapping[str, int | None],
    ) -> Arcs:
        """What stops a transition, with the room in places it gives to: that is what capacity says."""
        taken = {place: int(count.text()) for _, place, count in takes if count is not None}
        stops = {place: int(count.text()) for _, place, count in unless if count is not None}
        for _, place, count in gives:
            limit = limits[place]
            if limit is None or count is None:
                continue
            at = limit - int(count.text()) + taken.get(place, 0) + 1
            if at < 1:
                message = f"{self._named(item)} gives more to {place} than it has room for"
                raise input_error("SAD624", message, item.span, "raise its capacity")
            stops[place] = min(stops.get(place, at), at)
        entries = {place: self._item(str(at), item.span) for place, at in stops.items()}
        return tuple((at, place, at) for place, at in entries.items())


def _inside(net: Element) -> Iterator[Element]:
    """All elements of a net and its pages."""
    for child in net.children:
        if child.tag == "page":
            yield from _inside(child)
        else:
            yield child


def _value(part: Element) -> str:
    """What ``<text>`` or ``<value>`` in an element says, or its own text."""
    for tag in ("text", "value"):
        found = part.first(tag)
        if found is not None:
            return found.text
    return part.attributes.get("value", part.text)


def _label(of: Element) -> str:
    name = of.first("name")
    return "" if name is None else _value(name)


def _kind(arc: Element) -> str:
    part = arc.first("type")
    return (_value(part) if part is not None else arc.attributes.get("type", "")).lower()


def _own(item: Element, tag: str) -> Element | None:
    parts = (part for part in item.all("toolspecific") if part.attributes.get("tool") == "sad")
    return next((found for part in parts for found in part.all(tag)), None)


# Writing.


def write(model: NetModel, given: Mapping[str, str]) -> str:
    """Return a net as PNML at values of its parameters; raises ``SadError`` as ``bind``."""
    return "\n".join(_lines(model, given)) + "\n"


def _lines(model: NetModel, given: Mapping[str, str]) -> Iterator[str]:
    bound = bind(model, model.parameters.values(given))
    net = bound.net
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">'
    yield f'  <net id="net" type="{_TYPE}">'
    yield f"    <name><text>{escape(net.title)}</text></name>"
    if model.measures:
        yield '    <toolspecific tool="sad" version="1">'
        for name, item in model.measures.items():
            text = _with_values(item.text(), model, given)
            yield f"      <measure name={quoteattr(name)}>{escape(text)}</measure>"
        yield "    </toolspecific>"
    yield '    <page id="page">'
    for place in net.places:
        yield f'      <place id="{place.name}">'
        yield f"        <name><text>{place.name}</text></name>"
        yield f"        <initialMarking><text>{place.tokens}</text></initialMarking>"
        yield "      </place>"
    arcs = 0
    for item, speed in zip(net.transitions, bound.speeds, strict=True):
        yield f'      <transition id="{item.name}">'
        yield f"        <name><text>{item.name}</text></name>"
        timed = "false" if item.kind is Kind.IMMEDIATE else "true"
        yield f"        <timed><value>{timed}</value></timed>"
        number = speed if item.kind is not Kind.DETERMINISTIC else 1 / speed
        yield f"        <rate><value>{_number(number)}</value></rate>"
        if item.kind is Kind.IMMEDIATE:
            yield f"        <priority><value>{item.priority}</value></priority>"
        if item.servers == ENDLESS:
            yield "        <infiniteServer><value>true</value></infiniteServer>"
        own = f"<delay>{speed}</delay>" if item.kind is Kind.DETERMINISTIC else ""
        if not own and Fraction(_number(speed)) != Fraction(speed):
            own = f"<speed>{speed}</speed>"
        own += f"<servers>{item.servers}</servers>" if item.servers > 1 else ""
        if own:
            yield f'        <toolspecific tool="sad" version="1">{own}</toolspecific>'
        yield "      </transition>"
        ends = [(net.places[p].name, item.name, n, "normal") for p, n in item.takes.items()]
        ends += [(item.name, net.places[p].name, n, "normal") for p, n in item.gives.items()]
        ends += [(net.places[p].name, item.name, n, "inhibitor") for p, n in item.unless.items()]
        for source, target, tokens, kind in ends:
            arcs += 1
            yield f'      <arc id="arc{arcs}" source="{source}" target="{target}">'
            yield f"        <inscription><text>{tokens}</text></inscription>"
            yield f'        <type value="{kind}"/>'
            yield "      </arc>"
    yield "    </page>"
    yield "  </net>"
    yield "</pnml>"


def _number(value: Number) -> str:
    """A number in decimals: other tools read no quotients."""
    return str(int(value)) if value == int(value) else repr(float(value))


def _with_values(text: str, model: NetModel, given: Mapping[str, str]) -> str:
    """A measure with the values of parameters in place of their names."""
    values = model.parameters.values(given)

    def value(match: re.Match[str]) -> str:
        name = match[0]
        if name in model.places or name not in values:
            return name
        return f"({shown(values[name])})"

    return re.sub(r"[A-Za-z_]\w*", value, text)
