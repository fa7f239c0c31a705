import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoints } from '@frostline/embedded/testing'

const roles = ['admin', 'operator', 'viewer'] as const
export type Role = (typeof roles)[number]

export interface Person {
  readonly email: string
  readonly password: string
  /** File with the cookies of a session. */
  readonly session: string
}

/** What the set-up of the whole run passes to its tests. */
export interface Run {
  /** Contains everything of this run; removed at its end. */
  readonly folder: string
  readonly dataDir: string
  readonly url: string
  readonly apiToken: string
  readonly people: Readonly<Record<Role, Person>>
  /** What the product answered, to be searched for secrets. */
  readonly responses: string
}

export const cluster = 'demo'

let known: Run | undefined

export function currentRun(): Run {
  const folder = process.env.FROSTLINE_E2E_FOLDER
  if (!folder)
    throw new Error('The set-up of the run did not say where it is: FROSTLINE_E2E_FOLDER is not set.')
  known ??= JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8')) as Run
  return known
}

/** Read each time: process ids and states change. */
export function readEndpoints(dataDir = currentRun().dataDir): Endpoints {
  return JSON.parse(readFileSync(join(dataDir, 'endpoints.json'), 'utf8')) as Endpoints
}
