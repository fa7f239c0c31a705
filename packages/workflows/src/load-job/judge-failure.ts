import { errorCodes, errorRuleOf, type ServerError } from '@frostline/clickhouse'

export type LoadFailure =
  /** This object cannot be read as planned; the others may. */
  | { kind: 'file'; path: string; code: number; error: string; row: bigint | null }
  /** A request for this object failed: it may be gone or another one by now. */
  | { kind: 'look-at-object'; path: string; code: number; error: string }
  | { kind: 'try-again'; code: number; error: string }
  /** Most likely an object cannot be read, and the server does not say which: read them one by one. */
  | { kind: 'one-by-one'; code: number; error: string }
  /** No attempt will succeed until a person acts, and no other batch will. */
  | { kind: 'stop'; code: number; error: string }

/**
 * What the exception of a load statement means. The code decides, by its rule; the text only tells which object was being
 * read: `(in file/uri bucket/key)`, looked for with the paths of the batch, for a key may hold anything. The row is
 * counted from 1 within the object.
 */
export function judgeLoadFailure(
  { code, message }: ServerError,
  node: string,
  paths: readonly string[],
): LoadFailure {
  const rule = errorRuleOf(code)
  const path =
    paths.find((candidate) => message.includes(sayOf(candidate))) ??
    // The store's own failures name the key alone.
    paths.find((candidate) => code === 499 && message.includes(`'${keyOf(candidate)}'`)) ??
    // What no rule knows is most often said of the data.
    (errorCodes.has(code) || paths.length > 1 ? undefined : paths[0])
  const error = `${node} answered code ${code}: ${shorten(message)}`
  switch (rule.class) {
    case 'retry-backoff':
    case 'retry-soon':
    case 'running':
    case 'cancelled':
    case 'observe':
      return path !== undefined && code === 499
        ? { kind: 'look-at-object', path, code, error: `${error} ${rule.meaning}` }
        : { kind: 'try-again', code, error: `${error} ${rule.meaning}` }
    case 'needs-operator':
    case 'auth':
      return { kind: 'stop', code, error: `${error} ${rule.meaning}` }
    case 'stop-step':
      break
  }
  if (path === undefined) return { kind: errorCodes.has(code) ? 'stop' : 'one-by-one', code, error }
  const row = /\(at row (\d+)\)/.exec(message)?.[1]
  return { kind: 'file', path, code, error, row: row === undefined ? null : BigInt(row) }
}

/** Whether the exception is of an object that the statement was not to read. */
export function isAboutOtherObject({ message }: ServerError, paths: readonly string[]): boolean {
  return message.includes(objectMark) && !paths.some((path) => message.includes(sayOf(path)))
}

const objectMark = '(in file/uri '

function sayOf(path: string): string {
  return `${objectMark}${path})`
}

function keyOf(path: string): string {
  return path.slice(path.indexOf('/') + 1)
}

/** The first lines: the server goes on with a dump of the row and its stack of formats. */
function shorten(message: string): string {
  return message.replace(/\s+/g, ' ').trim().slice(0, 1_000)
}
