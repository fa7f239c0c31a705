import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { CreateBucketCommand, DeleteBucketCommand } from '@aws-sdk/client-s3'
import { findFreePort } from '../process/ports.ts'
import type { S3StoreHandle } from '../s3-store/index.ts'
import { Counters } from '../s3-store/server/counters.ts'
import { type Fault, FaultRules, faultMessage } from '../s3-store/server/faults.ts'
import { identifyOperation } from '../s3-store/server/identify-operation.ts'
import { parseTarget } from '../s3-store/server/request-target.ts'
import { renderErrorReply } from '../s3-store/server/send-reply.ts'
import { connectObjectStore, emptyBucket, type TestObjectStore } from './test-object-store.ts'

/** A store as tests control it: it can be slowed down, made to fail, and taken down. */
export type StoreInTest = Omit<S3StoreHandle, 'controlToken' | 'pid'>

/**
 * A proxy on loopback in front of an S3 server that is not ours, with a bucket of its own behind it. What tests do to
 * our own store (faults, kill, restart) happens to the proxy: the server never notices, and its objects stay.
 *
 * The Host header passes as it was signed, so that the server can check the signature: it has to accept any host name.
 */
export async function openStoreProxy(store: TestObjectStore): Promise<StoreInTest> {
  const faults = new FaultRules()
  const counters = new Counters()
  const upstream = new URL(store.endpoint)

  function forward(from: IncomingMessage, to: ServerResponse, late: Fault | null): void {
    const { method, url: path, headers } = from
    const passed = request(
      // A new connection each time: a kept one may be closed by the server just as the next request is written.
      { host: upstream.hostname, port: upstream.port, agent: false, method, path, headers },
      (answer) => {
        void delay(late?.latencyMs ?? 0).then(() => {
          if (late !== null && failInstead(late, from, to)) return answer.resume()
          to.writeHead(answer.statusCode ?? 502, answer.headers)
          return answer.pipe(to)
        })
      },
    )
    passed.on('error', () => to.destroy())
    to.on('close', () => passed.destroy())
    from.pipe(passed)
  }

  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, (from, to) => {
    const { fault, name } = meet(from, faults)
    counters.of(name).requests += 1
    if (fault?.phase === 'after') return forward(from, to, fault)
    void delay(fault?.latencyMs ?? 0).then(() => {
      if (fault === null || !failInstead(fault, from, to)) forward(from, to, null)
    })
  })
  const listen = (port: number) => {
    server.listen(port, '127.0.0.1')
    return once(server, 'listening')
  }
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const changeBucket = async (command: CreateBucketCommand | DeleteBucketCommand) => {
    const client = connectObjectStore(store)
    // The overloads of send do not accept a union.
    await (command instanceof CreateBucketCommand ? client.send(command) : client.send(command)).finally(() =>
      client.destroy(),
    )
  }

  await changeBucket(new CreateBucketCommand({ Bucket: store.bucket }))
  // Nothing may take it while the store is down.
  const port = await findFreePort()
  await listen(port)
  const { accessKeyId, secretAccessKey, region } = store
  return {
    endpoint: `http://127.0.0.1:${port}`,
    ...{ port, region, accessKeyId, secretAccessKey },
    inject: async (rule) => faults.add(rule),
    clearFaults: async () => faults.clear(),
    counters: async () => counters.read(),
    resetCounters: async () => counters.reset(),
    kill: close,
    async restart() {
      await close()
      await listen(port)
    },
    async stop() {
      await close()
      await emptyBucket(store)
      await changeBucket(new DeleteBucketCommand({ Bucket: store.bucket }))
    },
  }
}

function meet(from: IncomingMessage, faults: FaultRules): { fault: Fault | null; name: string } {
  try {
    const target = parseTarget(from.url ?? '/', '')
    const name = identifyOperation(from.method ?? '', target, 'x-amz-copy-source' in from.headers)
    return { name, fault: faults.take(name, target.bucket, target.key) }
  } catch {
    // Another store may support what ours does not.
    return { name: 'Unknown', fault: null }
  }
}

/** Whether the fault is more than a delay: then it is the response. */
function failInstead(fault: Fault, from: IncomingMessage, to: ServerResponse): boolean {
  from.resume()
  if (fault.dropConnection) {
    from.socket.destroy()
    return true
  }
  if (fault.status === undefined && fault.code === undefined) return false
  const status = fault.status ?? 503
  const code = fault.code ?? (status === 503 ? 'SlowDown' : 'InternalError')
  const { headers, body } = renderErrorReply({
    ...{ status, code, message: faultMessage(code), resource: from.url ?? '/', requestId: 'door' },
  })
  to.writeHead(status, headers).end(from.method === 'HEAD' ? undefined : String(body))
  return true
}
