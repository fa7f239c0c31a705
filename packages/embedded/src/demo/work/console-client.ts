/** The console answered with an error. */
export class ConsoleError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The console's REST API, with the token of the demo operator. */
export interface ConsoleClient {
  get<Answer>(path: string): Promise<Answer>
  /** The data of an answer that also says which nodes were read. */
  read<Data>(path: string): Promise<Data>
  post<Answer>(path: string, body?: unknown): Promise<Answer>
}

/** A request may take as long as a plan over all nodes. */
const TIMEOUT_MS = 60_000

/** @throws ConsoleError for an error that the console answers with, another error when it does not answer. */
export function connectConsole(url: string, token: string): ConsoleClient {
  async function send<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (!response.ok) throw new ConsoleError(response.status, `${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Answer
  }
  return {
    get: (path) => send('GET', path),
    read: async <Data>(path: string) => (await send<{ data: Data }>('GET', path)).data,
    post: (path, body) => send('POST', path, body),
  }
}
