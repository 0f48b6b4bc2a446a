const { readFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { join } = require('node:path');

/** Stands in for the package of this name, which needs a keychain. */
exports.AsyncEntry = class {
  #names;

  /**
   * @param {string} service
   * @param {string} account
   */
  constructor(service, account) {
    this.#names = `${service} ${account}`;
  }

  async getPassword() {
    return this.#names === 'a/service me' ? readFileSync(join(homedir(), 'held-by-keychain'), 'utf8') : undefined;
  }
};
