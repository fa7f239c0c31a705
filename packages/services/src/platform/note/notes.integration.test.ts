import type { Database } from '@frostline/db'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addRunNote } from '../activity/add-note.ts'
import { listActivity } from '../activity/list.ts'
import { openRunLab, type RunLab } from '../open-run/testing/run-lab.ts'
import { getRunHistory } from '../run/history.ts'
import { addAlertNote, addTableNote, listAlertNotes, listTableNotes } from './index.ts'

let lab: RunLab
let db: Database
let clusterId: string
beforeAll(async () => {
  lab = await openRunLab()
  db = lab.db
})
afterAll(() => lab?.close())
beforeEach(async () => {
  ;({ clusterId } = await lab.renew())
})

const hourMs = 3_600_000
const list = async (filter: Parameters<typeof listActivity>[1]) =>
  (await listActivity(lab.as('viewer'), { cluster: clusterId, ...filter })).runs

describe('a note on a run', () => {
  beforeEach(async () => {
    await lab.openOne['storage-rollout']()
    await lab.openOne.benchmark()
  })
  const ann = () => lab.as('operator', { id: 'ann', name: 'ann@example.com' })
  const note = async (text: string, ctx = ann()) => {
    const [run] = await list({ kind: 'storage-rollout' })
    return addRunNote(ctx, { id: run?.id ?? '', text })
  }

  it("is shown in the run's history, counted in the list, and audited", async () => {
    const [run] = await list({ kind: 'storage-rollout' })
    await note('  Paused for the backup.\nGo on at 6. ')
    await note('<b>done</b>', lab.as('admin', { id: 'bot', name: 'ci', type: 'token' }))
    const history = await getRunHistory(lab.as('viewer'), { id: run?.id ?? '' })
    expect(history.map(({ order, to, by, note: text }) => [order, to, by, text])).toEqual([
      ['note', null, 'ci', '<b>done</b>'],
      ['note', null, 'ann@example.com', 'Paused for the backup.\nGo on at 6.'],
      ['start', 'queued', 'test', null],
    ])
    expect((await list({ kind: 'storage-rollout' }))[0]?.notes).toBe(2)
    expect((await list({ kind: 'benchmark' }))[0]?.notes).toBe(0)
    const [entry] = await db.auditEntry.findMany({ where: { clusterId, action: 'run.add-note' } })
    expect(entry).toMatchObject({
      ...{ actorName: 'ann@example.com', objectType: 'storage-proposal', objectId: run?.objectId },
      ...{ objectName: 'Cold tier', outcome: 'succeeded' },
      details: { run: run?.id, kind: 'storage-rollout', text: 'Paused for the backup.\nGo on at 6.' },
    })
  })

  it('is sorted by time among the state changes', async () => {
    const [{ id } = { id: '' }] = await list({ kind: 'benchmark' })
    const by = { byType: 'system', byId: 'w', byName: 'worker' } as const
    const log = (order: string, from: 'queued' | 'running', to: 'running' | 'completed', at: Date) =>
      db.runTransition.create({ data: { runId: id, generation: 0, order, from, to, at, ...by } })
    await log('begin', 'queued', 'running', new Date(Date.now() - hourMs))
    await addRunNote(ann(), { id, text: 'Slow today.' })
    await log('complete', 'running', 'completed', new Date(Date.now() + 10 * 365 * 24 * hourMs))
    const history = await getRunHistory(lab.as('viewer'), { id })
    expect(history.map(({ order }) => order)).toEqual(['complete', 'note', 'begin', 'start'])
  })

  it('needs a text within the limit, an operator, and an existing run', async () => {
    await expect(note(' \n ')).rejects.toMatchObject({ code: 'invalid' })
    await expect(note('x'.repeat(2_001))).rejects.toMatchObject({ code: 'invalid' })
    await note('x'.repeat(2_000))
    await expect(note('no', lab.as('viewer'))).rejects.toMatchObject({ code: 'forbidden' })
    const nobody = '00000000-0000-4000-8000-000000000000'
    await expect(addRunNote(ann(), { id: nobody, text: 'x' })).rejects.toMatchObject({ code: 'not_found' })
    expect(await db.note.count({ where: { run: { clusterId } } })).toBe(1)
  })

  it('is deleted with the run', async () => {
    await note('x')
    await db.storageRollout.updateMany({ where: { run: { clusterId } }, data: { runId: null } })
    await db.run.deleteMany({ where: { clusterId, kind: 'storage-rollout' } })
    expect(await db.note.count({ where: { run: { clusterId } } })).toBe(0)
  })
})

describe('a note on a table or an alert', () => {
  const ann = () => lab.as('operator', { id: 'ann', name: 'ann@example.com' })
  const table = () => ({ cluster: clusterId, database: 'lab', table: 'trips' })
  const storeAlert = () =>
    db.alert.create({
      data: {
        ...{ clusterId, kind: 'drift', subject: 'n1', state: 'firing', severity: 'warning' },
        ...{ title: 'Disk differs', text: 't', nodes: [], evidence: [], openKey: 'drift n1' },
        ...{ pendingSince: new Date(), lastSeenAt: new Date(), firedAt: new Date() },
      },
    })

  it('is listed with its author, newest first, of that object alone, and audited', async () => {
    const { id } = await storeAlert()
    await addTableNote(ann(), { ...table(), text: ' Kept for the audit. ' })
    await addTableNote(lab.as('admin', { id: 'bob', name: 'bob' }), { ...table(), text: 'Until May.' })
    await addTableNote(ann(), { ...table(), table: 'other', text: 'Elsewhere.' })
    await addAlertNote(ann(), { id, text: 'Known.' })
    const ofTable = await listTableNotes(lab.as('viewer'), table())
    expect(ofTable.map(({ text, by }) => [text, by])).toEqual([
      ['Until May.', 'bob'],
      ['Kept for the audit.', 'ann@example.com'],
    ])
    expect(await listAlertNotes(lab.as('viewer'), { id })).toMatchObject([{ text: 'Known.' }])
    const entries = await db.auditEntry.findMany({
      where: { clusterId, action: { in: ['table.add-note', 'alert.add-note'] } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ objectName, details }) => [objectName, details])).toEqual([
      ['lab.trips', { text: 'Kept for the audit.' }],
      ['lab.trips', { text: 'Until May.' }],
      ['lab.other', { text: 'Elsewhere.' }],
      ['Disk differs', { text: 'Known.' }],
    ])
  })

  it('needs an operator, a text, and an existing cluster or alert', async () => {
    await expect(addTableNote(lab.as('viewer'), { ...table(), text: 'x' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(addTableNote(ann(), { ...table(), text: ' ' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(addTableNote(ann(), { ...table(), cluster: 'none', text: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const id = '00000000-0000-4000-8000-000000000000'
    await expect(addAlertNote(ann(), { id, text: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('belongs to one object', async () => {
    const of = { byType: 'user', byId: 'a', byName: 'a', text: 'x', at: new Date() } as const
    await expect(db.note.create({ data: { ...of, subject: 'table', clusterId } })).rejects.toThrow(/check/)
    await expect(db.note.create({ data: { ...of, subject: 'run' } })).rejects.toThrow(/check/)
  })
})
