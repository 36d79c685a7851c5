// Files of sad params and sad profile: the values in them, taken over into the controls.
const SECTIONS = ["sizes", "parameters"];

// Entries by name, as {alias, value}. YAML as sad writes it: sections, names, fields, two blanks each.
function paramsIn(text) {
    if (text.trimStart().startsWith("{")) return fromJson(JSON.parse(text));
    const found = new Map();
    let section = "", entry = null;
    for (const line of text.split(/\r?\n/)) {
        const match = /^( *)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#'"].*?)\s*:(?:\s+(.*))?$/.exec(line);
        if (!match || line.trimStart().startsWith("#")) continue;
        const depth = match[1].length, name = plain(match[2]), value = plain((match[3] || "").replace(/^#.*|\s#.*$/, ""));
        if (depth === 0) section = name;
        else if (!SECTIONS.includes(section)) continue;
        else if (depth === 2) found.set(name, entry = {value});
        else if (depth === 4 && entry && (name === "value" || name === "alias")) entry[name] = value;
    }
    return found;
}

function fromJson(content) {
    const found = new Map();
    for (const section of SECTIONS)
        for (const [name, entry] of Object.entries(content[section] || {}))
            found.set(entry.name || name, typeof entry === "object" && entry ? {alias: entry.alias, value: String(entry.value ?? "")} : {value: String(entry ?? "")});
    return found;
}

function plain(text) {
    const trimmed = text.trim();
    if (/^".*"$/.test(trimmed)) return JSON.parse(trimmed);
    if (/^'.*'$/.test(trimmed)) return trimmed.slice(1, -1).replaceAll("''", "'");
    return trimmed === "null" || trimmed === "~" ? "" : trimmed;
}

// The value as a control has it; null for a formula or a distribution.
function valueOf(item, text) {
    if (item.coding === "character") return text.replace(/^'(.*)'$/, "$1");
    if (item.coding === "logical") return {true: 1, false: 0}[text.toLowerCase().replaceAll(".", "")] ?? null;
    const number = text === "" ? NaN : Number(text);
    return Number.isFinite(number) ? number : null;
}

function takeParams(text, file) {
    let taken = 0;
    const formulas = [], unknown = [];
    for (const [name, {alias, value}] of paramsIn(text)) {
        if (value === "") continue;
        const place = placeOf(name, alias);
        if (place < 0) { unknown.push(name); continue; }
        const read = valueOf(D.arguments[place], value);
        if (read === null) { formulas.push(name); continue; }
        shown[place] = read;
        origins[place] = "profile";
        if (followAt.has(place)) following[followAt.get(place)] = false;
        taken += 1;
    }
    refresh();
    const said = [`${file}: ${plural(taken, "value")} taken`];
    if (formulas.length) said.push(`${listed(formulas)} ${formulas.length === 1 ? "is no number" : "are no numbers"}: sad analyze --params ${file} evaluates formulas`);
    if (unknown.length) said.push(`nothing here is called ${listed(unknown)}`);
    byId("dropped").textContent = said.join("; ");
}

function placeOf(name, alias) {
    const is = (wanted) => D.arguments.findIndex((item) => item.symbol === wanted || item.label === wanted);
    const place = is(name);
    return place >= 0 || alias === undefined ? place < 0 ? D.arguments.findIndex((item) => item.name === name) : place
        : D.arguments.findIndex((item) => item.name === alias && item.label === name);
}

function listed(names) {
    return names.length > 4 ? `${names.slice(0, 4).join(", ")} and ${names.length - 4} more` : names.join(", ");
}

async function takeFile(file) {
    if (!file) return;
    try { takeParams(await file.text(), file.name); }
    catch (error) { byId("dropped").textContent = `${file.name} cannot be read: ${error.message}`; }
}

function buildDrop() {
    const box = byId("drop");
    byId("params-file").onchange = (event) => { takeFile(event.target.files[0]); event.target.value = ""; };
    document.addEventListener("dragover", (event) => { event.preventDefault(); box.classList.add("over"); });
    document.addEventListener("dragleave", () => box.classList.remove("over"));
    document.addEventListener("drop", (event) => {
        event.preventDefault();
        box.classList.remove("over");
        takeFile(event.dataTransfer.files[0]);
    });
}
