// The icicle and the curves, drawn by Vega; each has a table that says the same.
const MOST_NODES = 400; // of the icicle; what is smaller is left out
const SAMPLES = 61;
const MOST_TRIED = 8; // parameters, for the first curve
const charts = {};

async function loadCharts() {
    const script = document.createElement("script");
    const text = await unpacked("chart-library");
    byId("licences").onclick = () => {
        byId("licence-text").textContent = text.slice(4, text.indexOf("*/"));
        byId("licence-text").hidden = !byId("licence-text").hidden;
    };
    script.textContent = text;
    document.head.append(script);
}

function color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function chartConfig() {
    const text = color("--text"), soft = color("--soft"), line = color("--line");
    const font = getComputedStyle(document.body).fontFamily;
    return {
        background: "transparent",
        axis: {labelColor: soft, titleColor: text, gridColor: line, domainColor: line, tickColor: line,
            labelFont: font, titleFont: font, labelFontSize: 12, titleFontSize: 13, titleFontWeight: "normal"},
        legend: {labelColor: text, titleColor: text, labelFont: font, labelFontSize: 12, titleFont: font},
        text: {font, fill: text},
    };
}

// program > unit > loop > line, as rows with their parents; only what takes time.
function nodesOf(result) {
    const nodes = [{id: "all", parent: null, name: D.entry === null ? "" : D.entry, kind: "program", time: 0, own: 0}];
    const wanted = state.unit === null ? D.units.map((_, at) => at) : [state.unit];
    const add = (row, parent, unit, path) => {
        let id = parent;
        if (row.kind === "loop" || row.kind === "unit") {
            id = path;
            nodes.push({id, parent, name: row.kind === "unit" ? row.id : row.source || row.id, kind: row.kind, own: 0,
                goto: row.line ? `L${unit.file}-${row.line}` : null, time: sumOf(blocksIn(row), result.weights.byBlock)});
        }
        const lines = new Map();
        for (const block of row.blocks) D.blocks[block][1].forEach((line, position) => {
            const time = result.weights.counts[D.blocks[block][0]] * result.machine.weights[block][position];
            lines.set(line, (lines.get(line) || 0) + time);
        });
        for (const [line, time] of lines) {
            const at = D.lines[line];
            const known = nodes.findLast((node) => node.parent === id && node.line === line);
            if (known) { known.own += time; known.time += time; } else if (at)
                nodes.push({id: `${id}|${line}`, parent: id, line, name: `line ${at[1]}`, kind: "line", own: time, time, goto: `L${at[0]}-${at[1]}`});
        }
        row.rows.forEach((each, number) => add(each, id, unit, `${path}/${number}`));
    };
    for (const at of wanted) {
        const unit = D.units[at];
        add({...unit.tree, line: unit.line}, "all", unit, `u${at}`);
    }
    D.calls.forEach((call, number) => {
        if (state.unit !== null) return;
        const time = callTime(call, result.weights.values, result.weights.counts) || 0;
        nodes.push({id: `c${number}`, parent: "all", name: call[0], kind: "call", own: time, time});
    });
    nodes[0].time = result.weights.total;
    const tops = nodes.filter((node) => node.parent === "all" && node.time > 0);
    if (tops.length === 1) { // one unit: it is the whole
        nodes.shift();
        tops[0].parent = null;
    }
    return kept(nodes.filter((node) => node.parent === null || node.time > 0), result.weights.total);
}

// The nodes that take the most time; a parent takes at least as much as what is inside it.
function kept(nodes, total) {
    const least = [...nodes].sort((a, b) => b.time - a.time)[MOST_NODES]?.time ?? 0;
    const found = nodes.filter((node) => node.parent === null || node.time > least);
    const names = new Set(found.map((node) => node.id));
    for (const node of found) node.share = total > 0 ? node.time / total : 0;
    return found.filter((node) => node.parent === null || names.has(node.parent));
}

