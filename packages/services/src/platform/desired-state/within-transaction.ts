import type { Database, Transaction } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'

/** Verbs with this context work in the given transaction, also where they open one of their own. */
export function withinTransaction(ctx: ServiceContext, tx: Transaction): ServiceContext {
  const db = new Proxy(tx, {
    get(target, key) {
      if (key === '$transaction') return (work: (own: Transaction) => Promise<unknown>) => work(tx)
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...ctx, db: db as unknown as Database }
}
