import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { S3Error } from '../protocol/s3-error.ts'
import { isDiskFull } from '../storage/disk-reserve.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { writeLog } from '../write-log.ts'
import type { Authenticate } from './authenticate.ts'
import type { Counters, OperationCounter } from './counters.ts'
import { type Fault, type FaultRules, faultMessage } from './faults.ts'
import { identifyOperation, OPERATIONS } from './identify-operation.ts'
import type { Reply } from './operation-context.ts'
import { parseTarget } from './request-target.ts'
import { renderErrorReply, sendReply } from './send-reply.ts'

const EVERY_MS = 10_000
let reportedAt = Number.NEGATIVE_INFINITY
let refused = 0

/** The answer to a write that the disk has no room for, and a line in the log now and then. */
function reportFullDisk(storage: ObjectStorage, cause: unknown): S3Error {
  refused += 1
  const now = performance.now()
  if (now - reportedAt > EVERY_MS) {
    reportedAt = now
    storage.makeRoomForLog()
    const { message } = cause as Error
    writeLog(
      `The disk of the S3 store is full: ${refused} writes were refused with 507 (${message}). Free room on it.`,
    )
    refused = 0
  }
  return new S3Error('StorageFull', 'The disk of the store is full. Free room on it, or delete objects.')
}

export interface StoreParts {
  readonly storage: ObjectStorage
  readonly authenticate: Authenticate
  readonly faults: FaultRules
  readonly counters: Counters
  readonly region: string
  readonly minPartSizeBytes: number
}

type Outcome = { readonly kind: 'reply'; readonly reply: Reply } | { readonly kind: 'drop' }

/** Handles one S3 request: fault before, authentication, operation, fault after, reply. Never rejects. */
export async function handleRequest(
  store: StoreParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = randomUUID()
  const resource = request.url ?? '/'
  response.setHeader('x-amz-request-id', requestId)
  // Requests that never become an operation are counted under this name.
  let operation = 'Unknown'
  const enter = (name: string): OperationCounter => {
    operation = name
    return store.counters.of(name)
  }
  try {
    let outcome: Outcome
    try {
      outcome = await carryOut(store, request, requestId, enter)
    } catch (error) {
      outcome = { kind: 'reply', reply: renderFailure(error, store, resource, requestId) }
    }
    const counter = store.counters.of(operation)
    counter.requests += 1
    if (outcome.kind === 'drop') {
      counter.errors += 1
      request.socket.destroy()
      return
    }
    if (outcome.reply.status >= 400) counter.errors += 1
    await sendReply(request, response, outcome.reply, store.storage.blobs, counter)
  } catch (error) {
    if (response.headersSent) {
      // Half sent: only a cut connection tells the client. A client that disconnected itself is no error of ours.
      if (!isClientGone(error)) writeLog(`${request.method} ${resource} failed while sending:`, error)
      response.destroy()
      return
    }
    store.counters.of(operation).errors += 1
    const { status, headers, body } = renderFailure(error, store, resource, requestId)
    response.writeHead(status, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
  } finally {
    // The rest of a body that was rejected half-way is read off the connection, so that the next request on it is seen
    // and a client still sending can read its response (node does this only for a body that nobody started to read).
    request.resume()
  }
}

async function carryOut(
  store: StoreParts,
  request: IncomingMessage,
  requestId: string,
  enter: (operation: string) => OperationCounter,
): Promise<Outcome> {
  const method = request.method ?? ''
  const target = parseTarget(request.url ?? '/', request.headers.host ?? '')
  const name = identifyOperation(method, target, request.headers['x-amz-copy-source'] !== undefined)
  const counter = enter(name)
  const fault = store.faults.take(name, target.bucket, target.key)
  const faulty = fault === null ? null : renderFault(fault, request.url ?? '/', requestId)
  if (fault !== null && fault.phase !== 'after') {
    await delay(fault.latencyMs ?? 0)
    if (faulty !== null) return faulty
  }

  const headers = new Map(Object.entries(request.headersDistinct).map(([key, values]) => [key, values ?? []]))
  const payload = store.authenticate(method, target, headers, Date.now() + (fault?.clockAheadMs ?? 0))
  const reply = await OPERATIONS[name]({
    storage: store.storage,
    request,
    payload,
    bucket: target.bucket,
    key: target.key,
    query: new Map(target.query),
    region: store.region,
    minPartSizeBytes: store.minPartSizeBytes,
    countBytesIn: (bytes) => {
      counter.bytesIn += bytes
    },
  })
  if (fault?.phase !== 'after') return { kind: 'reply', reply }
  await delay(fault.latencyMs ?? 0)
  return faulty ?? { kind: 'reply', reply }
}

function renderFault(fault: Fault, resource: string, requestId: string): Outcome | null {
  if (fault.dropConnection) return { kind: 'drop' }
  if (fault.status === undefined && fault.code === undefined) return null
  const status = fault.status ?? 503
  const code = fault.code ?? (status === 503 ? 'SlowDown' : 'InternalError')
  return {
    kind: 'reply',
    reply: renderErrorReply({ status, code, message: faultMessage(code), resource, requestId }),
  }
}

function renderFailure(error: unknown, { storage }: StoreParts, resource: string, requestId: string): Reply {
  if (isDiskFull(error)) {
    const { status, code, message } = reportFullDisk(storage, error)
    return renderErrorReply({ status, code, message, resource, requestId })
  }
  if (error instanceof S3Error) {
    const { status, code, message, fields, headers } = error
    return renderErrorReply({ status, code, message, fields, headers, resource, requestId })
  }
  writeLog(`Request ${requestId} for ${resource} failed:`, error)
  const message = 'We encountered an internal error. Please try again.'
  return renderErrorReply({ status: 500, code: 'InternalError', message, resource, requestId })
}

function isClientGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE'
}
