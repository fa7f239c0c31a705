import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { renderXml } from '../protocol/render-xml.ts'
import type { BlobFiles } from '../storage/blob-files.ts'
import { readSegmentsSync, streamSegments } from '../storage/read-segments.ts'
import type { Segment } from '../storage/records.ts'
import type { OperationCounter } from './counters.ts'
import type { Reply } from './operation-context.ts'

const SYNC_READ_BYTES = 256 * 1024

/**
 * Sends a reply; resolves when it has been passed to the socket completely. Rejects when the client has disconnected.
 */
export async function sendReply(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  blobs: BlobFiles,
  counter: OperationCounter,
): Promise<void> {
  const isHead = request.method === 'HEAD'
  if (typeof reply.body === 'string') {
    const body = Buffer.from(reply.body)
    response.writeHead(reply.status, { ...reply.headers, 'content-length': String(body.length) })
    counter.bytesOut += isHead ? 0 : body.length
    response.end(isHead ? undefined : body)
    return
  }
  const segments = isHead ? [] : (reply.body ?? [])
  const sizeBytes = segments.reduce((sum, [, , length]) => sum + length, 0)
  if (sizeBytes <= SYNC_READ_BYTES) {
    // Read before the head is sent: if the blob cannot be read the client gets an error and not a short body.
    const body = readSegmentsSync(blobs, segments)
    response.writeHead(reply.status, addLength(reply))
    counter.bytesOut += body.length
    response.end(body)
    return
  }
  blobs.retain(segments)
  try {
    response.writeHead(reply.status, addLength(reply))
    await pipeline(Readable.from(countBytes(blobs, segments, counter), { objectMode: false }), response)
  } finally {
    blobs.release(segments)
  }
}

/** Renders an S3 error document. `code` is free so that injected faults can be anything. */
export function renderErrorReply(error: {
  status: number
  code: string
  message: string
  resource: string
  requestId: string
  fields?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
}): Reply {
  const fields = Object.entries(error.fields ?? {})
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml', ...error.headers },
    body: renderXml(
      [
        'Error',
        [
          ['Code', error.code],
          ['Message', error.message],
          ...fields,
          ['Resource', error.resource],
          ['RequestId', error.requestId],
        ],
      ],
      null,
    ),
  }
}

async function* countBytes(
  blobs: BlobFiles,
  segments: readonly Segment[],
  counter: OperationCounter,
): AsyncGenerator<Buffer> {
  for await (const piece of streamSegments(blobs, segments)) {
    counter.bytesOut += piece.length
    yield piece
  }
}

// 204 and 304 have no body and must not announce one; a HEAD announces the length its GET would have.
function addLength({ status, headers = {} }: Reply): Readonly<Record<string, string>> {
  if (status === 204 || status === 304 || 'content-length' in headers) return headers
  return { ...headers, 'content-length': '0' }
}
