/** The queue limit of a client at one server was reached. */
export class TooManyCalls extends Error {
  constructor() {
    super('This client has too many pending requests to the server. Try again when some of them are answered.');
  }
}
