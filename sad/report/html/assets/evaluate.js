// Counts, times and coverage from the values of the parameters.
const D = JSON.parse(await unpacked("model"));
const MOST_STEPS = 2e7; // iterations of sums without a closed form, for one evaluation
const ORIGINS = {user: 2, profile: 3, default: 4};
const BASES = ["exact", "assumed", "user", "profiled", "default", "unresolved"];

const machines = D.machines.map((machine) => {
    const block = [], line = [], weight = [];
    machine.weights.forEach((weights, at) => weights.forEach((each, position) => {
        block.push(at);
        line.push(D.blocks[at][1][position]);
        weight.push(each);
    }));
    return {...machine, block, line, weight: Float64Array.from(weight)};
});

// Fills c with every count at the values p: NaN where a value is missing or the count has none.
function countsAt(p, c) {
    steps.left = MOST_STEPS;
    for (const fill of fills) fill(p, c);
    const known = D.needs.map((need) => need.every((place) => !Number.isNaN(p[place])));
    const found = {lowest: 0, undefined: 0, exhausted: steps.left < 0};
    for (let at = 0; at < c.length; at += 1) {
        if (!known[D.needsOf[at]]) c[at] = NaN;
        else if (!Number.isFinite(c[at])) found.undefined += 1;
        else if (c[at] < found.lowest) found.lowest = c[at];
    }
    return found;
}

// What cannot be: values outside their range, loops that would run more often than their bounds allow.
function contradictions(p, c, found) {
    const said = [];
    if (found.lowest < -1e-6) said.push(`the values contradict each other: something would run ${digits(found.lowest, 4)} times`);
    D.arguments.forEach((item, place) => {
        const value = p[place];
        if (item.kind === "probability" && (value < 0 || value > 1)) said.push(`${item.name} = ${digits(value, 4)}: a probability is between 0 and 1`);
        else if (item.least !== null && value < item.least) said.push(`${item.name} = ${digits(value, 4)}: at least ${item.least} is possible`);
        else if (item.kind === "size" && item.coding === "integer" && !Number.isNaN(value) && !Number.isInteger(value)) said.push(`${item.name} = ${digits(value, 4)}: a whole number is expected`);
        if (item.limit !== null && value > c[item.limit] * (1 + 1e-12)) said.push(`${item.name} = ${digits(value, 4)}: the loop's bounds allow ${digits(c[item.limit], 4)} iterations`);
    });
    return said;
}

// Computes the values that are given as formulas of others.
function followed(p, following) {
    D.follows.forEach((row, number) => {
        if (following[number]) p[row.at] = follow[number](p);
    });
}

// Typical values in place of what is open, and nothing for calls of unknown cost: for shares, curves and
// examples, never for the total.
function completed(p, following) {
    const q = p.slice();
    D.arguments.forEach((item, place) => { if (Number.isNaN(q[place])) q[place] = item.code ?? (item.kind === "seconds" ? 0 : NaN); });
    followed(q, following);
    return q;
}

function callTime(call, p, c) {
    const count = c[call[1]];
    return count === 0 ? 0 : count * p[call[2]];
}

// The time of everything, or of the blocks of one unit.
function totalAt(machine, p, c, blocks) {
    let sum = 0;
    if (blocks === null) {
        for (let at = 0; at < machine.weight.length; at += 1)
            sum += c[D.blocks[machine.block[at]][0]] * machine.weight[at];
        for (const call of D.calls) sum += callTime(call, p, c);
        return sum;
    }
    for (const block of blocks)
        for (const each of machine.weights[block]) sum += c[D.blocks[block][0]] * each;
    return sum;
}

// Times by block and by line; of one unit's lines only what its own blocks do there.
function timesAt(machine, c, blocks) {
    const wanted = blocks === null ? null : new Set(blocks);
    const byBlock = new Float64Array(D.blocks.length), byLine = new Float64Array(D.lines.length);
    for (let at = 0; at < machine.weight.length; at += 1) {
        const block = machine.block[at], line = machine.line[at];
        const time = c[D.blocks[block][0]] * machine.weight[at];
        byBlock[block] += time;
        if (line >= 0 && (wanted === null || wanted.has(block))) byLine[line] += time;
    }
    return {byBlock, byLine};
}

// The time of what has a value: less than the total while something is open.
function knownTime(machine, p, c, blocks) {
    let sum = 0;
    const wanted = blocks === null ? null : new Set(blocks);
    for (let at = 0; at < machine.weight.length; at += 1) {
        const time = c[D.blocks[machine.block[at]][0]] * machine.weight[at];
        if (time > 0 && (wanted === null || wanted.has(machine.block[at]))) sum += time;
    }
    for (const call of blocks === null ? D.calls : []) sum += Math.max(0, callTime(call, p, c)) || 0;
    return sum;
}

function basisOf(block, p, origins) {
    let strength = block[3];
    for (const place of block[4])
        strength = Math.max(strength, Number.isNaN(p[place]) ? 5 : ORIGINS[origins[place]] || 2);
    return strength;
}

// What the time rests on, as shares: of the time, or of the statements while it is not known.
function coverageOf(blocks, byBlock, total, outside, opaque, statements, p, origins) {
    const shares = [0, 0, 0, 0, 0, 0];
    const ofTime = total > 0;
    for (const at of blocks) {
        const time = byBlock[at];
        shares[basisOf(D.blocks[at], p, origins)] += ofTime ? time : D.blocks[at][2];
    }
    const whole = shares.reduce((sum, share) => sum + share, 0) || 1;
    const inside = ofTime ? 1 - outside / total : 1;
    const modelled = statements ? 1 - opaque / statements : 1;
    const found = shares.map((share) => (share / whole) * inside * modelled);
    if (ofTime) found[2] += (outside / total) * modelled;
    found[5] += 1 - modelled;
    return {shares: found, ofTime};
}