function icicleSpec(nodes, width) {
    const depth = nodes.reduce((most, node) => Math.max(most, node.id.split("/").length), 1) + 2;
    return {
        $schema: "https://vega.github.io/schema/vega/v6.json",
        description: "Icicle: the width of each part is its share of the time; loops are below their units, lines below their loops. The table below says the same.",
        width, height: Math.min(30 * depth, 420), padding: 0, autosize: "none", config: chartConfig(),
        data: [{name: "nodes", values: nodes, transform: [
            {type: "stratify", key: "id", parentKey: "parent"},
            {type: "partition", field: "own", size: [{signal: "width"}, {signal: "height"}], round: false},
        ]}],
        scales: [
            {name: "heat", type: "linear", domain: [0, 1], range: [color("--cool"), color("--hot")], interpolate: "lab"},
            {name: "kind", type: "ordinal", domain: ["program", "unit", "loop", "call"],
                range: [color("--program"), color("--unit"), color("--loop"), color("--unresolved")]},
        ],
        marks: [
            {type: "rect", from: {data: "nodes"}, encode: {
                enter: {stroke: {value: color("--page")}, tooltip: {signal: "datum.tip"}, cursor: {signal: "datum.goto ? 'pointer' : 'default'"}},
                update: {x: {field: "x0"}, x2: {field: "x1"}, y: {field: "y0"}, y2: {field: "y1"},
                    fill: [{test: "datum.kind === 'line'", scale: "heat", signal: "sqrt(datum.share)"}, {scale: "kind", field: "kind"}], strokeWidth: {value: 1}},
                hover: {strokeWidth: {value: 2.5}, stroke: {value: color("--text")}},
            }},
            {type: "text", from: {data: "nodes"}, interactive: false, encode: {
                update: {x: {signal: "datum.x0 + 5"}, y: {signal: "(datum.y0 + datum.y1)/2"}, baseline: {value: "middle"},
                    fontSize: {value: 12}, limit: {signal: "max(datum.x1 - datum.x0 - 8, 1)"},
                    text: {signal: "datum.x1 - datum.x0 > 34 ? datum.name : ''"},
                    fill: {signal: `datum.kind === 'line' && sqrt(datum.share) > 0.6 ? '${color("--on-hot")}' : '${color("--text")}'`}},
            }},
        ],
    };
}

function tableOf(table, rows) {
    table.tBodies[0].replaceChildren(...rows.map((cells) => make("tr", {}, ...cells.map((text, at) =>
        make("td", {class: at ? "number" : null}, text)))));
}

async function draw(key, holder, spec) {
    if (!window.vega) return;
    charts[key]?.finalize();
    const view = new vega.View(vega.parse(spec), {renderer: "svg", container: holder, hover: true, logLevel: vega.Error});
    charts[key] = view;
    await view.runAsync();
}

function widthOf(holder) {
    return Math.max(200, Math.floor(holder.clientWidth));
}

async function showIcicle(result) {
    const holder = byId("icicle"), known = result.weights.total > 0;
    holder.hidden = !known;
    if (!known) return;
    const nodes = nodesOf(result);
    for (const node of nodes) node.tip = `${node.name}: ${result.weights.isComplete ? `${costText(result.machine, node.time)}, ` : ""}${shareText(node.share)}`;
    await draw("icicle", holder, icicleSpec(nodes, widthOf(holder)));
    charts.icicle?.addEventListener("click", (_, item) => { if (item?.datum.goto) jump(item.datum.goto); });
}

// --- curves: where the values contradict each other there is no point

function curveEnds(item, place) {
    if (item.kind === "probability") return [0, 1];
    const value = shown[place] ?? item.typical;
    if (!(value > 0)) return [Math.max(item.low, item.least || 0), item.high];
    return item.kind === "size" ? [Math.max(1, Math.round(value / 10)), value * 10] : [Math.max(item.least || 0, value / 10), value * 10];
}

function curvePlaces(item, low, high, isLog) {
    const found = [];
    for (let at = 0; at < SAMPLES; at += 1) {
        const part = at / (SAMPLES - 1);
        const x = isLog && low > 0 ? low * (high / low) ** part : low + (high - low) * part;
        found.push(item.kind === "size" ? Math.round(x) : x);
    }
    return [...new Set(found)];
}

function curvePoints(place, low, high, isLog) {
    const item = D.arguments[place];
    const p = completed(values, following), c = new Float64Array(D.needsOf.length);
    const own = following.slice();
    if (followAt.has(place)) own[followAt.get(place)] = false;
    const blocks = state.unit === null ? null : unitBlocks[state.unit];
    return curvePlaces(item, low, high, isLog).map((x) => {
        p[place] = coded(item, x);
        followed(p, own);
        const possible = contradictions(p, c, countsAt(p, c)).length === 0;
        return {x, times: machines.map((machine) => (possible ? totalAt(machine, p, c, blocks) : NaN))};
    });
}

