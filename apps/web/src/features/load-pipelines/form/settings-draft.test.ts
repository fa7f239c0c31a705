import { pipelineTrigger } from '@frostline/domain'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import type { Pipeline } from '../pipeline.ts'
import { type SettingsDraft, settingsForm, settingsOf } from './settings-draft.ts'

const good = { ...settingsOf(null, 'UTC'), name: 'nightly' }

it('round-trips a stored pipeline, limits to the byte', () => {
  const trigger = fc.constantFrom(
    { kind: 'manual' as const },
    { kind: 'continuous' as const, pollSeconds: 5 },
    { kind: 'schedule' as const, cron: '5 4 * * 1', timeZone: 'Europe/Berlin' },
  )
  fc.assert(
    fc.property(trigger, fc.option(fc.bigInt({ min: 1n, max: 1n << 50n })), (given, maxBytes) => {
      const stored = { name: 'p', trigger: given, newVersions: 'load', maxObjects: 7, maxBytes } as Pipeline
      const draft = settingsOf(stored, 'UTC')
      expect(readForm(settingsForm, draft).value).toEqual({
        name: 'p',
        trigger: given,
        newVersions: 'load',
        maxObjects: 7,
        maxBytes: maxBytes === null ? null : String(maxBytes),
      })
    }),
  )
})

it('is validated field by field, and only by what its trigger needs', () => {
  const faultsOf = (draft: SettingsDraft) => Object.keys(readForm(settingsForm, draft).faults).sort()
  expect(faultsOf(good)).toEqual([])
  expect(pipelineTrigger.safeParse(readForm(settingsForm, good).value?.trigger).success).toBe(true)
  const wrong = { name: ' ', pollSeconds: '4', maxObjects: '0', maxGib: 'x', cron: 'x', timeZone: 'Mars' }
  const faulty = { ...good, ...wrong }
  expect(faultsOf(faulty)).toEqual(['maxGib', 'maxObjects', 'name', 'pollSeconds'])
  expect(faultsOf({ ...faulty, trigger: 'schedule' })).toEqual([
    'cron',
    'maxGib',
    'maxObjects',
    'name',
    'timeZone',
  ])
})
