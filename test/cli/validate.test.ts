import { describe, expect, it } from 'vitest';
import { run } from './support/run-program.ts';

const good = '{"mcpServers": {"files": {"command": "npx"}}}';
const bad = `{
  "mcpServers": {
    "hub": {
      "type": "http",
      "url": "hub.example.com/mcp",
      "headers": { "Authorization": "Bearer canary-7f" },
      "timeout": 0
    },
    "files": {
      "command": "npx",
      "env": { "API_KEY": "canary-7f", "PORT": 8080 }
    }
  }
}
`;
const shown = `✗ bad.json:5:14 Must be a valid URL that starts with http:// or https:// at mcpServers.hub.url [url-invalid]
  5 |       "url": "hub.example.com/mcp",
    |              ^^^^^^^^^^^^^^^^^^^^^
  fix: Verify URL format

! bad.json:7:18 "timeout" must be a number greater than 0, not 0; it is ignored at mcpServers.hub.timeout [timeout-ignored]
  7 |       "timeout": 0
    |                  ^
  fix: Set "timeout" to a number greater than 0

✗ bad.json:11:48 Invalid input: expected string, received number at mcpServers.files.env.PORT [wrong-type]
  11 |       "env": { "API_KEY": "••••••••", "PORT": 8080 }
     |                                               ^^^^
  fix: Ensure all env values are strings

2 errors, 1 warning
`;

describe('plugboard validate, as text', () => {
  it('says where, what and what to do', () => {
    const ended = run(['validate', 'bad.json'], { files: { 'bad.json': bad } });
    expect(ended).toEqual({ code: 3, stdout: shown, stderr: '' });
  });

  it('is brief about a valid file', () => {
    expect(run(['validate', 'good.json'], { files: { 'good.json': good } })).toEqual({
      code: 0,
      stdout: '✓ good.json\n',
      stderr: '',
    });
  });

  it('goes on behind a bad file', () => {
    const files = {
      'a.json': '{',
      'b.json': good,
      'c.yaml': 'servers:\n  x: 1\n',
      'd.toml': '[mcp_servers.x]\ncommand = "npx"\n',
    };
    const { code, stdout } = run(['validate', 'a.json', 'none.json', 'b.json', 'c.yaml', 'd.toml'], { files });
    expect(code).toBe(3);
    expect(stdout.match(/^[✗!✓] \S+/gm)).toEqual([
      '✗ a.json:1:1',
      '✗ none.json',
      '✓ b.json',
      '✗ c.yaml:2:6',
      '✓ d.toml',
    ]);
    expect(stdout).toMatch(/\n3 errors, 0 warnings\n$/);
  });

  it('lets warnings pass', () => {
    const { code, stdout } = run(['validate', 'a.json'], { files: { 'a.json': '{}' } });
    expect(code).toBe(0);
    expect(stdout).toContain('[no-servers]');
    expect(stdout).toMatch(/\n0 errors, 1 warning\n$/);
  });

  it('counts notes apart from warnings', () => {
    const files = { '.mcp.json': '{ "mcpServers": { "a": { "command": "node", "cwd": "/tmp" } } }' };
    const { code, stdout } = run(['validate', '.mcp.json'], { files });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n0 errors, 0 warnings, 1 note\n$/)]);
  });

  it('colors only when asked to', () => {
    const files = { 'bad.json': bad };
    const env = { NO_COLOR: '', FORCE_COLOR: '1' };
    expect(run(['validate', 'bad.json'], { files, env }).stdout).toContain('\u001b[31m✗');
    expect(run(['validate', 'bad.json', '--no-color'], { files, env }).stdout).toBe(shown);
    expect(run(['--no-color', 'validate', 'bad.json'], { files, env }).stdout).toBe(shown);
    expect(run(['validate', 'bad.json'], { files, env: { NO_COLOR: '' } }).stdout).toBe(shown);
    expect(run(['validate', 'bad.json'], { files, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }).stdout).toBe(shown);
  });
});

