import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ensureBucket } from '../operations/buckets.ts'
import { ObjectStorage } from '../storage/object-storage.ts'
import { createAuthenticator } from './authenticate.ts'
import { CONTROL_PATH, handleControl } from './control.ts'
import { Counters } from './counters.ts'
import { FaultRules } from './faults.ts'
import { handleRequest } from './handle-request.ts'

export interface S3StoreServerOptions {
  /** Contains everything; created if missing. One process at a time. */
  readonly dataDir: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Default us-east-1. Requests signed for another region are rejected, as Amazon S3 does. */
  readonly region?: string
  /** Buckets to create at start if missing. */
  readonly buckets?: readonly string[]
  /** Bearer token of the control endpoint; without one only `ready` responds. */
  readonly controlToken?: string
  /** Minimum size of every part but the last; default 5 MiB, like Amazon S3. */
  readonly minPartSizeBytes?: number
}

export interface S3StoreServer {
  readonly faults: FaultRules
  readonly counters: Counters
  /** Listens on 127.0.0.1; resolves with the port. 0 takes a free one. */
  listen(port: number): Promise<number>
  /** Accepts no more connections, gives requests in flight `graceMs` to end, then cuts them and frees the folder. */
  close(graceMs?: number): Promise<void>
}

/** Opens the data folder and creates a server on it in this process. @throws if another process uses the folder. */
export function createS3StoreServer(options: S3StoreServerOptions): S3StoreServer {
  const region = options.region ?? 'us-east-1'
  const { accessKeyId, secretAccessKey } = options
  const storage = new ObjectStorage(options.dataDir)
  const faults = new FaultRules()
  const counters = new Counters()
  const control = { faults, counters, controlToken: options.controlToken ?? null }
  const store = {
    storage,
    faults,
    counters,
    region,
    authenticate: createAuthenticator({ accessKeyId, secretAccessKey, region }),
    minPartSizeBytes: options.minPartSizeBytes ?? 5 * 1024 * 1024,
  }
  try {
    for (const bucket of options.buckets ?? []) ensureBucket(storage, bucket)
  } catch (error) {
    storage.close()
    throw error
  }

  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, (request, response) => {
    if (request.url?.startsWith(CONTROL_PATH)) void handleControl(request, response, control)
    else void handleRequest(store, request, response)
  })

  return {
    faults,
    counters,
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, '127.0.0.1', () => {
          server.off('error', reject)
          resolve((server.address() as AddressInfo).port)
        })
      }),
    close: async (graceMs = 3000) => {
      const timer = setTimeout(() => server.closeAllConnections(), graceMs)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
      clearTimeout(timer)
      storage.close()
    },
  }
}
