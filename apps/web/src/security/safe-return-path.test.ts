import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeReturnPath } from './safe-return-path.ts'

describe('safeReturnPath', () => {
  it('keeps paths of the console', () => {
    expect(safeReturnPath('/clusters/demo/tables?sort=size')).toBe('/clusters/demo/tables?sort=size')
  })
  it.each([
    null,
    undefined,
    '',
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/sign-in',
  ])('rejects %j', (next) => expect(safeReturnPath(next)).toBe('/'))
  it('never leaves the origin', () => {
    const part = fc.constantFrom('/', '\\', 'evil.test', '\t', '\n', '@', ':', 'https:', '?', '#', '.', 'a')
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => `/${parts.join('')}`),
        (next) => {
          const origin = 'http://console.test'
          expect(new URL(safeReturnPath(next), origin).origin).toBe(origin)
        },
      ),
    )
  })
})
