import { randomBytes } from 'node:crypto'
import { listKeys, readGivenObjectStore, type TestObjectStore } from './test-object-store.ts'

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

/**
 * Whether the store keeps an object of this key under exactly that key, once it was put there. Ours does. One that lies on
 * a file system makes `a/b` of `a//b` and refuses `.`, which is said in the output: what rests on it cannot be tested.
 */
export async function keepsKey(store: TestObjectStore, key: string): Promise<boolean> {
  if (readForeignStore(process.env) === null || (await listKeys(store, key)).includes(key)) return true
  console.info(
    `The store of FROSTLINE_TEST_S3_ENDPOINT does not keep the key ${JSON.stringify(key)}: not tested.`,
  )
  return false
}

/** Shorter ones stand in texts that have nothing to do with them. */
const LEAST_SECRET = 12

/** Whether a text that holds the store's secret shows that it leaked. Where a person gave too short a one, this is said. */
export function showsInTexts(secret: string): boolean {
  if (secret.length >= LEAST_SECRET) return true
  console.info(
    `FROSTLINE_TEST_S3_SECRET_ACCESS_KEY is shorter than ${LEAST_SECRET} characters: whether it leaks is not tested.`,
  )
  return false
}
