import { roles } from '@frostline/services'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listProcedures } from './list-procedures.ts'

const procedures = listProcedures()

describe('every procedure', () => {
  it('is found', () => {
    expect(procedures.length).toBeGreaterThan(20)
  })

  it.each(procedures)('$path declares its role', ({ role }) => {
    expect(roles).toContain(role)
  })

  it.each(procedures.filter(({ type }) => type !== 'subscription'))(
    '$path declares what it returns',
    ({ output }) => {
      expect(output).toBeInstanceOf(z.ZodType)
    },
  )

  it.each(procedures.filter(({ type, openapi }) => type === 'mutation' && openapi))(
    '$path changes something and so is not a GET',
    ({ openapi }) => {
      expect(openapi?.method).not.toBe('GET')
    },
  )

  it.each(procedures.filter(({ openapi }) => openapi))(
    '$path has no boolean that REST would coerce',
    ({ inputs }) => {
      for (const input of inputs) expect(findBooleans(input)).toEqual([])
    },
  )
})

/** Names of the keys at the first level, which is where trpc-to-openapi coerces, and in the objects below it. */
function findBooleans(schema: unknown, at = 'input'): string[] {
  if (schema instanceof z.ZodBoolean) return [at]
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([key, each]) => findBooleans(each, `${at}.${key}`))
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return findBooleans(schema.unwrap(), at)
  }
  return []
}
