/** A client has so many requests at one server that no more are taken. */
export class TooManyCalls extends Error {
  constructor() {
    super('Too many requests of this client wait for the server. Try again when some of them are answered.');
  }
}
