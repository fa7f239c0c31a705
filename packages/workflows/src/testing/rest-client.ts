import { setTimeout as sleep } from 'node:timers/promises'

/** A REST client like a nightly script: it repeats requests without a response. */
export class RestClient {
  constructor(
    readonly port: number,
    private readonly token: string,
  ) {}

  /** Stores a plan. One that was stored without a response stays an unused plan. */
  async plan(request: Record<string, unknown>): Promise<string> {
    const { body } = await this.#post('/tier-migrations', request, [200])
    return (body as { id: string }).id
  }

  /** 409: an earlier request without a response succeeded. */
  async start(id: string): Promise<void> {
    await this.#post(`/tier-migrations/${id}/start`, {}, [200, 409])
  }

  /** A load that was stored without a response runs: before repeating, it searches the loads for its unique title. */
  async startLoad(draft: { cluster: string; title: string }): Promise<{ id: string }> {
    const deadline = Date.now() + 60_000
    for (let last: unknown; ; ) {
      const known = await this.#send('GET', `/loads?cluster=${draft.cluster}&limit=50`)
      if (typeof known !== 'string' && known.status === 200) {
        const { loads } = known.body as { loads: { id: string; title: string }[] }
        const found = loads.find(({ title }) => title === draft.title)
        if (found) return found
        const answer = await this.#send('POST', '/loads', draft)
        if (typeof answer !== 'string' && answer.status === 200) return answer.body as { id: string }
        last = answer
      } else last = known
      if (Date.now() > deadline)
        throw new Error(`The load was not started in a minute: ${JSON.stringify(last)}`)
      await sleep(200)
    }
  }

  /**
   * A run that was stored without a response exists: before repeating, it searches the list.
   * @param find ID of the run among the answer of `list`
   * @param body of the attempt, counted from 0
   */
  async begin(
    path: string,
    list: string,
    find: (body: unknown) => string | undefined,
    body: (attempt: number) => Promise<unknown>,
  ): Promise<string> {
    const deadline = Date.now() + 120_000
    for (let attempt = 0; ; attempt++) {
      let last = await this.#send('GET', list)
      if (typeof last !== 'string' && last.status === 200) {
        const known = find(last.body)
        if (known !== undefined) return known
        last = await this.#send('POST', path, await body(attempt))
        if (typeof last !== 'string' && last.status === 200) return (last.body as { id: string }).id
      }
      if (Date.now() > deadline) throw new Error(`POST ${path} failed for 2 minutes: ${JSON.stringify(last)}`)
      await sleep(200)
    }
  }

  async #post(path: string, body: unknown, wanted: readonly number[]): Promise<{ body: unknown }> {
    const deadline = Date.now() + 60_000
    for (;;) {
      const answer = await this.#send('POST', path, body)
      if (typeof answer !== 'string' && wanted.includes(answer.status)) return answer
      const said = typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.body)}`
      if (Date.now() > deadline) throw new Error(`POST ${path} got no good answer in a minute: ${said}`)
      await sleep(200)
    }
  }

  async #send(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown } | string> {
    try {
      const response = await fetch(`http://127.0.0.1:${this.port}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
}
