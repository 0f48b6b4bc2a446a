// Wine 8 cannot connect a socket whose keep-alive was set before, which `fetch` does. No connection of a test is idle for long.
const { Socket } = require('node:net');

Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};