function curveSpec(points, item, isLog, width) {
    const values_ = points.flatMap(({x, times}) => times.map((y, at) => ({x, y, machine: machineName(at)})))
        .filter(({x, y}) => Number.isFinite(y) && (!isLog || (x > 0 && y > 0)));
    const scale = isLog ? "log" : "linear";
    const seconds = machines[0].unit === "s";
    return {
        $schema: "https://vega.github.io/schema/vega/v6.json",
        description: `The total over ${item.name} for every machine; the table below has the numbers.`,
        width, height: 280, padding: 5, autosize: {type: "fit", contains: "padding"}, config: chartConfig(),
        data: [{name: "points", values: values_}, {name: "here", values: shown[state.curve] === null ? [] : [{x: shown[state.curve]}]}],
        scales: [
            {name: "x", type: scale, domain: {data: "points", field: "x"}, range: "width", zero: false, nice: false},
            {name: "y", type: scale, domain: {data: "points", field: "y"}, range: "height", zero: !isLog, nice: !isLog},
            {name: "color", type: "ordinal", domain: machines.map((_, at) => machineName(at)), range: [color("--first"), color("--second"), color("--third"), color("--fourth")]},
            {name: "dash", type: "ordinal", domain: machines.map((_, at) => machineName(at)), range: [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3]]},
        ],
        axes: [
            {orient: "bottom", scale: "x", title: item.name, grid: true, ...ticks(isLog, values_.map(({x}) => x), width / 90, "")},
            {orient: "left", scale: "y", title: seconds ? "time" : "operations", grid: true, ...ticks(isLog, values_.map(({y}) => y), 6, seconds ? "s" : "")},
        ],
        legends: machines.length > 1 ? [{stroke: "color", strokeDash: "dash", symbolType: "stroke", symbolSize: 400, labelLimit: width - 60, orient: "top", columns: width < 500 ? 1 : 3}] : [],
        marks: [
            {type: "rule", clip: true, from: {data: "here"}, encode: {update: {x: {scale: "x", field: "x"}, y: {value: 0}, y2: {signal: "height"}, stroke: {value: color("--soft")}, strokeDash: {value: [3, 3]}}}},
            {type: "group", from: {facet: {name: "series", data: "points", groupby: "machine"}}, marks: [
                {type: "line", from: {data: "series"}, encode: {update: {x: {scale: "x", field: "x"}, y: {scale: "y", field: "y"},
                    stroke: {scale: "color", field: "machine"}, strokeDash: {scale: "dash", field: "machine"}, strokeWidth: {value: 2.5}}}},
            ]},
        ],
    };
}

// Ticks with SI prefixes: 10 ms, 2 k. On a logarithmic axis 1, 2 and 5 of each decade, or decades where there are many.
function ticks(isLog, found, most, unit) {
    const short = `replace(format(datum.value, '~s') + '${unit}', regexp('([0-9.])([a-zA-Zµ])'), '$1 $2')`;
    const labels = {text: {signal: unit ? `datum.value >= 1000 ? format(datum.value, ',') + ' s' : ${short}` : `datum.value < 1 ? format(datum.value, '~g') : ${short}`}};
    const axis = {encode: {labels: {update: labels}}, tickCount: Math.max(3, Math.floor(most)), labelOverlap: true};
    if (!isLog || !found.length) return axis;
    const low = Math.min(...found), high = Math.max(...found), decades = Math.log10(high / low);
    const steps = decades > most / 3 ? [1] : decades > 0.9 ? [1, 2, 5] : [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const every = decades > most ? Math.ceil(decades / most) : 1, values = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += every)
        for (const step of steps) if (step * 10 ** power >= low && step * 10 ** power <= high) values.push(Number(`${step}e${power}`));
    return values.length > 1 ? {...axis, values} : axis;
}

function machineName(at) {
    const machine = machines[at];
    return machine.toolchain ? `${machine.name}, ${machine.toolchain}` : machine.name;
}

