(() => {
    const run = JSON.parse(document.getElementById("run").textContent);
    const canvas = document.getElementById("timeline"), curve = document.getElementById("curve");
    const here = document.getElementById("here");
    const KINDS = ["computation", "messages", "waiting"], LEFT = 44;
    const row = Math.max(3, Math.min(28, Math.floor(600 / run.ranks)));
    const gap = row > 6 ? 2 : 0;
    let from = 0, to = run.ticks;
    const bytes = (packed) => Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const bins = run.bins ? run.bins.map((tiles) => tiles.map(bytes)) : null;

    const seconds = (ticks) => {
        const value = ticks / run.ticks * run.seconds;
        for (const [size, unit] of [[1, "s"], [1e-3, "ms"], [1e-6, "\u00b5s"], [1e-9, "ns"]])
            if (value >= size || unit === "ns") return `${Number((value / size).toPrecision(4))} ${unit}`;
    };
    const colors = () => {
        const style = getComputedStyle(document.documentElement);
        const one = (name) => style.getPropertyValue(name).trim();
        return { kinds: ["--user", "--default", "--unresolved"].map(one), path: one("--hot"),
            waits: one("--text"), text: one("--soft"), line: one("--line") };
    };
    const sized = (element, height) => {
        const ratio = window.devicePixelRatio || 1, width = element.clientWidth || 800;
        element.style.height = `${height}px`;
        element.width = Math.round(width * ratio);
        element.height = Math.round(height * ratio);
        const brush = element.getContext("2d");
        brush.scale(ratio, ratio);
        return [brush, width];
    };
    /* the first slice of a rank that ends after a time */
    const first = (flat, time) => {
        let low = 0, high = flat.length / 3;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (flat[3 * middle] <= time) low = middle + 1; else high = middle;
        }
        return low;
    };
    const shares = (rank, bin) => bins[rank].map((tiles) => tiles[bin] / 255);

    const draw = () => {
        const color = colors(), height = run.ranks * row + 22;
        const [brush, width] = sized(canvas, height);
        const place = (ticks) => LEFT + (ticks - from) / (to - from) * (width - LEFT);
        brush.font = "11px sans-serif";
        brush.textBaseline = "middle";
        const every = Math.max(1, Math.ceil(14 / row));
        for (let rank = 0; rank < run.ranks; rank++) {
            const top = rank * row, tall = row - gap;
            if (rank % every === 0) {
                brush.fillStyle = color.text;
                brush.fillText(rank, 4, top + row / 2);
            }
            if (bins) {
                const count = bins[rank][0].length;
                for (let bin = Math.floor(from / run.ticks * count); bin < Math.min(count, to / run.ticks * count); bin++) {
                    const start = Math.max(LEFT, place(bin / count * run.ticks));
                    const wide = place((bin + 1) / count * run.ticks) - start;
                    let low = top + tall;
                    shares(rank, bin).forEach((share, kind) => {
                        brush.fillStyle = color.kinds[kind];
                        brush.fillRect(start, low - share * tall, wide + 0.3, share * tall);
                        low -= share * tall;
                    });
                }
                continue;
            }
            const flat = run.slices[rank];
            for (let at = first(flat, from); at < flat.length / 3; at++) {
                const begin = at ? flat[3 * at - 3] : 0;
                if (begin >= to) break;
                const start = Math.max(LEFT, place(begin)), end = Math.min(width, place(flat[3 * at]));
                brush.fillStyle = color.kinds[flat[3 * at + 1]];
                brush.fillRect(start, top, Math.max(end - start, 0.05), tall);
            }
        }
        if (document.getElementById("show-path").checked) {
            brush.fillStyle = color.path;
            for (const [rank, begin, end] of run.path) {
                if (end < from || begin > to) continue;
                const start = Math.max(LEFT, place(begin));
                const thick = Math.max(2, (row - gap) / 5);
                brush.fillRect(start, rank * row + row - gap - thick, Math.max(place(end) - start, 0.5), thick);
            }
        }
        if (document.getElementById("show-waits").checked) {
            brush.strokeStyle = color.waits;
            brush.lineWidth = 0.7;
            brush.save();
            brush.beginPath();
            brush.rect(LEFT, 0, width - LEFT, height);
            brush.clip();
            brush.beginPath();
            for (const [source, sent, target, got] of run.waits) {
                if (got < from || sent > to) continue;
                brush.moveTo(place(sent), source * row + (row - gap) / 2);
                brush.lineTo(place(got), target * row + (row - gap) / 2);
            }
            brush.stroke();
            brush.restore();
        }
        brush.fillStyle = color.text;
        brush.textAlign = "start";
        brush.fillText(seconds(from), LEFT, height - 9);
        brush.textAlign = "end";
        brush.fillText(seconds(to), width - 2, height - 9);
        brush.textAlign = "center";
        brush.fillText(seconds((from + to) / 2), (LEFT + width) / 2, height - 9);
        canvas.dataset.from = from;
        canvas.dataset.to = to;
    };
    const drawCurve = (element, curves, most) => {
        const color = colors(), [brush, width] = sized(element, 120), count = curves[0].length;
        const low = new Array(count).fill(120);
        curves.forEach((numbers, kind) => {
            brush.fillStyle = color.kinds[curves.length > 1 ? kind : 1];
            numbers.forEach((number, at) => {
                const tall = number / most * 116;
                const start = LEFT + at / count * (width - LEFT);
                brush.fillRect(start, low[at] - tall, (width - LEFT) / count + 0.3, tall);
                low[at] -= tall;
            });
        });
        brush.fillStyle = color.text;
        brush.font = "11px sans-serif";
        brush.fillText(most, 4, 12);
        brush.fillText("0", 4, 116);
    };
    const all = () => {
        draw();
        drawCurve(curve, run.curve, run.ranks);
        drawCurve(document.getElementById("queue"), [run.queue], Math.max(1, ...run.queue));
        document.body.dataset.ready = "all";
    };

    const show = (start, length) => {
        const long = Math.min(run.ticks, Math.max(length, 200));
        from = Math.min(Math.max(start, 0), run.ticks - long);
        to = from + long;
        draw();
    };
    const zoom = (factor, at = (from + to) / 2) => show(at - (at - from) * factor, (to - from) * factor);
    const time = (event) => {
        const box = canvas.getBoundingClientRect();
        return from + (event.clientX - box.left - LEFT) / (box.width - LEFT) * (to - from);
    };
    canvas.addEventListener("keydown", (event) => {
        const step = (to - from) / 4;
        const does = { "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), "0": () => show(0, run.ticks),
            ArrowLeft: () => show(from - step, to - from), ArrowRight: () => show(from + step, to - from) }[event.key];
        if (does) { event.preventDefault(); does(); }
    });
    canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        zoom(event.deltaY > 0 ? 1.25 : 0.8, time(event));
    }, { passive: false });
    let held = null;
    canvas.addEventListener("pointerdown", (event) => {
        held = [time(event), event.pointerId];
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointerup", () => { held = null; });
    canvas.addEventListener("pointermove", (event) => {
        const now = time(event);
        if (held) show(from + held[0] - now, to - from);
        const rank = Math.floor((event.clientY - canvas.getBoundingClientRect().top) / row);
        if (rank < 0 || rank >= run.ranks || now < 0 || now >= run.ticks) return;
        here.textContent = about(rank, now);
    });
    const about = (rank, now) => {
        const start = `rank ${rank} at ${seconds(now)}: `;
        if (bins) {
            const bin = Math.floor(now / run.ticks * bins[rank][0].length);
            return start + shares(rank, bin).map((share, kind) => `${KINDS[kind]} ${Math.round(share * 100)} %`).join(", ");
        }
        const flat = run.slices[rank], at = first(flat, now);
        if (3 * at >= flat.length) return `${start}over`;
        const long = flat[3 * at] - (at ? flat[3 * at - 3] : 0), kind = flat[3 * at + 1];
        const where = kind ? "in" : "before";
        return `${start}${KINDS[kind]} of ${seconds(long)} ${where} ${run.names[flat[3 * at + 2]]}`;
    };
    for (const name of ["show-path", "show-waits"]) document.getElementById(name).addEventListener("change", draw);
    window.addEventListener("resize", all);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", all);
    all();
})();
