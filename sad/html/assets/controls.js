// One control per parameter: a number box and a slider, or a choice; "not set" is a state of its own.
const TOP = 1000; // slider positions
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

function guessAll() {
    D.arguments.forEach((item, place) => {
        if (item.guess === null || isSet(place)) return;
        shown[place] = item.guess;
        origins[place] = "default";
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
        "aria-label": `unset ${item.name}`, onclick: () => setValue(place, null)}, "×");
    const parts = {note: make("span", {class: "state"})};
    const inputs = [];
    if (item.coding === "logical") {
        parts.box = make("select", {id}, ...["", "true", "false"].map((text) =>
            make("option", {value: text}, text || "not set")));
        parts.box.onchange = () => setValue(place, parts.box.value === "" ? null : Number(parts.box.value === "true"));
    } else if (item.coding === "character") {
        parts.box = make("input", {id, type: "text", size: 6, maxlength: Math.min(6, item.length || 6)});
        parts.box.onchange = () => setValue(place, parts.box.value === "" ? null : parts.box.value);
    } else {
        parts.box = make("input", {id, type: "number", step: "any", placeholder: "not set",
            min: item.least, max: item.kind === "probability" ? 1 : null});
        parts.box.onchange = () => typed(item, place, parts.box);
        parts.slider = make("input", {type: "range", min: 0, max: TOP, step: 1, "aria-label": `${item.name}, slider`});
        parts.slider.oninput = () => slide(item, place, parts.slider);
        inputs.push(parts.slider);
    }
    const where = item.line === null ? item.about
        : `${item.about}${item.about ? ", " : ""}line ${item.line}`;
    const full = item.label === item.name ? "" : `${item.label}: `;
    const row = make("div", {class: "argument", "data-argument": item.symbol}, name, parts.box, unset, ...inputs,
        make("p", {class: "about"}, full, where, item.given ? `; given as ${item.given}: its mean when this page was made` : "", parts.note));
    controls.push({...parts, row});
    return row;
}

function buildControls() {
    const groups = [["inputs of the program", (item) => item.determined], ["what only a run can tell", (item) => !item.determined]];
    const form = byId("arguments");
    const rows = D.arguments.map(control);
    for (const [title, belongs] of groups) {
        const inside = rows.filter((_, place) => belongs(D.arguments[place]));
        if (inside.length) form.append(make("fieldset", {}, make("legend", {}, title), ...inside));
    }
    byId("reset").onclick = resetAll;
    byId("guess").onclick = guessAll;
    byId("guess").hidden = !D.arguments.some((item) => item.guess !== null && item.value === null);
}

function showControls(visible) {
    D.arguments.forEach((item, place) => {
        const {box, slider, note, row} = controls[place];
        const value = shown[place];
        row.hidden = visible !== null && !visible.has(place);
        row.classList.toggle("missing", value === null);
        row.dataset.value = isSet(place) ? values[place] : "";
        if (item.coding === "logical") box.value = value === null ? "" : String(Boolean(value));
        else box.value = value === null ? "" : item.coding === "character" ? value : digits(value, 7);
        box.removeAttribute("aria-invalid");
        if (slider) {
            slider.value = position(item, value);
            slider.setAttribute("aria-valuetext", value === null ? "not set" : digits(value, 4));
        }
        const number = followAt.get(place);
        note.textContent = number !== undefined && following[number] ? `; follows ${D.follows[number].text}` : "";
    });
    for (const group of byId("arguments").querySelectorAll("fieldset"))
        group.hidden = [...group.querySelectorAll(".argument")].every((row) => row.hidden);
}
