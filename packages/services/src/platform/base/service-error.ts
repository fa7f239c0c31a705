export type ServiceErrorCode =
  | 'not_found'
  | 'unauthenticated'
  | 'forbidden'
  | 'invalid'
  | 'conflict'
  /** A per-caller limit is reached. */
  | 'exhausted'
  /** A node, the store or the database did not answer. */
  | 'unreachable'
  /** The server rejected it, or an address in the input cannot be used. */
  | 'refused'
  | 'internal'

/** An object that an error refers to, for links. `clusterSlug`: the cluster it is shown in. */
export interface RelatedObject {
  /** As in entries of the audit. */
  objectType: string
  objectId: string
  clusterSlug: string
  name: string
}

/**
 * The only error that verbs throw on purpose. `message` says what happened to which object and `hint` what to do
 * next; both are shown to people as they are, so neither may hold a secret. `cause` is for the log only.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: ServiceErrorCode
  readonly hint: string | undefined
  readonly related: readonly RelatedObject[]

  constructor(
    code: ServiceErrorCode,
    message: string,
    options: { hint?: string; related?: readonly RelatedObject[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.hint = options.hint
    this.related = options.related ?? []
  }
}
