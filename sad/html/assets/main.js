// What is chosen, and what happens when something changes.
const state = {unit: D.entry === null ? 0 : null, machine: 0, curve: null};
const counts = new Float64Array(D.needsOf.length);
const MOST_GOVERNING = 60; // parameters whose effect is computed after each change
let last = null, pending = null;

function compute() {
    collect();
    const found = countsAt(values, counts);
    const machine = machines[state.machine];
    const blocks = state.unit === null ? null : unitBlocks[state.unit];
    const {byBlock, byLine} = timesAt(machine, counts, blocks);
    const total = totalAt(machine, values, counts, blocks);
    const outside = blocks === null ? D.calls.reduce((sum, call) => sum + callTime(call, values, counts), 0) : 0;
    const all = blocks === null ? D.blocks.keys() : blocks;
    const {all: statements, opaque} = blocks === null ? D.statements : {all: D.units[state.unit].statements, opaque: D.units[state.unit].opaque};
    const coverage = coverageOf(all, byBlock, total, outside, opaque, statements, values, origins);
    return {found, contradictions: contradictions(values, counts, found), machine, counts, byBlock, byLine, total, coverage, unitTimes: unitBlocks.map((own) => sumOf(own, byBlock))};
}

function refresh() {
    last = compute();
    showControls(state.unit === null ? null : new Set(D.units[state.unit].arguments));
    showTotal(last);
    showCoverage(last);
    showUnits(last);
    showTree(last);
    showLines(last);
    document.body.dataset.ready = "numbers";
    clearTimeout(pending);
    pending = setTimeout(showSlowly, 60);
}

// Charts and what-if figures wait until the slider rests.
async function showSlowly() {
    showGoverning(last);
    await showIcicle(last);
    await showCurves();
    document.body.dataset.ready = "all";
}

// What each open parameter governs: the share of the time that depends on it, and what the total would be.
function showGoverning(result) {
    const rows = D.arguments.map((item, place) => [item, place]).filter(([item]) => !item.determined);
    const visible = state.unit === null ? rows : rows.filter(([, place]) => D.units[state.unit].arguments.includes(place));
    const c = new Float64Array(D.needsOf.length), p = values.slice();
    const blocks = state.unit === null ? null : unitBlocks[state.unit];
    const factor = (place, value) => {
        p.set(values);
        p[place] = value;
        const own = following.slice();
        if (followAt.has(place)) own[followAt.get(place)] = false;
        followed(p, own);
        countsAt(p, c);
        return totalAt(result.machine, p, c, blocks) / result.total;
    };
    byId("governing").hidden = !visible.length;
    const governed = visible.map(([item, place]) => {
        const inside = (blocks === null ? [...D.blocks.keys()] : blocks).filter((at) => D.blocks[at][4].includes(place));
        return {item, place, inside, share: result.total > 0 ? sumOf(inside, result.byBlock) / result.total : NaN};
    });
    if (result.total > 0) governed.sort((a, b) => b.share - a.share); // what matters most comes first
    byId("governing-body").replaceChildren(...governed.map(({item, place, inside, share}, number) => {
        const small = number < MOST_GOVERNING && result.total > 0 && isSet(place) && item.coding === "integer";
        const ends = !small ? "" : item.kind === "probability"
            ? `× ${digits(factor(place, 0), 3)} at 0, × ${digits(factor(place, 1), 3)} at 1` : `× ${digits(factor(place, 2 * values[place]), 3)} if doubled`;
        const name = make("button", {type: "button", class: "link", onclick: () => controls[place].box.focus()}, item.name);
        const where = [item.label === item.name ? "" : item.label, item.about, item.line === null ? "" : `${item.file}:${item.line}`];
        const cells = [make("td", {}, name, make("div", {class: "label"}, where.filter(Boolean).join(", "))),
            make("td", {class: isSet(place) ? "short" : "short missing"}, isSet(place) ? `${digits(Number(values[place]), 4)} (${origins[place]})` : "not set"),
            make("td", {class: "number"}), make("td", {class: "short"}, ends)];
        put(cells[2], Number.isNaN(share) ? `${inside.length} block${inside.length === 1 ? "" : "s"}` : shareText(share), share);
        return make("tr", {"data-argument": item.symbol}, ...cells);
    }));
}

function chooseUnit(at) {
    state.unit = at;
    byId("unit").value = at;
    openUnit(at);
    chooseCurve();
    refresh();
}

function jump(id) {
    const row = byId(id);
    if (!row) return;
    for (let box = row.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    row.scrollIntoView({block: "center"});
    row.focus({preventScroll: true});
}

function chooseTheme() {
    const dark = document.documentElement.dataset.theme === "dark"
        || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    byId("theme").setAttribute("aria-pressed", String(!dark));
    showSlowly();
}

function start() {
    buildControls();
    buildTree();
    buildLines();
    buildCurves();
    const choice = byId("machine");
    choice.append(...machines.map((_, at) => make("option", {value: at}, machineName(at))));
    choice.onchange = () => { state.machine = Number(choice.value); refresh(); };
    byId("machine-choice").hidden = machines.length < 2;
    const unit = byId("unit");
    unit.append(...D.units.map((each, at) => make("option", {value: at}, each.name)));
    unit.onchange = () => chooseUnit(Number(unit.value));
    byId("unit-choice").hidden = D.entry !== null;
    byId("theme").onclick = chooseTheme;
    document.addEventListener("click", (event) => {
        const link = event.target.closest("a.line");
        if (link) { event.preventDefault(); jump(link.hash.slice(1)); }
    });
    addEventListener("resize", () => { clearTimeout(pending); pending = setTimeout(showSlowly, 150); });
    addEventListener("beforeprint", () => openAll(true));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showSlowly);
    if (state.unit !== null) openUnit(state.unit);
    chooseCurve();
    refresh();
    loadCharts().then(showSlowly, (error) => {
        byId("chart-problem").hidden = false;
        byId("chart-problem").textContent = `Charts cannot be drawn in this browser (${error.message}); the tables have the same numbers.`;
    });
}

start();
