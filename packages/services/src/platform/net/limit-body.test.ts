import { expect, it } from 'vitest'
import { limitBody } from './limit-body.ts'

const url = 'http://localhost/api/trpc/x'

function streamed(chunks: string[]): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'x-kept': 'yes' } }
  return new Request(url, init as RequestInit)
}

it('returns the whole body up to the limit', async () => {
  const request = await limitBody(streamed(['ab', 'cd']), 4)
  expect(await request?.text()).toBe('abcd')
  expect(request?.headers.get('x-kept')).toBe('yes')
})

it('rejects a longer one, announced or not', async () => {
  expect(await limitBody(streamed(['ab', 'cde']), 4)).toBeUndefined()
  expect(await limitBody(new Request(url, { method: 'POST', body: 'abcde' }), 4)).toBeUndefined()
  const announced = { method: 'POST', body: 'a', headers: { 'content-length': '5' } }
  expect(await limitBody(new Request(url, announced), 4)).toBeUndefined()
})

it('leaves a request without a body alone', async () => {
  const request = new Request(url)
  expect(await limitBody(request, 4)).toBe(request)
})
