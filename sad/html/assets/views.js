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
    if (!isCall) treeRows.push({row, cells, blocks: blocksIn(row), unit});
    const data = {"data-row": row.id, "data-kind": row.kind, "data-label": row.label};
    if (!row.rows.length) return make("li", data, make("div", {class: "row"}, ...head));
    const inner = make("ul", {}, ...row.rows.map((each) => treeRow(each, unit)));
    return make("li", data, make("details", {open: row.kind !== "unit" || D.units.length < 4}, make("summary", {class: "row"}, ...head), inner));
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

function showTree(result) {
    for (const {row, cells, blocks, unit} of treeRows) {
        const time = sumOf(blocks, result.byBlock);
        const count = row.count === undefined ? NaN : result.counts[row.count];
        put(cells.count, row.count === undefined ? "" : `${countText(count)} ×`, count);
        put(cells.time, costText(result.machine, time), time);
        const whole = D.entry === null ? result.unitTimes[unit] : result.total;
        const share = whole > 0 ? time / whole : NaN;
        put(cells.share, shareText(share), share);
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
        const part = result.total > 0 ? seconds / result.total : NaN;
        put(time, costText(result.machine, seconds), seconds);
        put(share, part === 0 ? "" : shareText(part), part);
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

function names(places) {
    return places.flatMap((place, number) => [number ? ", " : "", make("button", {type: "button", class: "link",
        onclick: () => { controls[place].box.focus(); }}, D.arguments[place].name)]);
}

function showTotal(result) {
    const {machine, total} = result;
    put(byId("total"), Number.isNaN(total) ? "not known yet" : costText(machine, total) + (machine.unit === "s" ? "" : " operations"), total);
    const needed = state.unit === null ? D.arguments.map((_, place) => place) : D.units[state.unit].arguments;
    const missing = needed.filter((place) => !isSet(place));
    const say = byId("missing");
    say.replaceChildren();
    if (missing.length) say.append("give values to ", ...names(missing.slice(0, 12)), missing.length > 12 ? ` and ${missing.length - 12} more` : "");
    const warnings = [];
    if (result.found.exhausted) warnings.push("a sum without a closed form is too long to be added up in a page: take smaller values, or sad analyze");
    else if (result.found.undefined) warnings.push(`${result.found.undefined} counts have no value here: a divisor is zero, or a number is too large`);
    warnings.push(...result.contradictions);
    byId("warnings").replaceChildren(...warnings.map((text) => make("p", {}, text)));
    byId("interval").hidden = moved() || state.machine !== 0;
    const terms = D.entry === null ? (machine.unitTerms || [])[state.unit] : machine.terms;
    byId("formula").replaceChildren();
    for (const term of terms || []) {
        const holder = make("span", {class: "term"});
        holder.innerHTML = term; // written by the report itself, names in it escaped
        byId("formula").append(holder, " ");
    }
    byId("formula-block").hidden = !(terms && terms.length);
    byId("machine-note").textContent = machineNote(machine);
    byId("machine-note").classList.toggle("warning", machine.model !== "additive" && machine.model !== "" && (moved() || !machine.run));
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
        if (share > 0) parts.push(make("li", {class: BASES[at]}, `${shareText(share)} ${["exact counts", "values set by the user", "profiled values", "defaults", "unresolved"][at]}`));
    });
    byId("coverage-list").replaceChildren(...parts);
    byId("coverage-title").textContent = `What the ${ofTime ? (result.machine.unit === "s" ? "predicted time rests" : "operations rest") : "statements rest"} on`;
}

function showUnits(result) {
    const body = byId("units").tBodies[0];
    body.replaceChildren(...D.units.map((unit, at) => {
        const time = result.unitTimes[at], count = result.counts[unit.count];
        const name = D.entry === null
            ? make("button", {type: "button", class: "link", onclick: () => chooseUnit(at)}, unit.name) : unit.name;
        const cells = [make("td", {}, name), make("td", {}, `${unit.place}:${unit.line}`), make("td", {class: "number"}), make("td", {class: "number"})];
        put(cells[2], countText(count), count);
        put(cells[3], costText(result.machine, time), time);
        return make("tr", {"data-unit": unit.name, "aria-current": at === state.unit ? "true" : null}, ...cells);
    }));
}
