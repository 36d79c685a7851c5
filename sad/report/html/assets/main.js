// What is chosen, and what happens when something changes.
const state = {unit: D.entry === null ? 0 : null, machine: 0, curve: null, idle: null};
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
    const result = {found, contradictions: contradictions(values, counts, found), machine, counts, byBlock, byLine, total, coverage, unitTimes: unitBlocks.map((own) => sumOf(own, byBlock))};
    result.weights = weightsOf(result, blocks);
    return result;
}

// The same with typical values for what is open: what shares, the icicle and the order of rows are made of.
function weightsOf(result, blocks) {
    const p = completed(values, following), c = new Float64Array(counts.length);
    countsAt(p, c);
    const real = (number) => (number > 0 && Number.isFinite(number) ? number : 0);
    c.forEach((count, at) => { c[at] = real(count); });
    const {byBlock, byLine} = timesAt(result.machine, c, blocks);
    const total = sumOf(blocks === null ? [...D.blocks.keys()] : blocks, byBlock)
        + (blocks === null ? D.calls.reduce((sum, call) => sum + real(callTime(call, p, c)), 0) : 0);
    const isComplete = openPlaces().length === 0;
    return {values: p, counts: c, byBlock, byLine, total, isComplete, unitTimes: unitBlocks.map((own) => sumOf(own, byBlock))};
}

// Parameters without a value that the present total needs.
function openPlaces() {
    const idle = idleCalls(), needed = state.unit === null ? [...D.arguments.keys()] : D.units[state.unit].arguments;
    return needed.filter((place) => !isSet(place) && !idle.has(place));
}

// The share of the time in blocks whose count depends on a parameter.
function dependence(place, result) {
    const {byBlock, total} = result.weights;
    const inside = (state.unit === null ? [...D.blocks.keys()] : unitBlocks[state.unit]).filter((at) => dependsOn(at, place));
    return total > 0 ? sumOf(inside, byBlock) / total : 0;
}

function dependsOn(block, place) {
    return D.needs[D.needsOf[D.blocks[block][0]]].includes(place);
}

function refresh() {
    last = compute();
    if (state.idle !== String([...idleCalls()])) arrange(last);
    showControls();
    showTotal(last);
    showCoverage(last);
    showHottest(last);
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
    byId("governing").hidden = !visible.length;
    if (!byId("governing").open) return;
    const c = new Float64Array(D.needsOf.length), p = values.slice();
    const blocks = state.unit === null ? null : unitBlocks[state.unit];
    const factor = (place, value) => {
        p.set(result.weights.values);
        p[place] = value;
        const own = following.slice();
        if (followAt.has(place)) own[followAt.get(place)] = false;
        followed(p, own);
        countsAt(p, c);
        return totalAt(result.machine, p, c, blocks) / result.weights.total;
    };
    const governed = visible.map(([item, place]) => ({item, place, share: dependence(place, result)}));
    governed.sort((a, b) => b.share - a.share); // what matters most comes first
    byId("governing-body").replaceChildren(...governed.map(({item, place, share}, number) => {
        const value = result.weights.values[place];
        const small = number < MOST_GOVERNING && result.weights.total > 0 && !Number.isNaN(value) && item.coding === "integer";
        const ends = !small ? "" : item.kind === "probability"
            ? `× ${digits(factor(place, 0), 3)} at 0, × ${digits(factor(place, 1), 3)} at 1` : `× ${digits(factor(place, 2 * value), 3)} if doubled`;
        const name = make("button", {type: "button", class: "link", onclick: () => focusOn(place)}, item.name);
        const cells = [make("td", {}, name, item.label === item.name ? null : make("div", {class: "label"}, item.label)),
            make("td", {class: "short"}, isSet(place) ? `${digits(Number(values[place]), 4)} (${origins[place]})` : Number.isNaN(value) ? "open" : `open, typically ${digits(value, 4)}`),
            make("td", {class: "number"}, shareText(share)), make("td", {class: "short"}, ends)];
        return make("tr", {"data-argument": item.symbol}, ...cells);
    }));
}

function chooseUnit(at) {
    state.unit = at;
    byId("unit").value = at;
    openUnit(at);
    chooseCurve();
    refresh();
    arrange(last);
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

// The number stays in view while sliders further down are moved.
function buildBar() {
    new IntersectionObserver(([entry]) => { byId("bar").hidden = entry.isIntersecting || entry.boundingClientRect.top > 0; })
        .observe(byId("total"));
}

function start() {
    buildControls();
    buildTree();
    buildLines();
    buildCurves();
    buildDrop();
    buildBar();
    const choice = byId("machine");
    choice.append(...machines.map((_, at) => make("option", {value: at}, machineName(at))));
    choice.onchange = () => { state.machine = Number(choice.value); refresh(); };
    byId("machine-choice").hidden = machines.length < 2;
    const unit = byId("unit");
    unit.append(...D.units.map((each, at) => make("option", {value: at}, each.name)));
    unit.onchange = () => chooseUnit(Number(unit.value));
    byId("unit-choice").hidden = D.entry !== null;
    byId("theme").onclick = chooseTheme;
    byId("governing").ontoggle = () => showGoverning(last);
    document.addEventListener("click", (event) => {
        const link = event.target.closest("a.line");
        if (link) { event.preventDefault(); jump(link.hash.slice(1)); }
    });
    addEventListener("resize", () => { clearTimeout(pending); pending = setTimeout(showSlowly, 150); });
    addEventListener("beforeprint", () => openAll(true));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showSlowly);
    collect();
    if (state.unit !== null) {
        state.unit = costliest();
        unit.value = state.unit;
        openUnit(state.unit);
    }
    chooseCurve();
    refresh();
    sortTree(last);
    loadCharts().then(showSlowly, (error) => {
        byId("chart-problem").hidden = false;
        byId("chart-problem").textContent = `Charts cannot be drawn in this browser (${error.message}); the tables have the same numbers.`;
    });
}

// Of a library the unit that takes most, with typical values.
function costliest() {
    const times = weightsOf({machine: machines[0]}, null).unitTimes;
    return times.indexOf(Math.max(...times));
}

start();
