import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './bootstrap.mjs'
import { longest } from './longest-first.mjs'

it('names test files that exist', () => {
  expect(longest.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
