// The engine of a node queries this gate (http_authentication_servers) to authenticate `default`. The gate says yes
// once, to the engine's own start-up session, which comes before any port is open, and no afterwards.
//
// Reason: the start-up session always logs in as `default` with an empty password from 127.0.0.1 (26.7), and no setting
// distinguishes it from a connection: passwords, networks and quotas would apply to both or to neither.
//
// It runs in the node's process, in a thread of its own because the engine blocks the main one. So its port is taken as
// long as the node runs, and no other process can answer there. The path is random and known only to this process:
// nobody can use up the one yes before the engine does, which would keep the node from starting.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** Opens the gate and returns the address for the engine. It ends with the process and does not keep it alive. */
export async function openLoginGate() {
  const path = `/${randomBytes(32).toString('hex')}`
  const thread = new Worker(new URL(import.meta.url), { workerData: { path } })
  const [port] = await once(thread, 'message')
  thread.unref()
  return `http://127.0.0.1:${port}${path}`
}

if (!isMainThread) {
  let asked = false
  const gate = createServer((request, response) => {
    const known = request.url === workerData.path
    response.writeHead(known && !asked ? 200 : 403, { 'content-length': 0 }).end()
    if (known) asked = true
  })
  gate.listen(0, '127.0.0.1', () => parentPort?.postMessage(gate.address().port))
}
