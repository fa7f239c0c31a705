import { expect, it } from 'vitest'
import { rateLimit, writeRateLimit } from './rate-limit.ts'

it('round-trips', () => {
  for (const bytes of [null, 1_048_576n, 52_428_800n, 1_572_864n])
    expect(rateLimit.parse(writeRateLimit(bytes))).toBe(bytes === null ? null : Number(bytes))
})

it('reports faults', () => {
  for (const text of ['fast', '0.5', '-1', '1e9']) expect(rateLimit.safeParse(text).success).toBe(false)
})
