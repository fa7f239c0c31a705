import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedClickhouseNode } from '../clickhouse/node.ts'
import type { EmbeddedPostgres } from '../postgres/start-postgres.ts'
import { isStillRunning, observeProcess } from '../process/identity.ts'
import { type S3StoreHandle, type StartS3StoreOptions, startS3Store } from '../s3-store/index.ts'
import type { Part, PartExit } from './part.ts'

/** Node and database already have the interface; only the name is missing. */
export function asPart(name: string, engine: EmbeddedClickhouseNode | EmbeddedPostgres): Part {
  return {
    name,
    get pid() {
      return engine.pid
    },
    start: () => engine.start(),
    stop: () => engine.stop(),
    kill: () => engine.kill(),
    onExit: (listener) => engine.onExit(listener),
  }
}

/** Waits for a store that a killed supervisor left: it ends by itself and frees its folder. */
export async function startStoreAfterFormer(options: StartS3StoreOptions): Promise<S3StoreHandle> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startS3Store(options)
    } catch (cause) {
      if (attempt === 20 || !/in use|EADDRINUSE/.test(String(cause))) throw cause
      options.abort?.throwIfAborted()
      await sleep(500)
    }
  }
}

const WATCH_EVERY_MS = 300

export function createStorePart(store: S3StoreHandle): Part {
  let expected = false
  const listeners: ((exit: PartExit) => void)[] = []
  const watch = () => {
    const seen = observeProcess(store.pid)
    const timer = setInterval(() => {
      if (seen && isStillRunning(seen)) return
      clearInterval(timer)
      for (const listener of listeners) listener({ expected })
    }, WATCH_EVERY_MS)
    timer.unref()
  }
  watch()
  const isUp = () => observeProcess(store.pid)?.command.includes('s3-store') ?? false
  return {
    name: 'store',
    get pid() {
      return isUp() ? store.pid : null
    },
    start: async () => {
      if (isUp()) return
      expected = false
      await store.restart()
      watch()
    },
    stop: async () => {
      expected = true
      await store.stop()
    },
    kill: () => store.kill(),
    onExit: (listener) => {
      listeners.push(listener)
    },
  }
}
