// How the split ES modules of esbuild become CommonJS: it starts faster, and may be kept compiled (bin/compiled.js).
import { basename, dirname, join, relative } from 'node:path';
import { transform } from 'esbuild';

const FILE_URL = '__file_url';
const DYNAMIC = /\bimport\(("\.[^"]+")\)/g;
// V8 gives what it kept no way to import: what is not of the program is imported by the loader. `import(data){` is a method.
const IMPORTED = /(?<![.\w$])import\((?![\w$,]*\)\{)/g;
// Parts of Node that take milliseconds to load and that few starts use are loaded where they are used.
const LATE = /\bvar (\w+)=require\(("node:(?:crypto|fs\/promises)")\);/g;
const late = (code) => [...code.matchAll(LATE)].reduce(asUsed, code);

function asUsed(code, [statement, name, module]) {
  const rest = code.replace(statement, '');
  const isOnlyRead = !new RegExp(`\\b${name}\\b(?!\\.)`).test(rest);
  return isOnlyRead ? rest.replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `require(${module}).`) : code;
}

async function asCommonJs(text, target) {
  const define = { 'import.meta.url': FILE_URL };
  const options = { format: 'cjs', platform: 'node', target, minifyWhitespace: true, define, logLevel: 'warning' };
  const { code } = await transform(text, options);
  const url = code.includes(FILE_URL) ? `const ${FILE_URL}=require("node:url").pathToFileURL(__filename).href;` : '';
  const body = late(code)
    .replaceAll(DYNAMIC, 'Promise.resolve().then(()=>require($1))')
    .replaceAll(IMPORTED, 'require.import(');
  return `${url}${body}`;
}

// V8 takes one large file sooner than seventy small ones: the files that a step of every command needs are parts of one. A part
// runs when it is asked for, as the file would. Files that many operations share are parts of the second step.
const STEPS = [
  ['start', ['src/commands/program/start.ts']],
  ['command', ['src/commands/program/run.ts', 'src/commands/render/table.ts']],
  ['database', ['src/services/db/database.ts', 'src/commands/program/database-settings.ts']],
];
const MANY = 1 / 5;

/** The step, if any, that each output is a part of. */
function stepsOf(outputs) {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint);
  const needs = new Map(entries.map(([path, { entryPoint }]) => [entryPoint, neededBy(path, outputs)]));
  const isShared = (path) =>
    Object.keys(outputs[path].inputs).every((input) => input.startsWith('src/')) &&
    [...needs.values()].filter((needed) => needed.has(path)).length > entries.length * MANY;
  const steps = new Map();
  const add = (paths, step) => {
    for (const path of paths) if (!steps.has(path)) steps.set(path, step);
  };
  for (const [step, sources] of STEPS) {
    for (const source of sources) add([...needs.get(source)], step);
    if (step === 'command') add(Object.keys(outputs).filter(isShared), step);
  }
  return steps;
}

/** An output and what it imports. */
function neededBy(path, outputs, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: needed, kind } of outputs[path].imports)
    if (kind === 'import-statement' && outputs[needed]) neededBy(needed, outputs, found);
  return found;
}

/** Each part by its name, run once. */
const partsText = (
  parts,
) => `const parts={${parts.map(([name, text]) => `"${name}"(exports,module){${text}}`).join(',\n')}};
const known=new Map();
module.exports=(name)=>{let module=known.get(name);
if(!module){known.set(name,module={exports:{}});parts[name](module.exports,module)}
return module.exports};`;
const ONE = /\brequire\("(\.[^"]*\/)([^"/]+)"\)/g;

/** The files of the program: where each goes, its text, and the sources that it holds. `main` stays one. */
export async function commonJs(outputFiles, outputs, main, target) {
  const steps = stepsOf(outputs);
  steps.delete(main);
  const names = new Map([...steps].map(([path, step]) => [basename(path), step]));
  const fromPart = (one, folder, name) =>
    names.has(name) ? `require("${folder}${names.get(name)}.cjs")("${name}")` : one;
  const split = await Promise.all(
    outputFiles.map(async ({ path, text }) => ({
      path: relative('', path),
      text: (await asCommonJs(text, target)).replaceAll(ONE, fromPart),
      inputs: outputs[relative('', path)].inputs,
    })),
  );
  const packs = STEPS.map(([step]) => {
    const parts = split.filter(({ path }) => steps.get(path) === step);
    const text = partsText(parts.map(({ path, text }) => [basename(path), text]));
    return {
      path: join(dirname(main), 'chunks', `${step}.cjs`),
      text,
      inputs: Object.assign({}, ...parts.map(({ inputs }) => inputs)),
    };
  });
  return [...split.filter(({ path }) => !steps.has(path)), ...packs].map((file) => ({
    ...file,
    text: `"use strict";${file.text}`,
  }));
}
