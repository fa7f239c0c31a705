import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { findEngine } from './find-engine.ts'
import { runEngine } from './run-engine.ts'

export interface ConfigCheckRequest {
  /** Configuration files by name, including `config.xml`. `folder` is where they will be. */
  files: (folder: string) => Readonly<Record<string, string>>
  /** Values for `from_env`: only the servers know the real ones. */
  env: Readonly<Record<string, string>>
}

const row = z.object({
  version: z.string(),
  policy_name: z.string(),
  volume_name: z.string(),
  disks: z.array(z.string()),
})
type CheckedVolume = z.infer<typeof row>

export type ConfigVerdict =
  | { kind: 'accepted'; version: string; volumes: CheckedVolume[] }
  /** `code` null: the engine gave none. */
  | { kind: 'refused'; code: number | null; message: string }
  | { kind: 'unavailable'; reason: string }

const query =
  "SELECT version() AS version, policy_name, volume_name, disks FROM system.storage_policies ORDER BY policy_name, volume_priority INTO OUTFILE 'answer.jsonl' FORMAT JSONEachRow"
/** Measured on 26.7: 0.4 s. */
const timeoutMs = 30_000

/** Has a temporary engine read a storage configuration. Nothing of it outlives the call. */
export async function checkConfig(request: ConfigCheckRequest): Promise<ConfigVerdict> {
  const engine = findEngine()
  if (!engine)
    return {
      kind: 'unavailable',
      reason: `The npm package of the ClickHouse engine is not installed (${process.platform}-${process.arch}).`,
    }
  const folder = await mkdtemp(join(tmpdir(), 'frostline-check-'))
  try {
    for (const [name, text] of Object.entries(request.files(folder))) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text, { mode: 0o600 })
    }
    const { said, timedOut } = await runEngine(engine, { folder, query, env: request.env, timeoutMs })
    if (timedOut)
      return { kind: 'refused', code: null, message: `The engine did not answer within ${timeoutMs} ms.` }
    const answer = await readFile(join(folder, 'answer.jsonl'), 'utf8').catch(() => null)
    if (answer === null) return explainRefusal(said.replaceAll(folder, ''))
    const volumes = answer
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => row.parse(JSON.parse(line)))
    return { kind: 'accepted', version: volumes[0]?.version ?? '', volumes }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function explainRefusal(said: string): ConfigVerdict {
  const found = /Code: (\d+)\. (DB::Exception: )?([\s\S]*?)(?:\n|$)/.exec(said)
  if (!found?.[3])
    return {
      kind: 'refused',
      code: null,
      message:
        said.trim() === ''
          ? 'The engine ended without a message. This happens if the file is not XML.'
          : said.trim(),
    }
  return { kind: 'refused', code: Number(found[1]), message: found[3].trim() }
}
