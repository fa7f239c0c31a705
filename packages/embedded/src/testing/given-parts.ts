import { randomBytes } from 'node:crypto'
import { listKeys, readGivenObjectStore, type TestObjectStore } from './test-object-store.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Names the parts that share-parts.ts has started and put into the variables with which a person gives others. */
export const SHARED_PARTS = 'FROSTLINE_TEST_SHARED_PARTS'

const isShared = (env: Environment, part: 'database' | 'store') =>
  env[SHARED_PARTS]?.split(' ').includes(part) ?? false

/** The store of FROSTLINE_TEST_S3_*, if given by a person and not by the run itself. */
export function readForeignStore(env: Environment) {
  if (isShared(env, 'store')) return null
  const store = readGivenObjectStore(env, '')
  return store && { ...store, bucket: `frostline-lab-${randomBytes(6).toString('hex')}` }
}

/** The server of DATABASE_URL, if given by a person and not by the run itself. */
export function readForeignDatabase(env: Environment): string | null {
  return isShared(env, 'database') ? null : env.DATABASE_URL || null
}

/**
 * Prints in a test's output that it does not use a given part, and why. Prints nothing if none was given.
 *
 * @param reason continues a sentence: "it kills nodes".
 */
export function printOwnPart(variable: string, given: unknown, reason: string): void {
  if (given) console.info(`${variable} is not used here, but a part of our own: ${reason}.`)
}

/**
 * Whether the store keeps an object under exactly this key. Ours does. One on a file system turns `a//b` into `a/b` and
 * rejects `.`, which is printed: what depends on it cannot be tested.
 */
export async function keepsKey(store: TestObjectStore, key: string): Promise<boolean> {
  if (readForeignStore(process.env) === null || (await listKeys(store, key)).includes(key)) return true
  console.info(
    `The store of FROSTLINE_TEST_S3_ENDPOINT does not keep the key ${JSON.stringify(key)}: not tested.`,
  )
  return false
}

/** Shorter ones occur in unrelated texts. */
const MIN_SECRET = 12

/** Whether a text with the store's secret in it means a leak. A secret that is too short is reported. */
export function showsInTexts(secret: string): boolean {
  if (secret.length >= MIN_SECRET) return true
  console.info(
    `FROSTLINE_TEST_S3_SECRET_ACCESS_KEY is shorter than ${MIN_SECRET} characters: whether it leaks is not tested.`,
  )
  return false
}
