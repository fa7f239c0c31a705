import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlertCondition } from './alert-condition.ts'
import { type AlertKind, type AlertRule, builtInAlertKinds, defaultAlertRule } from './alert-rule.ts'
import { type AlertStep, type OpenAlert, stepAlerts } from './step-alerts.ts'

const condition = (subject: string, overrides: Partial<AlertCondition> = {}): AlertCondition => ({
  kind: 'late-parts',
  subject,
  title: subject,
  text: subject,
  nodes: ['n1'],
  evidence: [],
  table: null,
  migrationId: null,
  exitId: null,
  severity: 'warning',
  customRuleId: null,
  ...overrides,
})
const rulesWith = (patch: Partial<AlertRule>) =>
  Object.fromEntries(
    builtInAlertKinds.map((kind) => [
      kind,
      { ...defaultAlertRule(kind), holdSeconds: 60, clearSeconds: 60, ...patch },
    ]),
  ) as Record<string, AlertRule>
const ruleOf = of(rulesWith({}))
function of(rules: Record<string, AlertRule>) {
  return ({ kind }: { kind: AlertKind }) => rules[kind] ?? defaultAlertRule('drift')
}
const clear = { missingNodes: new Set<string>(), skippedKinds: new Set<AlertKind>() }
const alert = (overrides: Partial<OpenAlert> = {}): OpenAlert => ({
  id: 'a',
  kind: 'late-parts',
  subject: 's',
  state: 'firing',
  pendingSinceMs: 0,
  clearSinceMs: null,
  nodes: ['n1'],
  customRuleId: null,
  ...overrides,
})

describe('an alert', () => {
  it.each<[string, OpenAlert[], AlertCondition[], number, Partial<AlertStep>[]]>([
    ['is pending at first', [], [condition('s')], 0, [{ kind: 'open', fires: false }]],
    [
      'fires once it has held',
      [alert({ state: 'pending' })],
      [condition('s')],
      60_000,
      [{ kind: 'see', fires: true }],
    ],
    [
      'waits before that',
      [alert({ state: 'pending' })],
      [condition('s')],
      59_000,
      [{ kind: 'see', fires: false }],
    ],
    ['fires once only', [alert()], [condition('s')], 90_000, [{ kind: 'see', fires: false }]],
    ['is dropped before it fired', [alert({ state: 'pending' })], [], 1, [{ kind: 'drop' }]],
    ['is on its way out', [alert()], [], 5, [{ kind: 'miss', clearSinceMs: 5 }]],
    ['resolves when it stays away', [alert({ clearSinceMs: 0 })], [], 60_000, [{ kind: 'resolve' }]],
    ['is one for two equal conditions', [], [condition('s'), condition('s')], 0, [{ kind: 'open' }]],
  ])('%s', (_, open, conditions, nowMs, expected) => {
    expect(stepAlerts(open, conditions, ruleOf, clear, nowMs)).toMatchObject(expected)
  })

  it('neither resolves nor starts to resolve while its node is unreachable, or its kind or subject was skipped', () => {
    const open = [alert({ clearSinceMs: 0 })]
    const away = { ...clear, missingNodes: new Set(['n1']) }
    const left = { ...clear, skippedKinds: new Set<AlertKind>(['late-parts']) }
    const unsampled = { ...clear, skippedSubjects: new Set(['s']) }
    for (const sight of [away, left, unsampled])
      expect(stepAlerts(open, [], ruleOf, sight, 99_999_999)).toEqual([
        { kind: 'miss', id: 'a', clearSinceMs: null },
      ])
  })

  it('resolves at once when its rule is disabled', () => {
    const off = of(rulesWith({ enabled: false }))
    expect(stepAlerts([alert()], [condition('s')], off, clear, 1)).toEqual([{ kind: 'resolve', id: 'a' }])
  })
})

it('fires and resolves at most once however a condition flickers, and never before its hold time', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (seen) => {
      let open: OpenAlert[] = []
      let firing = 0
      let resolved = 0
      seen.forEach((isSeen, minute) => {
        const nowMs = minute * 30_000
        const [step, ...others] = stepAlerts(open, isSeen ? [condition('s')] : [], ruleOf, clear, nowMs)
        expect(others).toEqual([])
        if (!step) return
        if (step.kind === 'open') open = [alert({ state: 'pending', pendingSinceMs: nowMs })]
        if (step.kind === 'see') {
          open = open.map((each) => ({
            ...each,
            clearSinceMs: null,
            state: step.fires ? 'firing' : each.state,
          }))
          if (step.fires) {
            firing += 1
            expect(seen.slice(minute - 2, minute + 1)).toEqual([true, true, true])
          }
        }
        if (step.kind === 'miss') open = open.map((each) => ({ ...each, clearSinceMs: step.clearSinceMs }))
        if (step.kind === 'drop') open = []
        if (step.kind === 'resolve') {
          resolved += 1
          open = []
          expect(seen.slice(minute - 2, minute + 1)).toEqual([false, false, false])
        }
      })
      expect(firing - resolved === 0 || firing - resolved === 1).toBe(true)
    }),
  )
})
