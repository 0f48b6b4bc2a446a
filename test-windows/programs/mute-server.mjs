// A server that never answers, and does not end when its input does. Its argument makes it recognizable.
process.stdin.resume().on('end', () => {});
setInterval(() => {}, 60_000);
