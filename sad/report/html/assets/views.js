// Total, coverage, units, tree, source: built once, then filled with numbers.
const treeRows = [];
const unitRows = new Map();
const lineRows = new Map();
const unitBlocks = D.units.map((unit) => blocksIn(unit.tree));

function blocksIn(row) {
    return [...row.blocks, ...row.rows.flatMap(blocksIn)];
}

function numbers() {
    const cells = {
        count: make("span", {class: "count"}), time: make("span", {class: "time"}),
        share: make("span", {class: "share"}),
    };
    return {cells, spans: [cells.count, cells.time, cells.share]};
}

function rowTitle(row, unit) {
    const line = row.line ? make("a", {class: "line", href: `#L${D.units[unit].file}-${row.line}`}, `${row.line}`) : null;
    const title = make("span", {class: "what"}, make("span", {class: `kind ${row.kind}`}, row.kind === "branch" ? row.label || "branch" : row.kind), " ");
    title.append(make("code", {}, row.kind === "unit" ? row.id : row.kind === "call" ? row.id : row.source || row.id));
    if (row.factor !== undefined)
        title.append(make("span", {class: "factor"}, row.kind === "loop" ? " × " : " p = ", formula(row.factor)));
    if (line) title.append(" ", line);
    return title;
}

function treeRow(row, unit) {
    const {cells, spans} = numbers();
    const isCall = row.kind === "call";
    const head = [rowTitle(row, unit), ...(isCall ? [] : spans)];
    const data = {"data-row": row.id, "data-kind": row.kind, "data-label": row.label};
    const item = make("li", data);
    if (!isCall) treeRows.push({row, cells, blocks: blocksIn(row), unit, item});
    if (!row.rows.length) {
        item.append(make("div", {class: "row"}, ...head));
        return item;
    }
    const inner = make("ul", {}, ...row.rows.map((each) => treeRow(each, unit)));
    item.append(make("details", {open: row.kind !== "unit" || D.units.length < 4}, make("summary", {class: "row"}, ...head), inner));
    return item;
}

// Rows of a unit; of a library only the unit that is looked at has some.
function unitRow(at) {
    if (unitRows.has(at)) return;
    const unit = D.units[at];
    const item = treeRow({...unit.tree, count: unit.count, line: unit.line}, at);
    item.dataset.unit = unit.name;
    unitRows.set(at, item);
    byId("tree").append(item);
}

function openUnit(at) {
    unitRow(at);
    for (const box of document.querySelectorAll(`details.file[data-file="${D.units[at].file}"], [data-unit="${CSS.escape(D.units[at].name)}"] > details`)) box.open = true;
}

function buildTree() {
    if (D.entry !== null) D.units.forEach((_, at) => unitRow(at));
    byId("open-tree").onclick = () => openAll(true);
    byId("close-tree").onclick = () => openAll(false);
}

function openAll(open) {
    for (const item of byId("tree").querySelectorAll("details")) item.open = open;
}

function buildLines() {
    for (const [at, line] of D.lines.entries()) {
        const row = byId(`L${line[0]}-${line[1]}`);
        if (!row) continue;
        const [share, time, count] = row.cells;
        row.tabIndex = -1;
        lineRows.set(at, {row, share, time, count, unknown: null});
    }
}

function sumOf(blocks, byBlock) {
    let sum = 0;
    for (const block of blocks) sum += byBlock[block];
    return sum;
}

// Units and what is inside them, what takes most first: once, so that rows stay where they are.
function sortTree(result) {
    const {byBlock, total} = result.weights;
    if (!(total > 0)) return;
    const times = new Map(treeRows.map(({item, blocks}) => [item, sumOf(blocks, byBlock)]));
    const top = [...byId("tree").children].sort((a, b) => (times.get(b) || 0) - (times.get(a) || 0));
    byId("tree").append(...top);
}

