import { describe, expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { maintenanceForm, newMaintenance } from './maintenance-draft.ts'

const draft = { ...newMaintenance(new Date('2026-11-25T05:00:40Z'), 'Europe/Berlin'), name: 'Kernel update' }

describe('the form of a maintenance window', () => {
  it('is from now for two hours at first', () => {
    expect(readForm(maintenanceForm, draft).value).toEqual({
      ...{ name: 'Kernel update', clusterIds: [], nodes: [], kinds: [] },
      startsAt: new Date('2026-11-25T05:00:00Z'),
      endsAt: new Date('2026-11-25T07:00:00Z'),
    })
  })

  it('sends weekly hours instead of times, and nodes only with one cluster', () => {
    const weekly = {
      ...draft,
      repeats: 'weekly' as const,
      startsAt: '',
      clusterIds: new Set(['a', 'b']),
      nodes: new Set(['n1']),
    }
    expect(readForm(maintenanceForm, weekly).value).toEqual({
      ...{ name: 'Kernel update', clusterIds: ['a', 'b'], nodes: [], kinds: [] },
      weekly: { timeZone: 'Europe/Berlin', spans: [{ days: [0], from: '02:00', to: '06:00' }] },
    })
    expect(readForm(maintenanceForm, { ...weekly, clusterIds: new Set(['a']) }).value?.nodes).toEqual(['n1'])
  })

  it('says what is missing', () => {
    expect(readForm(maintenanceForm, { ...draft, endsAt: draft.startsAt }).faults).toEqual({
      endsAt: 'The end is not after the start.',
    })
    expect(readForm(maintenanceForm, { ...draft, startsAt: '' }).faults).toEqual({
      startsAt: 'Enter a date and a time.',
    })
    expect(readForm(maintenanceForm, { ...draft, repeats: 'weekly', spans: [] }).faults).toEqual({
      spans: 'Add hours.',
    })
  })
})
