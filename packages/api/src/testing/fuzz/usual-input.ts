import fc from 'fast-check'
import { z } from 'zod'
import type { Draw } from './draw.ts'

/** What JSON Schema says of a value, as far as it is used here. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema | boolean
  prefixItems?: Schema[]
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
  format?: string
  default?: unknown
  $ref?: string
  $defs?: Record<string, Schema>
  /** What JSON has no type for. */
  beyondJson?: 'date' | 'bigint'
}

/** Names and ids of the installation, by the name of the field that takes them. */
export type Facts = Record<string, readonly unknown[]>

/** Fields that name a host: their values never lead out of this machine. */
export const hostField = /url|host|endpoint|address|origin|server/i

export function describeInput(input: unknown): Schema | undefined {
  if (!(input instanceof z.ZodType)) return undefined
  return z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { type } = zodSchema._zod.def
      if (type === 'date' || type === 'bigint') (jsonSchema as Schema).beyondJson = type
    },
  }) as Schema
}

/** An input as one of our pages would send it, from its schema and the known facts of the installation. */
export function usualInput(schema: Schema, facts: Facts, draw: Draw): unknown {
  const make = (part: Schema | boolean | undefined, name: string, depth: number): unknown => {
    if (part === undefined || typeof part === 'boolean' || depth > 12) return null
    if (part.$ref !== undefined)
      return make(schema.$defs?.[part.$ref.split('/').at(-1) ?? ''], name, depth + 1)
    if (part.const !== undefined) return part.const
    if (part.beyondJson === 'date') return new Date(Date.now() - draw.below(30) * 86_400_000)
    if (part.beyondJson === 'bigint') return BigInt(draw.below(1_000_000))
    const known = facts[name]
    const type = Array.isArray(part.type) ? draw.pick(part.type) : part.type
    const sure = hostField.test(name) || draw.chance(0.9)
    if (known?.length && type !== 'object' && type !== 'array' && sure) return draw.pick(known)
    if (type === 'string' && hostField.test(name)) return 'host.invalid'
    if (part.enum) return draw.pick(part.enum)
    const choices = part.anyOf ?? part.oneOf
    if (choices?.length) return make(draw.pick(choices), name, depth + 1)
    if (part.allOf?.length) return make(part.allOf[0], name, depth + 1)
    switch (type) {
      case 'object':
        return makeObject(part, name, depth)
      case 'array': {
        const least = part.minItems ?? 0
        const length = Math.min(part.maxItems ?? 3, Math.max(least, draw.below(3)))
        const one = name.replace(/s$/, '')
        return Array.from({ length }, () => make(part.items, one, depth + 1))
      }
      case 'integer':
      case 'number': {
        const least = part.minimum ?? part.exclusiveMinimum ?? 0
        const most = Math.min(part.maximum ?? least + 20, least + 20)
        const value = least + draw.unit() * (most - least)
        return type === 'integer' ? Math.ceil(value) : value
      }
      case 'boolean':
        return draw.chance(0.5)
      case 'string':
        return makeText(part, draw)
      default:
        return part.default ?? null
    }
  }
  const makeObject = (part: Schema, name: string, depth: number): unknown => {
    const required = new Set(part.required ?? [])
    const entries = Object.entries(part.properties ?? {})
      .filter(([key]) => required.has(key) || draw.chance(0.4))
      .map(([key, each]) => [key, make(each, key, depth + 1)])
    if (typeof part.additionalProperties === 'object' && draw.chance(0.5))
      entries.push(['type', make(part.additionalProperties, name, depth + 1)])
    return Object.fromEntries(entries)
  }
  return make(schema, 'input', 0)
}

function makeText(part: Schema, draw: Draw): string {
  if (part.format === 'date-time') return '2026-01-01T00:00:00.000Z'
  if (part.format === 'email') return 'somebody@example.invalid'
  if (part.format === 'uri') return 'http://127.0.0.1:1'
  if (part.format === 'uuid') return '01890000-0000-7000-8000-000000000000'
  if (part.pattern !== undefined)
    try {
      const [text] = fc.sample(fc.stringMatching(new RegExp(part.pattern, 'u')), {
        numRuns: 1,
        seed: draw.below(2 ** 31),
      })
      if (text !== undefined) return text
    } catch {
      // A pattern that fast-check does not support.
    }
  const length = Math.max(part.minLength ?? 1, Math.min(part.maxLength ?? 8, 8))
  return Array.from({ length }, () => draw.pick([...'abcdefghijklmnopqrstuvwxyz'])).join('')
}