function showTree(result) {
    for (const {row, cells, blocks, unit} of treeRows) {
        const time = sumOf(blocks, result.byBlock);
        const count = row.count === undefined ? NaN : result.counts[row.count];
        put(cells.count, Number.isNaN(count) ? "" : `${countText(count)} ×`, count);
        put(cells.time, Number.isNaN(time) ? "" : costText(result.machine, time), time);
        const whole = D.entry === null ? result.weights.unitTimes[unit] : result.weights.total;
        const share = whole > 0 ? sumOf(blocks, result.weights.byBlock) / whole : NaN;
        put(cells.share, Number.isNaN(share) ? "" : shareText(share), share);
        cells.share.style.setProperty("--part", Number.isNaN(share) ? 0 : share);
    }
    unitRows.forEach((item, at) => { item.hidden = state.unit !== null && at !== state.unit; });
}

function showLines(result) {
    const own = state.unit === null ? null : new Set(unitBlocks[state.unit].flatMap((block) => D.blocks[block][1]));
    for (const [at, parts] of lineRows) {
        if (own !== null && !own.has(at)) continue;
        const {row, share, time, count} = parts;
        const seconds = result.byLine[at], number = result.counts[D.lines[at][2]];
        const part = result.weights.total > 0 ? result.weights.byLine[at] / result.weights.total : NaN;
        put(time, Number.isNaN(seconds) ? "" : costText(result.machine, seconds), seconds);
        put(share, part > 0 ? shareText(part) : "", part);
        put(count, Number.isNaN(number) ? "" : countText(number), number);
        if (Number.isNaN(number)) count.append(parts.unknown ??= formula(D.lines[at][3]));
        row.style.setProperty("--heat", Number.isNaN(part) ? 0 : Math.sqrt(part).toFixed(4));
    }
    if (state.unit === null) return;
    const unit = D.units[state.unit];
    for (const row of document.querySelectorAll("table.source tbody tr")) {
        const [file, line] = row.id.slice(1).split("-").map(Number);
        row.hidden = file !== unit.file || line < unit.line || line > unit.end;
    }
    for (const file of document.querySelectorAll("details.file")) file.hidden = Number(file.dataset.file) !== unit.file;
}

// The answer: a number where one is known, a bound where part of it is, a law where not.
function showTotal(result) {
    const {machine, total} = result, box = byId("total");
    const open = openPlaces();
    const calls = open.filter((place) => D.arguments[place].kind === "seconds");
    const inputs = open.filter((place) => isInput(D.arguments[place]));
    const known = Number.isNaN(total) ? knownTime(machine, values, counts, state.unit === null ? null : unitBlocks[state.unit]) : total;
    const isBound = Number.isNaN(total) && known > 0 && !inputs.length;
    const text = `${costText(machine, known)}${machine.unit === "s" ? "" : " operations"}`;
    const law = state.unit === null ? D.law : D.units[state.unit].law;
    box.replaceChildren();
    if (!Number.isNaN(total)) put(box, text, total);
    else if (isBound) put(box, `at least ${text}`, NaN);
    else if (law) { put(box, "grows as ", NaN); box.append(markup(law)); }
    else {
        const first = [...open].sort((a, b) => (D.arguments[b].share ?? 0) - (D.arguments[a].share ?? 0));
        put(box, `depends on ${listed(first.map((place) => D.arguments[place].name))}`, NaN);
    }
    box.classList.toggle("law", Number.isNaN(total) && !isBound);
    showTheta(result);
    byId("bar-total").replaceChildren(...[...box.childNodes].map((node) => node.cloneNode(true)));
    showMissing(result, open, calls, inputs, isBound && law && open.length > calls.length ? law : "");
    const warnings = [];
    if (result.found.exhausted) warnings.push("a sum without a closed form is too long to be added up in a page: take smaller values, or sad analyze");
    else if (result.found.undefined) warnings.push(`${result.found.undefined} counts have no value here: a divisor is zero, or a number is too large`);
    warnings.push(...result.contradictions);
    byId("warnings").replaceChildren(...warnings.map((text) => make("p", {}, text)));
    byId("interval").hidden = moved() || state.machine !== 0;
    showFormula(D.entry === null ? (machine.unitTerms || [])[state.unit] : machine.terms);
    byId("machine-note").textContent = machineNote(machine);
    byId("machine-note").classList.toggle("warning", machine.model !== "additive" && machine.model !== "" && (moved() || !machine.run));
}

