import { readFile } from 'node:fs/promises'
import type { z } from 'zod'

/** Reads and checks a JSON file of ours; `null` when it does not exist. A damaged file is an error. */
export async function readJsonFile<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
  const text = await readTextFile(path)
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} is damaged. Move it away, or run "npm run reset" to start from nothing.`, {
      cause,
    })
  }
}

/** The text of a file, `null` when it does not exist. */
export async function readTextFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw cause
  }
}
