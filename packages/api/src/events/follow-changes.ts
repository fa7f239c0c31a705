import { randomUUID } from 'node:crypto'
import { type ChangeNews, findPerson, maxStreams, ServiceError, seesChange } from '@frostline/services'
import type { ApiContext, Caller } from '../context.ts'

interface ChangesWanted {
  topics?: string[] | undefined
  since?: string | undefined
  lastEventId?: string | null | undefined
}

/** A stream may live for days; a revoked session ends it within this time. */
const identityCheckedEveryMs = 30_000

/**
 * Changes for one tab. Events are not stored, so a reconnecting client (`lastEventId`) gets `resync` first.
 * @throws ServiceError `exhausted` when the person has too many of them open; `unauthenticated` once the session or the
 * token has ended.
 */
export async function* followChanges(
  ctx: Pick<ApiContext, 'changes' | 'identifyAgain' | 'services'> & { caller: Caller },
  wanted: ChangesWanted | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ id: string; event: ChangeNews }> {
  const { actor } = ctx.caller
  // Its grants may change while the stream is open.
  let asker = actor
  const giveBack = ctx.changes.takeStream((await findPerson(ctx.services.db, actor)) ?? actor.id)
  if (!giveBack) {
    throw new ServiceError('exhausted', `${actor.name} already has ${maxStreams} open event streams.`, {
      hint: 'Close some of them or their browser tabs.',
    })
  }
  const stream = randomUUID().slice(0, 8)
  let count = 0
  const numbered = (event: ChangeNews) => ({ id: `${stream}-${++count}`, event })
  const ended = new AbortController()
  let expired = false
  const end = () => {
    expired = true
    ended.abort()
  }
  const check = setInterval(() => {
    // A lookup that failed says nothing about the session: the next one decides.
    ctx.identifyAgain().then(
      (caller) => {
        if (caller) asker = caller.actor
        else end()
      },
      (error: unknown) => isRefused(error) && end(),
    )
  }, identityCheckedEveryMs)
  const topics = wanted?.topics ? new Set(wanted.topics) : undefined
  const stop = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal
  try {
    const reconnects = Boolean(wanted?.lastEventId)
    if (reconnects) yield numbered({ kind: 'resync', at: ctx.services.now() })
    for await (const news of ctx.changes.subscribe(topics, stop, reconnects ? undefined : wanted?.since))
      if (news.kind === 'resync' || (await seesChange(ctx.services.db, asker, news))) yield numbered(news)
  } finally {
    giveBack()
    clearInterval(check)
    ended.abort()
  }
  if (expired) {
    throw new ServiceError('unauthenticated', 'The session has ended.', { hint: 'Sign in and try again.' })
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'unauthenticated'
}