// Of a parallel model: which decides, the critical path or a resource.
function showTheta(result) {
    const box = byId("theta");
    box.hidden = D.theta === null || Number.isNaN(result.total);
    if (box.hidden) return;
    const {critical, held, far, words} = D.theta;
    const [busiest, omega] = held.map(([name, at]) => [name, counts[at]]).reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
    const theta = Math.log(omega / counts[critical]);
    if (box.hidden = Number.isNaN(theta)) return;
    const word = words[theta < -far ? 0 : theta > far ? 2 : 1];
    const shown = Number.isFinite(theta) ? `${theta < 0 ? "" : "+"}${theta.toFixed(2)}` : "-inf";
    box.textContent = `theta ${shown}: ${word}${busiest ? `, ${busiest} ${theta > 0 ? "decides" : "is busiest"}` : ""}`;
}

// Below the number: what it lacks, and an example while it is open.
function showMissing(result, open, calls, inputs, rest) {
    const say = byId("missing"), {machine, weights} = result;
    say.replaceChildren();
    if (rest) say.append("the rest grows as ", markup(rest), "; ");
    if (calls.length) {
        const links = calls.flatMap((place, number) => [number ? ", " : "", make("button", {type: "button", class: "link",
            onclick: () => focusOn(place)}, D.arguments[place].name.replace(/\.seconds$/, ""))]);
        say.append("without calls of ", ...links, ", whose cost is not known");
    }
    const others = open.filter((place) => !calls.includes(place));
    const guessed = D.arguments.filter((item, place) => origins[place] === "default").length;
    const named = inputs.slice(0, AT_ONCE).filter((place) => D.arguments[place].typical !== null)
        .map((place) => `${D.arguments[place].name} = ${D.arguments[place].typical}`);
    const more = others.length - named.length;
    if (more) named.push(plural(more, "typical value"));
    byId("example").textContent = others.length && weights.total > 0
        ? `for example ${costText(machine, weights.total)}${machine.unit === "s" ? "" : " operations"} with ${named.join(", ")}`
        : guessed ? `with ${plural(guessed, "typical value")}` : "";
}

// Two terms at once, the others folded.
function showFormula(terms) {
    byId("formula-block").hidden = !(terms && terms.length);
    const made = (terms || []).map((term) => {
        const holder = make("span", {class: "term"});
        holder.innerHTML = term; // written by the report itself, names in it escaped
        return holder;
    });
    byId("formula").replaceChildren(...made.slice(0, 2));
    if (made.length > 2) byId("formula").append(make("details", {}, make("summary", {}, `${made.length - 2} more`), make("div", {class: "terms"}, ...made.slice(2))));
}

