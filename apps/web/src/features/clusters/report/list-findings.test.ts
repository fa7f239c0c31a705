import { describe, expect, it } from 'vitest'
import type { ConnectionCheck, ConnectionReport } from '../cluster.ts'
import { judgeReport, listFindings } from './list-findings.ts'

const check = (
  id: ConnectionCheck['id'],
  status: ConnectionCheck['status'],
  message: string,
  more: Partial<ConnectionCheck> = {},
): ConnectionCheck => ({ id, status, message, hint: null, statements: [], ...more })

function reportOf(
  nodes: Record<string, ConnectionCheck[]>,
  comparison: ConnectionCheck[] = [],
): ConnectionReport {
  const list = Object.entries(nodes).map(([name, checks], index) => ({
    name,
    url: `http://${name}:8123`,
    shard: index + 1,
    replica: 1,
    version: null,
    displayName: null,
    usable: checks.every(({ status }) => status !== 'failed'),
    checks,
  }))
  const usable = [...list.flatMap((node) => node.checks), ...comparison].every(
    ({ status }) => status !== 'failed',
  )
  return { testedAt: new Date(0), usable, nodes: list, comparison }
}

const passed = check('reachable', 'passed', 'The address answers.')
const grants = check('grants', 'warning', '1 optional grants are missing.', {
  hint: 'Run it.',
  statements: ['GRANT CHECK ON *.* TO `frostline`'],
})

describe('listFindings', () => {
  it('shows the same advice for many nodes once, failures first', () => {
    const closed = (name: string) =>
      check('reachable', 'failed', `http://${name}:8123 cannot be reached.`, { hint: 'Check the port.' })
    const tls = check('tls', 'warning', 'Not encrypted.')
    const report = reportOf({
      a: [passed, grants],
      b: [passed, grants],
      c: [closed('c')],
      d: [closed('d')],
      e: [tls],
    })
    expect(listFindings(report)).toMatchObject([
      {
        id: 'reachable',
        status: 'failed',
        messages: [
          { text: 'http://c:8123 cannot be reached.', nodes: ['c'] },
          { text: 'http://d:8123 cannot be reached.', nodes: ['d'] },
        ],
      },
      { id: 'tls', messages: [{ text: 'Not encrypted.', nodes: ['e'] }] },
      {
        id: 'grants',
        messages: [{ text: '1 optional grants are missing.', nodes: ['a', 'b'] }],
        statements: ['GRANT CHECK ON *.* TO `frostline`'],
      },
    ])
  })
  it('leaves out what passed and what could not be compared', () => {
    const report = reportOf({ a: [passed] }, [check('same_policies', 'skipped', 'Nothing to compare.')])
    expect(listFindings(report)).toEqual([])
  })
})

describe('judgeReport', () => {
  it.each([
    ['ok', 'Everything passed on 2 nodes.', reportOf({ a: [passed], b: [passed] })],
    ['warn', 'All 2 nodes can be used, with one warning.', reportOf({ a: [grants], b: [grants] })],
    [
      'danger',
      '1 of 2 nodes cannot be used.',
      reportOf({ a: [passed], b: [check('authenticated', 'failed', 'No.')] }),
    ],
    [
      'danger',
      'The nodes cannot be used together.',
      reportOf({ a: [passed], b: [passed] }, [check('distinct_servers', 'failed', 'The same server.')]),
    ],
  ])('is %s: %s', (tone, text, report) => {
    expect(judgeReport(report)).toEqual({ tone, text })
  })
})
