// The flows of the user's day in Kakoune, with the set-up that we ship. Its screen comes as JSON.
// Run in a copy of `workspace/`:  SERVER=… SETUP=…/editors/kakoune node kakoune.mjs
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const { SERVER, SETUP } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'kakoune-'));
const env = { ...process.env, XDG_RUNTIME_DIR: folder, PATH: `${dirname(SERVER)}:${process.env.PATH}` };
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

// The set-up for the version of kakoune-lsp that is here.
const version = Number(/(\d+)\./.exec(execFileSync('kak-lsp', ['--version']).toString())[1]);
const log = join(folder, 'log');
const commands = version >= 18
  ? `evaluate-commands %sh{kak-lsp}\nsource ${join(SETUP, 'puppet-analyzer.kak')}`
  : `evaluate-commands %sh{kak-lsp --kakoune -s $kak_session}
set-option global lsp_cmd "kak-lsp -c ${join(SETUP, 'kak-lsp.toml')} --log ${log} -s %val{session}"
hook global BufCreate .*\\.pp %{ set-option buffer filetype puppet }
lsp-enable`;

const kak = spawn('kak', ['-n', '-ui', 'json', '-E', commands, 'manifests/init.pp'], { env });
let box = '';
let menu = '';
let rest = '';
const texts = (part) => (Array.isArray(part) ? part.map(texts).join(part.some(Array.isArray) ? '\n' : '') : part?.contents ?? '');
kak.stdout.on('data', (data) => {
  const lines = (rest + data).split('\n');
  rest = lines.pop();
  for (const { method, params } of lines.map((line) => JSON.parse(line))) {
    if (method === 'info_show') box = texts(params[1]);
    if (method === 'menu_show') menu = texts(params[0]);
  }
});
const keys = (text) => kak.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'keys', params: [text] })}\n`);

/** The value of an expression of Kakoune. */
async function value(expression) {
  const file = join(folder, 'value');
  rmSync(file, { force: true });
  keys(`<esc>:echo -to-file ${file} "${expression}"<ret>`);
  for (let tries = 0; tries < 40 && !existsSync(file); tries++) await pause(25);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

async function until(read) {
  let seen;
  for (const end = Date.now() + 15_000; Date.now() < end; await pause(50)) {
    seen = await read();
    if (seen) break;
  }
  return seen;
}

let failures = 0;
function check(name, ok) {
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  failures += ok ? 0 : 1;
}

const goto = (text) => keys(`<esc>gg/\\Q${text}\\E<ret>;`);

check('a wrong argument is marked', (await until(async () => Number(await value('%opt{lsp_diagnostic_error_count}')))) === 1);
goto('$size\\)'.replace('\\', ''));
check('hover shows the inferred type', await until(async () => {
  keys(':lsp-hover<ret>');
  await pause(300);
  return box.includes('Integer[10, 10]');
}));
goto('Web::Port');
keys(':lsp-definition<ret>');
check('the definition of an alias opens its file', await until(async () => (await value('%val{bufname}')).endsWith('types/port.pp')));
keys('<esc>:edit manifests/init.pp<ret>');
goto('$size = 10');
keys('o$x = Array[');
check('completion offers types', await until(async () => {
  await pause(200);
  return menu.includes('Integer') && menu.includes('Array');
}));

keys('<esc>:kill!<ret>');
await Promise.race([new Promise((resolve) => kak.once('exit', resolve)), pause(3000).then(() => kak.kill('SIGKILL'))]);
await pause(300);
rmSync(folder, { recursive: true, force: true });
process.exit(failures === 0 ? 0 : 1);