async function showCurves() {
    const place = state.curve, holder = byId("curve");
    if (place === null) return;
    const item = D.arguments[place];
    const low = Number(byId("curve-from").value), high = Number(byId("curve-to").value);
    const isLog = byId("curve-log").checked;
    const points = low < high ? curvePoints(place, low, high, isLog) : [];
    const known = points.some(({times}) => times.some((time) => Number.isFinite(time) && time > 0));
    byId("curve-unknown").hidden = known;
    holder.hidden = !known;
    byId("curve-table").tHead.replaceChildren(make("tr", {}, ...[item.name, ...machines.map((_, at) => machineName(at))].map((text) => make("th", {scope: "col"}, text))));
    const step = Math.max(1, Math.floor((points.length - 1) / 12));
    tableOf(byId("curve-table"), points.filter((_, at) => at % step === 0).map(({x, times}) => [digits(x, 5), ...times.map((time, at) => costText(machines[at], time))]));
    const others = openPlaces().filter((at) => at !== place).map((at) => D.arguments[at]);
    const named = (rows) => listed(rows.map((each) => each.name.replace(/\.seconds$/, "")));
    const [calls, guessed] = [true, false].map((wanted) => others.filter((each) => (each.kind === "seconds") === wanted));
    const notes = guessed.length ? [`Typical values for ${named(guessed)}.`] : [];
    if (calls.length) notes.push(`Without calls of ${named(calls)}.`);
    const fixed = machines.filter((machine) => machine.unit === "s" && machine.model !== "additive").map((machine) => machine.name);
    if (fixed.length) notes.push(`${[...new Set(fixed)].join(", ")}: block times are held as this page was made with them; caches and overlap do not follow the curve.`);
    byId("curve-note").textContent = notes.join(" ");
    holder.dataset.points = JSON.stringify(points.map(({x, times}) => [x, ...times]));
    if (known) await draw("curve", holder, curveSpec(points, item, isLog, widthOf(holder)));
}

// The size with which the total grows most comes first, else what governs most.
function chooseCurve() {
    const choice = byId("curve-argument");
    const own = state.unit === null ? null : new Set(D.units[state.unit].arguments);
    const usable = D.arguments.map((item, place) => [item, place])
        .filter(([item, place]) => item.coding === "integer" && (own === null || own.has(place)));
    choice.replaceChildren(...usable.map(([item, place]) => make("option", {value: place}, item.name)));
    const weight = new Float64Array(D.arguments.length), found = weightsOf({machine: machines[0]}, own === null ? null : unitBlocks[state.unit]);
    for (const [item, place] of usable) weight[place] = item.share ?? dependence(place, {weights: found});
    const order = (rows) => rows.sort((a, b) => weight[b[1]] - weight[a[1]]);
    const sizes = order(usable.filter(([item, place]) => item.kind === "size" && !followAt.has(place) && weight[place] > 0.01));
    const growing = sizes.slice(0, MOST_TRIED).map((row) => ({row, factor: growth(row[1], found)})).filter(({factor}) => factor > 1);
    growing.sort((a, b) => b.factor - a.factor);
    const first = growing[0]?.row || sizes[0] || order([...usable])[0];
    choice.value = first ? first[1] : "";
    setCurve();
}

// What four times the value makes of the total: a size beyond a leading dimension is refused by many programs.
function growth(place, found) {
    const p = found.values.slice(), c = new Float64Array(counts.length);
    p[place] *= 4;
    countsAt(p, c);
    return totalAt(machines[0], p, c, state.unit === null ? null : unitBlocks[state.unit]) / found.total;
}

function setCurve() {
    const choice = byId("curve-argument");
    state.curve = choice.value === "" ? null : Number(choice.value);
    byId("curves").hidden = state.curve === null;
    if (state.curve === null) return;
    const item = D.arguments[state.curve];
    const [low, high] = curveEnds(item, state.curve);
    byId("curve-from").value = digits(low, 3);
    byId("curve-to").value = digits(high, 3);
    byId("curve-log").checked = item.kind !== "probability";
}

function buildCurves() {
    byId("curve-argument").onchange = () => { setCurve(); showCurves(); };
    for (const name of ["curve-from", "curve-to", "curve-log"]) byId(name).onchange = showCurves;
}
