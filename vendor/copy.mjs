// Copies the chart library and the licences of all it is made of to the package's data.
import {createHash} from "node:crypto";
import {readFileSync, readdirSync, writeFileSync, existsSync} from "node:fs";

const target = new URL("../sad/report/html/vendor/", import.meta.url);
const modules = new URL("node_modules/", import.meta.url);

const texts = new Map();
for (const name of readdirSync(modules).sort()) {
    const file = new URL(`${name}/LICENSE`, modules);
    if (!existsSync(file)) continue;
    const text = readFileSync(file, "utf8").trim();
    texts.set(text, [...(texts.get(text) ?? []), name]);
}
const licences = [...texts].map(([text, names]) => `${names.join(", ")}\n\n${text}\n`);
const library = readFileSync(new URL("vega/build/vega.min.js", modules));
const {version} = JSON.parse(readFileSync(new URL("vega/package.json", modules), "utf8"));
writeFileSync(new URL("vega.min.js", target), library);
writeFileSync(new URL("LICENSES.txt", target), licences.join("\n----\n\n"));
const sum = createHash("sha256").update(library).digest("hex");
writeFileSync(new URL("VERSION", target), `vega ${version} sha256 ${sum}\n`);
