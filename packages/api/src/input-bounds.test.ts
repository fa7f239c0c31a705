import { expect, it } from 'vitest'
import { z } from 'zod'
import { listProcedures } from './list-procedures.ts'

type Node = Record<string, unknown>

/** Formats with a fixed length. */
const shortFormats = new Set(['uuid', 'date-time', 'date', 'time', 'ipv4', 'ipv6', 'email'])
const boundedPattern = /^\^[^*+]*\$$/

/** Inputs without a bound: text without a length, a list without a maximum, an unlimited number. */
function listUnbounded(node: unknown, at: string): string[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((each) => listUnbounded(each, at))
  const { type, maxLength, maxItems, maximum, exclusiveMaximum, pattern, format } = node as Node
  const own: string[] = []
  const isOneOf = (node as Node).enum !== undefined || (node as Node).const !== undefined
  const isBounded =
    maxLength !== undefined ||
    isOneOf ||
    shortFormats.has(String(format)) ||
    (typeof pattern === 'string' && boundedPattern.test(pattern))
  if (type === 'string' && !isBounded) own.push(`${at}: text`)
  if (type === 'array' && maxItems === undefined) own.push(`${at}: list`)
  const most = maximum ?? exclusiveMaximum
  if (
    (type === 'integer' || type === 'number') &&
    !isOneOf &&
    (typeof most !== 'number' || most >= 2 ** 53 - 1)
  )
    own.push(`${at}: number`)
  const below = Object.entries(node).flatMap(([key, part]) => {
    if (key === 'enum' || key === 'const' || key === 'default' || key === 'propertyNames') return []
    if (key === 'properties' || key === '$defs')
      return Object.entries(part as Node).flatMap(([name, each]) => listUnbounded(each, `${at}.${name}`))
    return listUnbounded(part, at)
  })
  return [...own, ...below]
}

const withInput = listProcedures().filter(({ inputs }) => inputs.length > 0)

it.each(withInput)('$path has no unbounded input', ({ inputs }) => {
  const unbounded = inputs.flatMap((input) =>
    listUnbounded(z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' }), 'input'),
  )
  expect([...new Set(unbounded)]).toEqual([])
})

/** Every pattern that an input is matched against, from its JSON Schema. */
function listPatterns(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = (node as Node).pattern
  return [...(typeof own === 'string' ? [own] : []), ...Object.values(node).flatMap(listPatterns)]
}

it('matches every pattern in linear time', () => {
  const patterns = new Set(
    withInput.flatMap(({ inputs }) =>
      inputs.flatMap((input) =>
        listPatterns(z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' })),
      ),
    ),
  )
  expect(patterns.size).toBeGreaterThan(5)
  const units = ['a', '0', '-', '.', ' ', ':', '/', 'a-', 'a.', '0.', '1 ', 'a@', '%41', '\n', 'é']
  for (const pattern of patterns)
    for (const unit of units) {
      const matcher = new RegExp(pattern, 'u')
      // What is linear takes a millisecond, what is quadratic half a minute.
      const text = `${unit.repeat(200_000)}\u0001`
      const startedAt = performance.now()
      matcher.test(text)
      expect([pattern, unit, performance.now() - startedAt < 5_000]).toEqual([pattern, unit, true])
    }
})
