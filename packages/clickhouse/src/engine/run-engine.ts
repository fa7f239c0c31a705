import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Engine } from './find-engine.ts'

/**
 * `query_stable_v2` is the main program of `clickhouse local`. It runs in a process of its own, because it blocks its
 * thread and ends the process when the configuration is refused. Its result may be NULL and is never read.
 */
const program = `
const [ffi, library, ...args] = process.argv.slice(1)
const { DataType, load, open } = require(ffi)
open({ library: 'chdb', path: library })
load({ library: 'chdb', funcName: 'query_stable_v2', retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray], paramsValue: [args.length, args] })`

export interface EngineRun {
  folder: string
  query: string
  env: Readonly<Record<string, string>>
  timeoutMs: number
}

/** Runs one query in a temporary server and returns its messages. It always exits with 0. */
export async function runEngine(
  engine: Engine,
  run: EngineRun,
): Promise<{ said: string; timedOut: boolean }> {
  const args = [
    'clickhouse',
    '--config-file=config.xml',
    `--path=${run.folder}/data/`,
    `--query=${run.query}`,
  ]
  const child = spawn(process.execPath, ['-e', program, engine.ffi, engine.library, ...args], {
    cwd: run.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Without our own environment: a configuration could read any variable of it.
    env: { ...run.env, HOME: run.folder, TZ: 'UTC' },
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    if (said.length < 100_000) said += piece
  })
  let timedOut = false
  const late = setTimeout(() => {
    timedOut = true
    child.kill('SIGKILL')
  }, run.timeoutMs)
  try {
    await once(child, 'close')
  } finally {
    clearTimeout(late)
  }
  return { said, timedOut }
}
