import { describe, expect, it } from 'vitest'
import { FaultRules, parseFaultRule } from './faults.ts'

describe('FaultRules', () => {
  it('hits by operation, bucket and key prefix', () => {
    const faults = new FaultRules()
    faults.add({ operation: 'PutObject', bucket: 'one', keyPrefix: 'a/', status: 503 })
    expect(faults.take('PutObject', 'one', 'a/x')?.status).toBe(503)
    expect(faults.take('GetObject', 'one', 'a/x')).toBeNull()
    expect(faults.take('PutObject', 'two', 'a/x')).toBeNull()
    expect(faults.take('PutObject', 'one', 'b/x')).toBeNull()
    faults.clear()
    expect(faults.take('PutObject', 'one', 'a/x')).toBeNull()
  })

  it('applies the first matching rule, as often as it says', () => {
    const faults = new FaultRules()
    faults.add({ operation: '*', status: 500, times: 2 })
    faults.add({ operation: '*', latencyMs: 5 })
    expect(faults.take('HeadObject', 'b', 'k')?.status).toBe(500)
    expect(faults.list()[0]).toEqual({ operation: '*', status: 500, times: 1 })
    expect(faults.take('HeadObject', 'b', 'k')?.status).toBe(500)
    expect(faults.take('HeadObject', 'b', 'k')?.latencyMs).toBe(5)
    expect(faults.list()).toEqual([{ operation: '*', latencyMs: 5 }])
  })

  it('applies a rule with its probability', () => {
    const dice = [0.4, 0.6]
    const faults = new FaultRules(() => dice.shift() ?? 1)
    faults.add({ operation: '*', status: 503, probability: 0.5 })
    expect(faults.take('GetObject', 'b', 'k')).not.toBeNull()
    expect(faults.take('GetObject', 'b', 'k')).toBeNull()
  })
})

describe('parseFaultRule', () => {
  const operations = new Set(['GetObject'])

  it('accepts a valid rule unchanged', () => {
    const rule = { operation: 'GetObject', status: 503, times: 3, phase: 'after', dropConnection: false }
    expect(parseFaultRule(rule, operations)).toEqual(rule)
  })

  it.each([
    [null, 'JSON object'],
    [{ operation: 'Nope' }, 'GetObject'],
    [{ operation: '*', stauts: 503 }, 'stauts'],
    [{ operation: '*', status: 200 }, 'status'],
    [{ operation: '*', probability: 2 }, 'probability'],
    [{ operation: '*', phase: 'during' }, 'phase'],
  ])('rejects %j', (rule, word) => {
    expect(() => parseFaultRule(rule, operations)).toThrow(word)
  })
})
