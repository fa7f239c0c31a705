import { type ApiContext, type Caller, identifyCaller } from '@frostline/api'
import { addressHeader } from './front/address-header.ts'
import { frontRefusals } from './front/front-refusals.ts'
import type { WebServer } from './web-server.ts'

/** The context of one request. The caller is looked up on first use and then cached. */
export function createApiContext(server: WebServer, request: Request, door: ApiContext['door']): ApiContext {
  const { auth, changes, env, knownAnswers, log, metrics, services } = server
  const address = request.headers.get(addressHeader()) || null
  const identifyAgain = () =>
    identifyCaller({ headers: request.headers, door }, { auth, address, db: services.db, now: services.now })
  let known: Promise<Caller | undefined> | undefined
  return {
    door,
    headers: request.headers,
    trustedOrigins: [new URL(env.publicUrl).origin, ...env.trustedOrigins],
    publicOrigin: new URL(env.publicUrl).origin,
    identify: () => {
      known ??= identifyAgain()
      return known
    },
    identifyAgain,
    services,
    changes,
    onCall: (record) => {
      metrics.recordCall(record)
      if (record.type === 'mutation') knownAnswers.forget(services.now())
      log.debug(record, 'Call')
    },
    onAnswer: (caller, question, data) => knownAnswers.keep(caller, question, data),
    onForgery: () =>
      frontRefusals().note({
        ...{ reason: 'foreign-origin', status: 403, method: request.method },
        path: new URL(request.url).pathname,
        address: request.headers.get(addressHeader()) || null,
      }),
    onFault: (error, about) => log.error({ ...about, error }, 'A call failed with an unexpected error'),
  }
}