describe('plugboard validate --json', () => {
  it('prints one document', () => {
    const { code, stdout, stderr } = run(['validate', 'bad.json', 'good.json', '--json'], {
      files: { 'bad.json': bad, 'good.json': good },
    });
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    const document = JSON.parse(stdout) as { errors: unknown[]; warnings: unknown[] };
    const files = [
      { file: 'bad.json', valid: false },
      { file: 'good.json', valid: true },
    ];
    expect(document).toMatchObject({ schema: 1, ok: false, data: { files } });
    expect(document.warnings).toEqual([expect.objectContaining({ code: 'timeout-ignored', line: 7, column: 18 })]);
    expect(document.errors).toHaveLength(2);
    expect(document.errors[0]).toEqual({
      code: 'url-invalid',
      severity: 'error',
      message: 'Must be a valid URL that starts with http:// or https://',
      file: 'bad.json',
      line: 5,
      column: 14,
      range: { start: { line: 5, column: 14, offset: 68 }, end: { line: 5, column: 35, offset: 89 } },
      path: ['mcpServers', 'hub', 'url'],
      hint: 'Verify URL format',
    });
  });

  it('says that all is well', () => {
    const { code, stdout } = run(['--json', 'validate', 'good.json'], { files: { 'good.json': good } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      schema: 1,
      ok: true,
      data: { files: [{ file: 'good.json', valid: true }] },
      warnings: [],
      errors: [],
    });
  });
});

/** The codes found in each file, in the order of the files. */
function codesOf(args: readonly string[], circumstances: Parameters<typeof run>[1]): string[][] {
  const { stdout } = run(['validate', ...args, '--json'], circumstances);
  const document = JSON.parse(stdout) as Record<'errors' | 'warnings', { code: string; file: string }[]>;
  const issues = [...document.errors, ...document.warnings];
  const files = args.filter((arg) => arg === '-' || arg.includes('.'));
  return files.map((name) => issues.filter(({ file }) => file === name).map(({ code }) => code));
}

describe('what can be read', () => {
  it('standard input', () => {
    expect(codesOf(['-'], { input: `\ufeff${good}` })).toEqual([[]]);
    expect(codesOf(['-'], { input: '{' })).toEqual([['syntax']]);
    expect(codesOf(['-'], { input: Buffer.from([0x7b, 0xff, 0x7d]) })).toEqual([['encoding']]);
    expect(codesOf(['-', '--format', 'toml'], { input: '[mcp_servers.x]\ncommand = "a"\n' })).toEqual([[]]);
    expect(codesOf(['-', '--format', 'jsonc'], { input: `// note\n${good}` })).toEqual([[]]);
  });

  it('files in UTF-8, with a byte order mark or without, and no empty ones where the format needs a value', () => {
    const files = {
      'mark.json': `\ufeff${good}`,
      'utf16.json': Buffer.from(`\ufeff${good}`, 'utf16le'),
      'bytes.json': Buffer.from([0x7b, 0xc3, 0x28, 0x7d]),
      'empty.json': '',
      'blank.json': ' \n',
      'comment.json': `// note\n${good}`,
      'empty.jsonc': '',
      'empty.toml': '',
      'empty.yaml': '',
    };
    expect(codesOf(Object.keys(files), { files })).toEqual([
      [],
      ['encoding'],
      ['encoding'],
      ['syntax'],
      ['syntax'],
      ['json-comment'],
      ['syntax'],
      [],
      [],
    ]);
  });

  it('no directory and no missing file, with a reason', () => {
    const { code, stdout } = run(['validate', '.', 'none.json']);
    expect(code).toBe(3);
    expect(stdout).toContain('✗ . Cannot read the file: it is a directory [unreadable]');
    expect(stdout).toContain('✗ none.json Cannot read the file: no such file [unreadable]');
  });
});

