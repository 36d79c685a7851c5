// One control per parameter: a number box and a slider, or a choice; "not set" is a state of its own.
const TOP = 1000; // slider positions
const AT_ONCE = 5; // controls of a kind; the others are folded
const values = new Float64Array(D.arguments.length);
const shown = D.arguments.map((item) => item.value);
const origins = D.arguments.map((item) => item.origin);
const following = D.follows.map(() => true);
const followAt = new Map(D.follows.map((row, number) => [row.at, number]));
const realCodes = new Map(D.reals);
const controls = [];

// The number that formulas use for a value as it is shown.
function coded(item, value) {
    if (value === null) return NaN;
    if (item.coding === "logical") return value ? 1 : 0;
    if (item.coding === "character") {
        const text = String(value).padEnd(item.length || 0);
        let code = 0;
        for (const char of text) code = code * 256 + (char.charCodeAt(0) & 255);
        return code;
    }
    return item.coding === "real" && realCodes.has(value) ? realCodes.get(value) : value;
}

function isSet(place) {
    return !Number.isNaN(values[place]);
}

// Takes over what is shown, then what follows from it.
function collect() {
    D.arguments.forEach((item, place) => { values[place] = coded(item, shown[place]); });
    followed(values, following);
    for (const [place, number] of followAt)
        if (following[number]) shown[place] = Number.isNaN(values[place]) ? null : values[place];
}

function setValue(place, value, origin = "user") {
    shown[place] = value;
    origins[place] = value === null ? "none" : origin;
    if (followAt.has(place)) following[followAt.get(place)] = false;
    refresh();
}

function resetAll() {
    D.arguments.forEach((item, place) => { shown[place] = item.value; origins[place] = item.origin; });
    following.fill(true);
    refresh();
}

function typicalAll() {
    D.arguments.forEach((item, place) => {
        if (item.typical === null || isSet(place)) return;
        shown[place] = item.typical;
        origins[place] = "default";
        if (followAt.has(place)) following[followAt.get(place)] = false;
    });
    refresh();
}

function moved() {
    return D.arguments.some((item, place) => shown[place] !== item.value);
}

function position(item, value) {
    if (value === null) return 0;
    if (item.kind === "probability") return Math.round(TOP * value);
    if (value <= item.low) return 0;
    return Math.round(Math.min(1, Math.log(value / item.low) / Math.log(item.high / item.low)) * TOP);
}

function valueAt(item, place) {
    if (item.kind === "probability") return place / TOP;
    if (place === 0 && item.least !== null) return item.least;
    const value = item.low * (item.high / item.low) ** (place / TOP);
    const rounded = item.kind === "size" ? Math.round(value) : Number(value.toPrecision(3));
    return item.least === null ? rounded : Math.max(item.least, rounded);
}

function slide(item, place, slider) {
    let value = valueAt(item, Number(slider.value));
    const before = shown[place];
    if (item.kind === "size" && before !== null && value === before) // a step that rounding ate
        value += Number(slider.value) > position(item, before) ? 1 : -1;
    setValue(place, value);
}

function typed(item, place, box) {
    if (box.value === "") return setValue(place, null);
    const value = Number(box.value);
    const low = item.least, high = item.kind === "probability" ? 1 : null;
    const bad = !Number.isFinite(value) || (low !== null && value < low) || (high !== null && value > high)
        || (item.kind === "size" && item.coding === "integer" && !Number.isInteger(value));
    box.setAttribute("aria-invalid", String(bad));
    return bad ? undefined : setValue(place, value);
}

function control(item, place) {
    const id = `argument-${place}`;
    const name = make("label", {for: id}, item.name);
    const unset = make("button", {type: "button", class: "unset", title: "no value",
        "aria-label": `unset ${item.name}`, onclick: () => { setValue(place, null); parts.box.focus(); }}, "×");
    const parts = {note: make("span", {class: "state"}), share: make("span", {class: "share"})};
    const inputs = [];
    const usual = item.typical === null ? "" : typeof item.typical === "number" ? digits(item.typical, 4) : item.typical;
    if (item.coding === "logical") {
        parts.box = make("select", {id}, ...["", "true", "false"].map((text) =>
            make("option", {value: text}, text || "not set")));
        parts.box.onchange = () => setValue(place, parts.box.value === "" ? null : Number(parts.box.value === "true"));
    } else if (item.coding === "character") {
        parts.box = make("input", {id, type: "text", size: 6, maxlength: Math.min(6, item.length || 6), placeholder: usual});
        parts.box.onchange = () => setValue(place, parts.box.value === "" ? null : parts.box.value);
    } else {
        parts.box = make("input", {id, type: "number", step: "any", placeholder: usual,
            min: item.least, max: item.kind === "probability" ? 1 : null});
        parts.box.onchange = () => typed(item, place, parts.box);
        parts.slider = make("input", {type: "range", min: 0, max: TOP, step: 1, "aria-label": `${item.name}, slider`});
        parts.slider.oninput = () => slide(item, place, parts.slider);
        inputs.push(parts.slider);
    }
    const about = make("p", {class: "about"});
    if (item.line !== null && item.place >= 0) about.append(make("a", {class: "line", href: `#L${item.place}-${item.line}`}, `${item.line}`), " ");
    if (item.source) about.append(make("code", {}, item.source), " ");
    about.append([item.label === item.name ? "" : item.label, item.about].filter(Boolean).join(": "),
        item.given ? `; given as ${item.given}: its mean when this page was made` : "", parts.note);
    const row = make("div", {class: "argument", "data-argument": item.symbol}, name, parts.share, parts.box, unset, ...inputs, about);
    controls.push({...parts, row});
    return row;
}

