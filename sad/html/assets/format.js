// Numbers as people read them, and small makers of elements.
function secondsText(value) {
    if (Number.isNaN(value)) return "?";
    if (value === 0) return "0 s";
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
    if (Number.isInteger(value) && Math.abs(value) < 1e9) return value.toLocaleString("en").replaceAll(",", "\u202f");
    return digits(value, 4);
}

function shareText(value) {
    return Number.isNaN(value) ? "?" : `${(100 * value).toFixed(1)} %`;
}

function costText(machine, value) {
    return machine.unit === "s" ? secondsText(value) : countText(value);
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
function formula(place) {
    const holder = make("span", {class: "formula"});
    holder.innerHTML = D.formulas[place];
    return holder;
}

function put(element, text, value) {
    element.textContent = text;
    element.dataset.value = Number.isNaN(value) ? "" : value;
}

const byId = (id) => document.getElementById(id);

// Data is packed into the page; browsers unpack it themselves.
async function unpacked(name) {
    const packed = Uint8Array.from(atob(byId(name).textContent.trim()), (char) => char.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}