describe('what never reaches the terminal', () => {
  it('a secret beside an error', () => {
    const texts = [
      ['json', '{"mcpServers": {"x": {"command": "npx", "env": {"TOKEN": canary-7f}}}}'],
      ['json', '{"mcpServers": {"x": {"command": "npx", "env": {"TOKEN": "canary-7f}}}}'],
      ['json', '{"mcpServers": {"x": {"command": "npx", "env": {"TOKEN": "a"canary-7f"}}}}'],
      ['json', '{"mcpServers": {"x": {"command": "npx", "env": {"TOKEN": a canary-7f}}}}'],
      ['json', '{"mcpServers": {"x": {"command": "npx", "env": {"TOKEN":\n"canary-7f" "PORT": "1"}}}}'],
      ['json', '{"mcpServers": {"x": {"command": "npx", "args": ["--token", "canary-7f", 5]}}}'],
      ['json', '{"mcpServers": {"x": {"command": "npx", "args": ["--token",\n "canary-7f" 5]}}}'],
      ['json', '{"mcpServers": {"x": {"url": "ftp://me:canary-7f@example.com/"}}}'],
      ['json', '{"mcpServers": {"x": {"url": "example.com?api_key=canary-7f"}}}'],
      ['json', '{"mcpServers": {"x": {"url": "https://a b/", "headers": {"Authorization": "Bearer canary-7f"}}}}'],
      ['toml', '[mcp_servers.x]\nenv = { TOKEN = canary-7f }\n'],
      ['toml', '[mcp_servers.x]\nenv = { TOKEN = "canary-7f }\n'],
      ['toml', '[mcp_servers.x.env]\nTOKEN = "a" canary-7f\n'],
      ['yaml', 'servers:\n  x:\n    env: {TOKEN: "canary-7f}\n'],
      ['yaml', 'servers:\n  x:\n    env:\n      TOKEN: a: canary-7f\n'],
      ['yaml', 'servers:\n  x:\n    env:\n      TOKEN: !canary-7f\n       - x: "\n'],
    ] as const;
    const files = Object.fromEntries(texts.map(([ending, text], index) => [`file${index}.${ending}`, text]));
    for (const format of [[], ['--json']]) {
      const { stdout, stderr } = run(['validate', ...Object.keys(files), ...format], { files });
      for (const name of Object.keys(files)) expect(stdout).toContain(name);
      expect(stdout).not.toContain('✓');
      expect(`${stdout}${stderr}`).not.toContain('canary');
    }
  });

  it('a control character from a file or its name', () => {
    const text = '{"mcpServers": {"\\u001b[31m\\u202e": {"\u001b[31m": 1}, "x\u009b2J": 5}}';
    const { stdout } = run(['validate', 'a\u202eb.json'], { files: { 'a\u202eb.json': text } });
    expect(stdout).toContain('[syntax]');
    // oxlint-disable-next-line no-control-regex -- the point of the test.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    const keys = run(['validate', 'a.json'], {
      files: { 'a.json': '{"mcpServers": {"\\u001b[31m\\u009b\\u202e": 5}}' },
    });
    expect(keys.stdout).toContain('[name-characters]');
    // oxlint-disable-next-line no-control-regex -- the point of the test.
    expect(keys.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
});

describe('a command line that makes no sense', () => {
  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['validate', '--frobnicate', 'a.json'], "unknown option '--frobnicate'"],
    [['validate'], "missing required argument 'file'"],
    [['validate', '-', '--format', 'xml'], "unknown format 'xml', use one of json, jsonc, toml, yaml"],
  ])('%j', (args, message) => {
    const text = run(args);
    expect(text).toMatchObject({ code: 2, stdout: '' });
    expect(text.stderr).toContain(`✗ ${message}\n`);
    const json = run([...args, '--json']);
    expect(json).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(json.stdout)).toEqual({
      schema: 1,
      ok: false,
      warnings: [],
      errors: [{ code: 'usage', message }],
    });
  });

  it('gets help and version when it asks for them', () => {
    expect(run(['--help'])).toMatchObject({ code: 0, stderr: '' });
    expect(run(['validate', '--help']).stdout).toContain('plugboard validate .mcp.json');
    expect(run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string });
  });
});
