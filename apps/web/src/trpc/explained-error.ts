/** An error whose message is written for people, of a request that is not a call of the API. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError'
}
