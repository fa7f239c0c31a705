import { describe, expect, it } from 'vitest'
import type { CliError } from '../exit-codes.ts'
import { fakeIo, json, unreachable } from '../testing/fake-io.ts'
import { createApi, toAddress } from './client.ts'

async function failWith(answer: () => Response | Promise<Response>): Promise<CliError> {
  const { fetch } = fakeIo(answer)
  const api = createApi({ url: 'http://console.test', token: 'fl_secret', fetch })
  return api.call('GET /me', {}).then(
    () => Promise.reject(new Error('It did not fail.')),
    (error: CliError) => error,
  )
}

function cutOff(start: string): ReadableStream<Uint8Array> {
  const pieces = [new TextEncoder().encode(start)]
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.pop()
      if (piece) controller.enqueue(piece)
      else controller.error(new TypeError('terminated'))
    },
  })
}
const refusal = { code: 'SOME_CODE', message: 'It happened.', hint: 'Do this.' }

describe('an answer of the API', () => {
  it.each([
    [400, 'usage'],
    [401, 'refused'],
    [403, 'refused'],
    [404, 'failed'],
    [409, 'refused'],
    [422, 'refused'],
    [429, 'unreachable'],
    [500, 'failed'],
    [503, 'unreachable'],
  ])('of status %i ends as %s, with its message and hint', async (status, exit) => {
    expect(await failWith(() => json(refusal, status))).toMatchObject({
      ...{ exit, message: 'It happened.', hint: 'Do this.', code: 'SOME_CODE' },
    })
  })

  it('has a hint of what to do also where the API gives none', async () => {
    expect((await failWith(() => json({ ...refusal, hint: null }, 401))).hint).toContain('frostline login')
  })

  it.each([
    ['a page', () => new Response('<html>', { status: 200 })],
    ['another server', () => new Response('Not found', { status: 404 })],
    ['a gateway', () => new Response('Bad gateway', { status: 502 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://login.test' } })],
    ['nobody', unreachable],
    ['a console that ends while it answers', () => new Response(cutOff('{"clus'))],
  ])('from %s counts as unreachable', async (_, answer) => {
    const error = await failWith(answer)
    expect([error.exit, error.hint]).toEqual(['unreachable', expect.stringMatching(/address|Log in/)])
    expect(`${error.message}${error.hint}`).not.toContain('fl_secret')
  })
})

it('encodes names in the address', () => {
  expect(
    toAddress(
      'http://x/',
      '/clusters/{cluster}/tables',
      { cluster: 'a/../b c' },
      { limit: 5, search: 'a&b', no: undefined },
    ),
  ).toBe('http://x/api/v1/clusters/a%2F..%2Fb%20c/tables?limit=5&search=a%26b')
})
