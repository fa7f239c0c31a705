import { S3ServiceException } from '@aws-sdk/client-s3'

/**
 * Why a request failed.
 * - not-found: the bucket or the object does not exist.
 * - denied: wrong key, wrong secret, or no permission for this action.
 * - refused: the store returned another error, named by its code.
 * - unreachable: no response, or not in time. After a put or a delete the result is unknown: check.
 */
export type StoreFailure =
  | { kind: 'not-found'; code: string; message: string }
  | { kind: 'denied'; code: string; message: string }
  | { kind: 'refused'; code: string; status: number; message: string }
  | { kind: 'unreachable'; message: string }

/** Why a request is worth repeating: the store is down or busy. Null: this is its answer. 501 is one: it does not support the request. */
export function whyToRetry(answer: { kind: 'ok' } | StoreFailure): string | null {
  if (answer.kind === 'unreachable') return answer.message
  if (answer.kind !== 'refused' || answer.status === 501) return null
  return answer.status >= 500 || answer.status === 429 ? answer.message : null
}

/** A listing that failed half-way: what came before is incomplete. */
export class StoreListingError extends Error {
  override readonly name = 'StoreListingError'
  readonly failure: StoreFailure

  constructor(failure: StoreFailure, bucket: string, prefix: string) {
    super(`Listing ${bucket}/${prefix} failed: ${failure.message}`)
    this.failure = failure
  }
}

export function classifyStoreFailure(thrown: unknown): StoreFailure {
  if (!(thrown instanceof S3ServiceException)) {
    return {
      kind: 'unreachable',
      message: thrown instanceof Error ? thrown.message || thrown.name : String(thrown),
    }
  }
  const code = thrown.name
  const status = thrown.$metadata.httpStatusCode ?? 0
  // A HEAD has no body, so its errors come without the store's message.
  const message =
    thrown.message === '' || thrown.message === 'UnknownError' ? `${code} (HTTP ${status})` : thrown.message
  if (status === 404) return { kind: 'not-found', code, message }
  if (status === 401 || status === 403) return { kind: 'denied', code, message }
  return { kind: 'refused', code, status, message }
}
