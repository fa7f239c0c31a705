import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Part } from './part.ts'

export interface ControlOptions {
  readonly port: number
  readonly token: string
  readonly parts: readonly Part[]
  /** Response of `GET /`. */
  readonly describe: () => unknown
  readonly stopAll: () => void
}

const ACTIONS = ['start', 'stop', 'restart', 'kill'] as const

/**
 * A control endpoint for tools and tests on 127.0.0.1, by bearer token:
 * `GET /` describes what runs; `POST /<part>/start|stop|restart|kill` with part `web`, `worker`, `postgres`, `store` or
 * `clickhouse/<node>`; `POST /stop` ends everything. The supervisor restarts a killed part; a stopped one stays down.
 * Returns 204 when it is done.
 */
export function startControlServer(options: ControlOptions): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(request, response, options).catch((error: unknown) => {
      response.writeHead(500).end(`${error instanceof Error ? error.message : String(error)}\n`)
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', () => resolve(server))
  })
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ControlOptions,
): Promise<void> {
  if (!isAllowed(request, options.token)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end('Give the token from endpoints.json.\n')
    return
  }
  const path = new URL(request.url ?? '/', 'http://127.0.0.1').pathname.slice(1)
  if (request.method === 'GET' && path === '') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(options.describe()))
    return
  }
  if (request.method === 'POST' && path === 'stop') {
    response.writeHead(202).end(options.stopAll())
    return
  }
  const cut = path.lastIndexOf('/')
  const part = options.parts.find(({ name }) => name === path.slice(0, cut))
  const action = ACTIONS.find((name) => name === path.slice(cut + 1))
  if (request.method !== 'POST' || !part || !action) {
    const names = options.parts.map(({ name }) => name).join(', ')
    response.writeHead(404).end(`POST /<part>/${ACTIONS.join('|')}, with part one of: ${names}\n`)
    return
  }
  await act(part, action)
  response.writeHead(204).end()
}

async function act(part: Part, action: (typeof ACTIONS)[number]): Promise<void> {
  if (action !== 'restart') return part[action]()
  await part.stop()
  await part.start()
}

function isAllowed(request: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}
