import { randomBytes } from 'node:crypto'
import { readGivenObjectStore } from './test-object-store.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Names the parts that share-parts.ts has started and put into the variables by which a person gives others. */
export const SHARED_PARTS = 'FROSTLINE_TEST_SHARED_PARTS'

const isShared = (env: Environment, part: 'database' | 'store') =>
  env[SHARED_PARTS]?.split(' ').includes(part) ?? false

/** The store of FROSTLINE_TEST_S3_*, where a person and not the run itself has given it. */
export function readForeignStore(env: Environment) {
  if (isShared(env, 'store')) return null
  const store = readGivenObjectStore(env, '')
  return store && { ...store, bucket: `frostline-lab-${randomBytes(6).toString('hex')}` }
}

/** The server of DATABASE_URL, where a person and not the run itself has given it. */
export function readForeignDatabase(env: Environment): string | null {
  return isShared(env, 'database') ? null : env.DATABASE_URL || null
}

/**
 * Says in the output of a test that it does not use a part that was given, and why. Nothing is said where none was.
 *
 * @param reason continues a sentence: "it kills nodes".
 */
export function sayOwn(variable: string, given: unknown, reason: string): void {
  if (given) console.info(`${variable} is not used here, but a part of our own: ${reason}.`)
}
