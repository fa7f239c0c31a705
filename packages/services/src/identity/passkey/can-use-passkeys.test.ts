import { expect, it } from 'vitest'
import { canUsePasskeys } from './can-use-passkeys.ts'

it.each([
  ['https://frostline.example.com', true],
  ['http://localhost:3000', true],
  ['http://console.localhost', true],
  ['http://frostline.example.com', false],
  ['http://127.0.0.1:3000', false],
  ['https://10.0.0.1', false],
  ['https://[::1]', false],
])('passkeys at %s: %s', (url, expected) => {
  expect(canUsePasskeys(url)).toBe(expected)
})
