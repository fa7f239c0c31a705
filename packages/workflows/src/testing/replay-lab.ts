import { lookForReplay, type ReplayDraft, startReplay } from '@frostline/services'
import { openBenchmarkLab } from './benchmark-lab.ts'

export type ReplayLab = Awaited<ReturnType<typeof openReplayLab>>

/** A benchmark lab whose log has user queries, in a database of their own. */
export async function openReplayLab() {
  const lab = await openBenchmarkLab()

  /** Sent by the admin, as if by a user. */
  async function ask(query: string, database = 'default'): Promise<void> {
    const [first] = lab.admins
    if (!first) throw new Error('The lab has no node')
    // Unchanged: the client would add a format.
    await first[1].command({ query, clickhouse_settings: { database } as Record<string, string> })
  }

  function filter(change: Partial<ReplayDraft['filter']> = {}): ReplayDraft['filter'] {
    const now = Date.now()
    return { since: new Date(now - 3_600_000), until: new Date(now), users: ['admin'], ...change }
  }

  return {
    ...lab,
    askAsPerson: ask,
    filter,

    /** User queries, replayable and not. Returns their period. */
    async fillLog(): Promise<ReplayDraft['filter']> {
      await lab.createTable('trips')
      for (let n = 0; n < 12; n++) {
        await ask(`SELECT sum(cityHash64(text)) FROM lab.trips WHERE id % 12 = ${n} FORMAT JSON`)
        await ask(`SELECT count() FROM lab.trips WHERE id > ${n * 100};`)
      }
      await ask('SELECT max(id) FROM lab.trips SETTINGS max_threads = 1')
      await ask("SELECT * FROM file('none*.tsv', TSV, 'a String')").catch(() => undefined)
      await ask("SELECT count() FROM remote('127.0.0.1:1', system, one)").catch(() => undefined)
      await ask('SELECT count() FROM trips').catch(() => undefined)
      await lab.run('SYSTEM FLUSH LOGS')
      return filter()
    },

    /** What is logged so far can be queried. */
    flush: () => lab.run('SYSTEM FLUSH LOGS'),

    async begin(change: Partial<ReplayDraft> = {}): Promise<string> {
      const draft = {
        ...{ cluster: lab.clusterId, filter: filter(), targets: [{ cluster: lab.clusterId }] },
        ...change,
      }
      const { cluster, rules } = draft
      const movesDatabase = draft.targets.some(({ database }) => typeof database === 'string')
      const { data } = await lookForReplay(lab.asRole('operator'), {
        ...{ cluster, filter: draft.filter, movesDatabase },
        ...(rules ? { rules } : {}),
      })
      const ctx = lab.asRole(rules ? 'admin' : 'operator')
      return (await startReplay(ctx, { ...draft, fingerprint: data.fingerprint })).id
    },
  }
}
