import type { Failure } from './failure.ts'

/** A read without a result. `failure` tells what is known. */
export class QueryFailedError extends Error {
  override readonly name = 'QueryFailedError'
  readonly failure: Failure
  readonly query: string
  readonly node: string

  constructor(failure: Failure, query: string, node: string) {
    super(`${query} on ${node}: ${explain(failure)}`)
    this.failure = failure
    this.query = query
    this.node = node
  }
}

/** The server returned rows of an unexpected shape: a version that this query does not support. */
export class UnexpectedRowsError extends Error {
  override readonly name = 'UnexpectedRowsError'
  constructor(query: string, node: string, detail: string) {
    super(`${query} on ${node} returned rows in an unexpected format: ${detail}. Check the server version.`)
  }
}

/** One line for people: what happened and what to do next. */
export function explain(failure: Failure): string {
  switch (failure.kind) {
    case 'refused':
      return `the server returned code ${failure.error.code} (${failure.error.type}): ${failure.error.message}`
    case 'unreachable':
      return `not reachable: ${failure.reason}. Check address, port, TLS and firewall.`
    case 'unknown':
      return `the connection returned no result: ${failure.reason}. Check the server before sending it again.`
  }
}
