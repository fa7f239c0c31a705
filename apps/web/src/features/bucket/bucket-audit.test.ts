import { expect, it } from 'vitest'
import { countFindings } from './bucket-audit.ts'

const none = { count: 0, bytes: 0n }
const findings = { orphans: none, missing: { count: 2, bytes: 5n }, sizeDiffers: none, uploads: none }

it('never counts orphans while a replica was not asked', () => {
  const obstacle = 'node-2 of Demo could not be read.'
  expect(countFindings({ findings, obstacle }, 'orphan')).toBe('unknown')
  expect(countFindings({ findings, obstacle }, 'missing')).toBe('2')
  expect(countFindings({ findings, obstacle: null }, 'orphan')).toBe('0')
})