function buildControls() {
    D.arguments.forEach(control);
    byId("reset").onclick = resetAll;
    byId("typical").onclick = typicalAll;
}

// What governs most comes first, what guards an error last; five at once.
function arrange(result) {
    const visible = state.unit === null ? null : new Set(D.units[state.unit].arguments);
    const idle = idleCalls();
    state.idle = String([...idle]);
    const shares = D.arguments.map((item, place) => item.share ?? dependence(place, result));
    const order = D.arguments.map((_, place) => place).sort((a, b) => rank(a) - rank(b) || shares[b] - shares[a]);
    for (const [id, belongs] of [["inputs", isInput], ["open-rows", (item) => !isInput(item)]]) {
        const own = order.filter((place) => belongs(D.arguments[place]));
        const inside = own.filter((place) => (visible === null || visible.has(place)) && !idle.has(place));
        const more = inside.slice(AT_ONCE), rows = (places) => places.map((place) => controls[place].row);
        for (const place of own) {
            controls[place].row.hidden = !inside.includes(place);
            controls[place].share.textContent = isInput(D.arguments[place]) || D.arguments[place].kind === "seconds" ? "" : shareText(shares[place]);
        }
        byId(id).replaceChildren(...rows(inside.slice(0, AT_ONCE)));
        if (more.length) {
            const most = Math.max(...more.map((place) => shares[place]));
            const said = id === "inputs" ? `${more.length} more` : `${more.length} more, each governs ${most < 0.001 ? "less than 0.1 %" : `at most ${shareText(most)}`}`;
            byId(id).append(make("details", {class: "folded"}, make("summary", {}, said), make("div", {}, ...rows(more))));
        }
        const count = inside.length;
        if (id === "inputs") byId("inputs-title").hidden = !count;
        else byId("open-note").textContent = count ? `${plural(count, "value")} that the source does not tell, with the share of the time that each governs; typical values in grey.` : "Nothing but inputs.";
    }
    byId("open").hidden = !D.arguments.length;
}

function isInput(item) {
    return item.determined && item.kind !== "seconds";
}

// Costs of calls that are not made at these values.
function idleCalls() {
    return new Set(D.calls.filter((call) => counts[call[1]] === 0).map((call) => call[2]));
}

// Costs of unknown calls first; what guards an error last.
function rank(place) {
    const item = D.arguments[place];
    return item.kind === "seconds" ? 0 : item.isError ? 2 : 1;
}

function showControls() {
    let isOpen = false;
    D.arguments.forEach((item, place) => {
        const {box, slider, note, row} = controls[place];
        const value = shown[place];
        isOpen ||= value === null && item.typical !== null;
        row.classList.toggle("unknown", value === null);
        row.dataset.value = isSet(place) ? values[place] : "";
        if (item.coding === "logical") box.value = value === null ? "" : String(Boolean(value));
        else box.value = value === null ? "" : item.coding === "character" ? value : digits(value, Number.isInteger(value) ? 7 : 5);
        box.removeAttribute("aria-invalid");
        if (slider) {
            slider.value = position(item, value ?? item.typical);
            slider.setAttribute("aria-valuetext", value === null ? "not set" : digits(value, 4));
        }
        const number = followAt.get(place);
        note.textContent = number !== undefined && following[number] ? `; follows ${D.follows[number].text}` : "";
    });
    byId("typical").disabled = !isOpen;
}

// Brings a parameter's control into view, wherever it is folded away.
function focusOn(place) {
    for (let box = controls[place].row.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    controls[place].box.focus();
}
