import { expect, it } from 'vitest'
import { countFindings, lookOfNode } from './bucket-audit.ts'

const none = { count: 0, bytes: 0n }
const findings = { orphans: none, missing: { count: 2, bytes: 5n }, sizeDiffers: none, uploads: none }

it('never counts orphans while a replica was not read', () => {
  const obstacle = 'node-2 of Demo could not be read.'
  expect(countFindings({ findings, obstacle }, 'orphan')).toBe('unknown')
  expect(countFindings({ findings, obstacle }, 'missing')).toBe('2')
  expect(countFindings({ findings, obstacle: null }, 'orphan')).toBe('0')
})

it('blames a replica only where the audit failed because of it', () => {
  const look = (audit: Parameters<typeof lookOfNode>[0]['status'], status: 'waiting' | 'failed' | 'read') => {
    const { tone, word } = lookOfNode({ status: audit }, { status })
    return `${tone} ${word}`
  }
  expect(look('failed', 'failed')).toBe('danger not read')
  expect(look('running', 'failed')).toBe('danger not read')
  expect(look('running', 'waiting')).toBe('neutral waiting')
  expect(look('cancelled', 'read')).toBe('ok read')
  for (const [audit, status] of [
    ['cancelled', 'failed'],
    ['cancelled', 'waiting'],
    ['failed', 'waiting'],
  ] as const)
    expect(look(audit, status)).toBe('neutral not read')
})
