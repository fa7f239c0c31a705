import type { IncomingMessage } from 'node:http'
import type { ObjectStorage } from '../storage/object-storage.ts'
import type { Segment } from '../storage/records.ts'
import type { AuthenticatedPayload } from './authenticate.ts'

/** What an operation works with: an authenticated request on a store. */
export interface OperationContext {
  readonly storage: ObjectStorage
  readonly request: IncomingMessage
  readonly payload: AuthenticatedPayload
  readonly bucket: string
  readonly key: string
  /** Query parameters; of a repeated one the last. */
  readonly query: ReadonlyMap<string, string>
  readonly region: string
  readonly minPartSizeBytes: number
  /** Called with the number of payload bytes received. */
  countBytesIn(bytes: number): void
}

export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** XML text, or ranges of blobs that the reply retains until it is sent. */
  readonly body?: string | readonly Segment[]
}

export type Operation = (context: OperationContext) => Reply | Promise<Reply>

/** A request header, the first if it was repeated. */
export function readHeader(context: OperationContext, name: string): string | undefined {
  const value = context.request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function xmlReply(body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status: 200, headers: { 'content-type': 'application/xml', ...headers }, body }
}
