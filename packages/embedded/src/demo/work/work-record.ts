import { z } from 'zod'
import { readJsonFile } from '../../files/read-json-file.ts'
import { writeFileAtomic } from '../../files/write-file-atomic.ts'

const schema = z.object({
  /** Pieces that are complete. They are never repeated, even if somebody removed their results. */
  done: z.array(z.string()).default([]),
  /** When the last request that creates something was sent, by its name. */
  asked: z.record(z.string(), z.iso.datetime()).default({}),
  /** What was created, by its name. */
  made: z.record(z.string(), z.string()).default({}),
})

/** What the demo work has done, in `demo-work.json` of the data folder. It survives a kill at any moment. */
export interface WorkRecord {
  isDone(piece: string): boolean
  finish(piece: string): Promise<void>
  /** When the request was last sent, as a Unix time in ms. Null: never. */
  askedAt(name: string): number | null
  ask(name: string): Promise<void>
  /** The request had no effect. */
  withdraw(name: string): Promise<void>
  /** Id or name of what was created. Null: nothing yet, or not noted. */
  find(name: string): string | null
  note(name: string, made: string): Promise<void>
}

export async function openWorkRecord(file: string): Promise<WorkRecord> {
  const record = (await readJsonFile(file, schema)) ?? schema.parse({})
  let writing: Promise<void> = Promise.resolve()
  // Pieces run side by side: one write after another.
  const save = () => {
    writing = writing.then(() => writeFileAtomic(file, `${JSON.stringify(record, null, 2)}\n`))
    return writing
  }
  return {
    isDone: (piece) => record.done.includes(piece),
    finish: (piece) => {
      if (!record.done.includes(piece)) record.done.push(piece)
      return save()
    },
    askedAt: (name) => {
      const at = record.asked[name]
      return at === undefined ? null : Date.parse(at)
    },
    ask: (name) => {
      record.asked[name] = new Date().toISOString()
      return save()
    },
    withdraw: (name) => {
      delete record.asked[name]
      return save()
    },
    find: (name) => record.made[name] ?? null,
    note: (name, made) => {
      record.made[name] = made
      return save()
    },
  }
}
