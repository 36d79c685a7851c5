// Numbers as people read them, and small makers of elements.
function secondsText(value) {
    if (Number.isNaN(value)) return "?";
    if (value === 0) return "0 s";
    for (const [size, unit] of [[31557600, "years"], [86400, "days"]])
        if (value >= 2 * size) return `${digits(value / size, 3)} ${unit}`;
    if (value >= 3600) return `${digits(value / 3600, 3)} h`;
    for (const [size, unit] of [[1, "s"], [1e-3, "ms"], [1e-6, "µs"]])
        if (value >= size) return `${digits(value / size, 3)} ${unit}`;
    return `${digits(value / 1e-9, 3)} ns`;
}

function digits(value, most) {
    const short = Number(value.toPrecision(most));
    return Math.abs(short) >= 1e6 || (short !== 0 && Math.abs(short) < 1e-4)
        ? short.toExponential().replace("e+", "e") : String(short);
}

function countText(value) {
    if (Number.isNaN(value)) return "?";
    if (Number.isInteger(value) && Math.abs(value) < 1e9) return value.toLocaleString("en");
    return value >= 1000 && value < 1e6 ? Math.round(value).toLocaleString("en") : scaled(value, 4);
}

// With an SI prefix from a million on: 1.25 G.
function scaled(value, most) {
    for (const [size, prefix] of [[1e18, "E"], [1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"]])
        if (Math.abs(value) >= size) return `${digits(value / size, most)} ${prefix}`;
    return digits(value, most);
}

// Only what is all of it is 100 %.
function shareText(value) {
    if (Number.isNaN(value)) return "?";
    const percent = 100 * value;
    if (percent > 0 && percent < 0.05) return "<0.1 %";
    if (percent < 10) return `${percent.toFixed(1)} %`;
    if (percent >= 99.5 && percent < 100 - 1e-9) return `${Math.min(99.9, Math.floor(percent * 10) / 10).toFixed(1)} %`;
    return `${percent.toFixed(0)} %`;
}

function costText(machine, value) {
    return machine.unit === "s" ? secondsText(value) : Number.isNaN(value) ? "?" : value < 1e6 ? countText(value) : scaled(value, 3);
}

function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value === null || value === false) continue;
        if (key in element && typeof value === "function") element[key] = value;
        else element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
}

// A formula was written by the report itself as MathML, names in it escaped.
function markup(text) {
    const holder = make("span", {class: "formula"});
    holder.innerHTML = text;
    return holder;
}

function formula(place) {
    return markup(D.formulas[place]);
}

function put(element, text, value) {
    element.textContent = text;
    element.dataset.value = Number.isNaN(value) ? "" : value;
}

function plural(number, what) {
    return `${number} ${what}${number === 1 ? "" : "s"}`;
}

const byId = (id) => document.getElementById(id);

// Data is packed into the page; browsers unpack it themselves.
async function unpacked(name) {
    const packed = Uint8Array.from(atob(byId(name).textContent.trim()), (char) => char.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
