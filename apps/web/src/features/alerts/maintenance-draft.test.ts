import { describe, expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import type { Maintenance } from './alert.ts'
import { draftOfMaintenance, maintenanceForm } from './maintenance-draft.ts'

const draft = {
  ...draftOfMaintenance(null, new Date('2026-11-25T05:00:40Z'), 'Europe/Berlin'),
  name: 'Kernel update',
}

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

  it('of an existing window gives back what is stored', () => {
    const window: Maintenance = {
      ...{ id: 'w', name: 'Backup', state: 'scheduled', startsAt: null, endsAt: null },
      weekly: { timeZone: 'Asia/Kolkata', spans: [{ days: [1, 3], from: '22:00', to: '04:00' }] },
      ...{ opensAt: null, closesAt: null, clusterIds: ['a'], clusterNames: ['A'], nodes: ['n1'] },
      ...{ kinds: ['drift'], heldBack: 0, createdBy: 'ann', createdAt: new Date() },
      ...{ endedBy: null, endedAt: null },
    }
    const { name, weekly, clusterIds, nodes, kinds } = window
    const now = new Date('2026-11-25T05:00:40Z')
    const read = (stored: Maintenance) =>
      readForm(maintenanceForm, draftOfMaintenance(stored, now, 'Europe/Berlin')).value
    expect(read(window)).toEqual({ name, weekly, clusterIds, nodes, kinds })
    const once = { startsAt: new Date('2026-12-01T01:30:00Z'), endsAt: new Date('2026-12-02T00:00:00Z') }
    expect(read({ ...window, ...once, weekly: null })).toEqual({ name, ...once, clusterIds, nodes, kinds })
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
