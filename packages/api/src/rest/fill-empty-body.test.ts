import { describe, expect, it } from 'vitest'
import { fillEmptyBody } from './answer-rest-request.ts'

const url = 'http://frostline.test/api/v1/tier-migrations/1/start'

describe('fillEmptyBody', () => {
  it('makes an absent or empty body of a change an empty object', async () => {
    for (const request of [
      new Request(url, { method: 'POST' }),
      new Request(url, { method: 'POST', body: '', headers: { 'content-type': 'application/json' } }),
    ]) {
      const filled = await fillEmptyBody(request)
      expect(await filled.json()).toEqual({})
      expect(filled.headers.get('content-type')).toBe('application/json')
    }
  })
  it('leaves every other request as it is', async () => {
    const read = new Request(url)
    const change = new Request(url, { method: 'PUT', body: '{"a":1}' })
    expect(await fillEmptyBody(read)).toBe(read)
    expect(await (await fillEmptyBody(change)).json()).toEqual({ a: 1 })
  })
})
