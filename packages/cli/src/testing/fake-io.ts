import { CliError } from '../exit-codes.ts'
import type { Io } from '../io.ts'

export interface FakeIo extends Io {
  readonly outs: string[]
  readonly notes: string[]
  readonly sent: { method: string; url: string; body: unknown; token: string | null }[]
}

type Answers = (method: string, path: string, body: unknown) => Response | Promise<Response>

/** A terminal without a person, a clock that only sleep moves, and these answers of the API. */
export function fakeIo(
  answers: Answers,
  options: { env?: Io['env']; interruptAfterMs?: number } = {},
): FakeIo {
  let nowMs = Date.parse('2026-11-25T12:00:00Z')
  const startMs = nowMs
  const outs: string[] = []
  const notes: string[] = []
  const sent: FakeIo['sent'] = []
  return {
    env: options.env ?? { FROSTLINE_URL: 'http://console.test', FROSTLINE_TOKEN: 'fl_secret' },
    ...{ outs, notes, sent },
    canAsk: false,
    now: () => new Date(nowMs),
    out: (text) => outs.push(text),
    note: (text) => notes.push(text),
    progress: () => undefined,
    ask: async () => '',
    askSecret: async () => '',
    readInput: async () => '',
    fetch: async (input, init) => {
      const url = new URL(String(input))
      const method = init?.method ?? 'GET'
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const token = new Headers(init?.headers).get('authorization')
      sent.push({ method, url: `${url.pathname}${url.search}`, body, token })
      return answers(method, url.pathname.replace('/api/v1', ''), body)
    },
    sleep: async (ms) => {
      nowMs += ms
      if (options.interruptAfterMs !== undefined && nowMs - startMs >= options.interruptAfterMs)
        throw new CliError('interrupted', 'Interrupted.')
    },
  }
}

export const json = (body: unknown, status = 200) => Response.json(body, { status })
export const unreachable = () =>
  Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))
