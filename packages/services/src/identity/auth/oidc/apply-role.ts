import type { Database, Transaction } from '@frostline/db'
import type { AccountRole } from '../../../platform/base/actor.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { changeRole } from '../../user/change-role.ts'
import type { ProviderFlow } from './provider-flow.ts'

/**
 * Gives a person who signs in the role of their groups. The role of a break-glass admin stays. Where the change would leave
 * no admin, the role stays too, and the audit says so.
 */
export async function applyRole(
  tx: Transaction,
  flow: ProviderFlow,
  user: { id: string; email: string; role: AccountRole; breakGlass: boolean },
): Promise<void> {
  const { decision, provider, now } = flow
  if (decision?.kind !== 'role' || decision.role === user.role || user.breakGlass) return
  const actor = actorOf(flow)
  const why = { provider: provider.name, group: decision.group }
  try {
    await changeRole(tx, { actor, now }, user, decision.role, why)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await recordAudit(
      tx,
      { actor, now },
      {
        ...{ action: 'user.set-role', objectType: 'user', objectId: user.id, objectName: user.email },
        outcome: 'failed',
        error: error.message,
        details: { from: user.role, to: decision.role, ...why },
      },
    )
  }
}

/** Audits an account that was created because a provider vouches for the person. */
export async function auditNewUser(
  db: Database,
  flow: ProviderFlow,
  user: { id: string; email: string },
): Promise<void> {
  if (flow.decision?.kind !== 'role') return
  const { role, group } = flow.decision
  await recordAudit(
    db,
    { actor: actorOf(flow), now: flow.now },
    {
      ...{ action: 'user.create', objectType: 'user', objectId: user.id, objectName: user.email },
      outcome: 'succeeded',
      details: { role, group, provider: flow.provider.name },
    },
  )
}

/** Audits that an existing account can be used by a provider from now on. */
export async function auditLinkedUser(db: Database, flow: ProviderFlow, userId: string): Promise<void> {
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId } })
  await recordAudit(
    db,
    { actor: actorOf(flow), now: flow.now },
    {
      ...{ action: 'user.link-provider', objectType: 'user', objectId: userId, objectName: email },
      outcome: 'succeeded',
      details: { provider: flow.provider.name, subject: flow.subject ?? null },
    },
  )
}

/** Who acts where a provider's answer changes something. */
export function actorOf({ provider }: ProviderFlow) {
  return providerActor(provider)
}

export function providerActor({ id, name }: ProviderFlow['provider']) {
  return { type: 'system', id, name, role: 'admin' } as const
}
