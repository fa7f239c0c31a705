import type { Caller } from '@frostline/api'
import { describe, expect, it } from 'vitest'
import { KnownAnswers } from './known-answers.ts'

const readAt = new Date('2026-11-29T03:00:00Z')
const question = { path: 'overview.get', input: { cluster: 'demo', fresh: false } }
const answer = { observedAt: readAt, nodes: [], queries: [], data: { bytes: 7n } }
const anna = callerOf({ sessionId: 'anna-1' })

describe('known answers', () => {
  it('are given again for a minute', () => {
    const known = knowing()
    expect(known.recall(anna, question, after(60_000))).toEqual({ data: answer })
    expect(known.recall(anna, question, after(60_001))).toBeNull()
  })

  it('are those of the same question, however its input is ordered', () => {
    const known = knowing()
    const reordered = { ...question, input: { fresh: false, cluster: 'demo' } }
    expect(known.recall(anna, reordered, readAt)).toEqual({ data: answer })
    expect(known.recall(anna, { ...question, input: { cluster: 'other' } }, readAt)).toBeNull()
    expect(known.recall(anna, { ...question, path: 'nodes.list' }, readAt)).toBeNull()
  })

  it('are of one session with the same rights', () => {
    const known = knowing()
    expect(known.recall(callerOf({ sessionId: 'ben-1' }), question, readAt)).toBeNull()
    expect(known.recall(callerOf({ role: 'member' }), question, readAt)).toBeNull()
  })

  it('are kept only if they say when their figures were read', () => {
    const known = new KnownAnswers()
    for (const data of [
      null,
      undefined,
      7,
      'text',
      [],
      {},
      { observedAt: readAt },
      { ...answer, observedAt: null },
    ]) {
      known.keep(anna, question, data)
      expect(known.recall(anna, question, readAt)).toBeNull()
    }
  })

  it('are not older than the last change, also if they arrive after it', () => {
    const known = knowing()
    known.forget(after(1_000))
    expect(known.recall(anna, question, after(1_000))).toBeNull()
    known.keep(anna, question, answer)
    expect(known.recall(anna, question, after(1_000))).toBeNull()
    const newer = { ...answer, observedAt: after(1_001) }
    known.keep(anna, question, newer)
    expect(known.recall(anna, question, after(1_001))).toEqual({ data: newer })
  })

  it('are the last hundred', () => {
    const known = knowing()
    const others = Array.from({ length: 100 }, (_, at) => ({ path: 'nodes.get', input: { node: `n${at}` } }))
    for (const other of others.slice(1)) known.keep(anna, other, answer)
    expect(known.recall(anna, question, readAt)).not.toBeNull()
    known.keep(anna, { path: 'nodes.get', input: { node: 'n0' } }, answer)
    expect(known.recall(anna, question, readAt)).toBeNull()
    expect(others.every((other) => known.recall(anna, other, readAt))).toBe(true)
  })
})

function callerOf({
  sessionId = 'anna-1',
  role = 'viewer' as const,
}: {
  sessionId?: string
  role?: 'viewer' | 'member'
}): Caller {
  const email = 'anna@frostline.local'
  return {
    actor: { type: 'user', id: 'anna', name: email, role },
    by: 'cookie',
    person: { sessionId, name: 'Anna', email },
  }
}

function knowing(): KnownAnswers {
  const known = new KnownAnswers()
  known.keep(anna, question, answer)
  return known
}

function after(ms: number): Date {
  return new Date(readAt.getTime() + ms)
}
