import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Counters } from './counters.ts'
import { type FaultRules, parseFaultRule } from './faults.ts'
import { OPERATIONS } from './identify-operation.ts'

/** A bucket name has at least three characters, so no object is ever under this path. */
export const CONTROL_PATH = '/-/control/'

const OPERATION_NAMES = new Set(Object.keys(OPERATIONS))

/**
 * The control endpoint: GET ready (public), and with the bearer token GET counters, DELETE counters, GET faults, POST
 * faults (a rule as JSON) and DELETE faults.
 */
export async function handleControl(
  request: IncomingMessage,
  response: ServerResponse,
  store: { faults: FaultRules; counters: Counters; controlToken: string | null },
): Promise<void> {
  const action = `${request.method} ${request.url?.slice(CONTROL_PATH.length)}`
  if (action === 'GET ready') return sendJson(response, 200, { ready: true })
  if (store.controlToken === null || !isSameToken(request.headers.authorization, store.controlToken)) {
    return sendJson(response, 401, {
      error: 'The control endpoint wants the control token as a bearer token.',
    })
  }
  switch (action) {
    case 'GET counters':
      return sendJson(response, 200, store.counters.read())
    case 'DELETE counters':
      store.counters.reset()
      return sendJson(response, 200, {})
    case 'GET faults':
      return sendJson(response, 200, store.faults.list())
    case 'DELETE faults':
      store.faults.clear()
      return sendJson(response, 200, {})
    case 'POST faults':
      try {
        store.faults.add(parseFaultRule(JSON.parse(await readText(request)), OPERATION_NAMES))
        return sendJson(response, 200, {})
      } catch (error) {
        return sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) })
      }
    default:
      return sendJson(response, 404, { error: `The control endpoint does not know ${action}.` })
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function isSameToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