// The places that take most, by the shares at the values set and typical ones for the rest.
function showHottest(result) {
    const {byBlock, total, isComplete} = result.weights;
    const rows = D.spots.filter((spot) => state.unit === null || spot.unit === state.unit)
        .map((spot) => ({spot, share: total > 0 ? sumOf(spot.blocks, byBlock) / total : 0})).filter(({share}) => share > 0);
    rows.sort((a, b) => b.share - a.share);
    const matter = rows.filter(({share}) => share >= 0.0005), first = (matter.length ? matter : rows).slice(0, AT_ONCE);
    const times = first.map(({spot}) => sumOf(spot.blocks, result.byBlock));
    const timed = times.some((time) => !Number.isNaN(time));
    byId("hottest-time").hidden = !timed;
    byId("hottest").tBodies[0].replaceChildren(...first.map(({spot, share}, at) => {
        const count = result.counts[spot.count];
        const cells = [make("td", {class: "number"}), make("td", {class: "number", hidden: !timed}),
            make("td", {class: "short"}, make("a", {class: "line", href: `#L${spot.file}-${spot.line}`}, `${spot.line}`)),
            make("td", {class: "short"}, spot.name), make("td", {class: "times"}), make("td", {class: "short"}, spot.work)];
        put(cells[0], shareText(share), share);
        put(cells[1], Number.isNaN(times[at]) ? "" : costText(result.machine, times[at]), times[at]);
        put(cells[4], Number.isNaN(count) ? "" : countText(count), count);
        if (Number.isNaN(count)) cells[4].append(formula(spot.formula));
        return make("tr", {}, ...cells);
    }));
    const rest = rows.slice(first.length).reduce((sum, {share}) => sum + share, 0);
    byId("hottest-rest").textContent = rows.length > first.length ? `${shareText(rest)} in ${plural(rows.length - first.length, "more place")}` : "";
    byId("where").hidden = !rows.length;
    byId("where-basis").hidden = isComplete;
    byId("where-basis").textContent = "Shares with typical values for what is open.";
}

function machineNote(machine) {
    if (machine.unit !== "s") return "no machine was chosen: the number of operations stands for the time";
    const about = {estimate: "estimated times", measured: "measured times"}[machine.kind] || `${machine.kind} times`;
    const lacking = machine.uncovered.length ? `; not calibrated: ${machine.uncovered.join(", ")}` : "";
    const start = `${machine.name}, ${machine.toolchain} (${about}, ${machine.model} model)${lacking}. `;
    if (machine.model === "additive") return `${start}A block takes the same time in any run.`;
    if (!machine.run) return `${start}Counts were open when this page was made: each block's time is that of the block by itself, without overlap and without caches. It does not change with the sliders.`;
    return `${start}Block times are those of the run the page was made for, caches and overlap included; counts follow the sliders, block times do not${moved() ? ", so these figures are no prediction of this model. Make the page again with these values" : ""}.`;
}

function showCoverage(result) {
    const {shares, ofTime} = result.coverage;
    const bar = byId("coverage-bar");
    bar.replaceChildren();
    const parts = [];
    shares.forEach((share, at) => {
        bar.append(make("span", {class: BASES[at], style: `flex-grow:${share}`, "data-basis": BASES[at], "data-value": share}));
        if (share > 0) parts.push(make("li", {class: BASES[at]}, `${shareText(share)} ${["exact counts", "counts under assumptions", "values set by the user", "profiled values", "defaults", "unresolved"][at]}`));
    });
    byId("coverage-list").replaceChildren(...parts);
    byId("coverage-title").textContent = `What the ${ofTime ? (result.machine.unit === "s" ? "predicted time rests" : "operations rest") : "statements rest"} on`;
}

function showUnits(result) {
    const body = byId("units").tBodies[0];
    const weights = result.weights.unitTimes, whole = weights.reduce((sum, each) => sum + each, 0);
    const order = D.units.map((_, at) => at).sort((a, b) => weights[b] - weights[a]);
    body.replaceChildren(...order.map((at) => {
        const unit = D.units[at];
        const time = result.unitTimes[at], count = result.counts[unit.count];
        const name = D.entry === null
            ? make("button", {type: "button", class: "link", onclick: () => chooseUnit(at)}, unit.name) : unit.name;
        const cells = [make("td", {}, name), make("td", {}, `${unit.place}:${unit.line}`), make("td", {class: "number"}), make("td", {class: "number"}), make("td", {class: "number"}, whole > 0 ? shareText(weights[at] / whole) : "")];
        put(cells[2], Number.isNaN(count) ? "" : countText(count), count);
        put(cells[3], Number.isNaN(time) ? "" : costText(result.machine, time), time);
        return make("tr", {"data-unit": unit.name, "aria-current": at === state.unit ? "true" : null}, ...cells);
    }));
}
