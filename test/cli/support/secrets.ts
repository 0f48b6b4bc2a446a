/** A file whose every secret holds the word canary, in all the places where people keep secrets. */
export const withSecrets = JSON.stringify({
  mcpServers: {
    local: {
      command: 'npx',
      args: [
        '--api-key',
        'canary-1',
        '--token=canary-2',
        'postgres://me:canary-3@db.example/x?password=canary-4',
        '--header',
        'Authorization: Bearer canary-5',
        'SECRET=canary-6',
        'sk-ant-api03-canary7canary7canary7canary7canary7',
      ],
      env: { API_KEY: 'canary-8', DATABASE_URL: 'postgres://me:canary-9@db.example/x', PASSWORD: 'canary-10' },
      apiKey: 'canary-11',
      settings: { token: 'canary-12', deeper: { secret: 'canary-13', list: ['--password', 'canary-14'] } },
      accessTokens: ['canary-15'],
    },
    remote: {
      url: 'https://me:canary-16@hub.example/mcp?token=canary-17&x=1#access_token=canary-18',
      headers: { Authorization: 'Bearer canary-19', 'X-Api-Key': 'canary-20', Cookie: 'session=canary-21' },
      auth: { CLIENT_ID: 'id', CLIENT_SECRET: 'canary-22' },
    },
  },
});

/** Names and values that would move the cursor, change colors or turn the direction of text. */
export const hostile = `{
  "mcpServers": {
    "a\\u001b[31mb\\u202e": { "command": "x\\u001b]0;t\\u0007", "args": ["\\u001b[2J", "\\u009b1m"], "env": { "A": "\\u0085" } },
    "__proto__": { "command": "p" },
    "constructor": { "command": "c" }
  }
}
`;

/** Everything a terminal could take for something else than text, except line ends. */
// oxlint-disable-next-line no-control-regex -- the point of it.
export const unsafe = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
