export type ServiceErrorCode =
  | 'not_found'
  | 'unauthenticated'
  | 'forbidden'
  | 'invalid'
  | 'conflict'
  /** A node, the store or the database did not answer. */
  | 'unreachable'
  /** The server answered with a refusal. */
  | 'refused'
  | 'internal'

/**
 * The only error that verbs throw on purpose. `message` says what happened to which object and `hint` what to do
 * next; both are shown to people as they are, so neither may hold a secret. `cause` is for the log only.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ServiceErrorCode
  readonly hint: string | undefined

  constructor(code: ServiceErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.hint = options.hint
  }
}
