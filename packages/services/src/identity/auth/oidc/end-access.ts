import type { Database, Transaction } from '@frostline/db'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { keepAnAdmin } from '../../user/keep-an-admin.ts'
import { actorOf } from './apply-role.ts'
import type { ProviderFlow } from './provider-flow.ts'

/** Ends the access of a known person when none of their groups has a role any more. Groups that are absent say nothing. */
export async function endAccess(db: Database, flow: ProviderFlow): Promise<void> {
  const { decision, provider, subject } = flow
  if (decision?.kind !== 'refused' || decision.reason !== 'no-rule' || subject === undefined) return
  const account = await db.account.findUnique({
    where: { providerId_accountId: { providerId: provider.id, accountId: subject } },
    include: { user: true },
  })
  if (account) await db.$transaction((tx) => endAccessOf(tx, flow, account.user))
}

/**
 * Ends what a person still holds: their sessions from this provider, their API tokens, and memberships of teams that it gave.
 * Break-glass admins and the only admin keep what they have.
 */
export async function endAccessOf(
  tx: Transaction,
  flow: ProviderFlow,
  { id, email, role, breakGlass }: { id: string; email: string; role: string; breakGlass: boolean },
): Promise<void> {
  if (breakGlass) return
  const { provider, now } = flow
  try {
    if (role === 'admin') await keepAnAdmin(tx, id)
  } catch (error) {
    if (error instanceof ServiceError) return
    throw error
  }
  const ended = await tx.session.deleteMany({ where: { userId: id, provider: provider.id } })
  const revoked = await tx.apiToken.updateMany({
    where: { createdById: id, revokedAt: null },
    data: { revokedAt: now() },
  })
  const left = await tx.teamMember.deleteMany({ where: { userId: id, providerId: provider.id } })
  if (ended.count + revoked.count + left.count === 0) return
  await recordAudit(
    tx,
    { actor: actorOf(flow), now },
    {
      ...{ action: 'user.end-access', objectType: 'user', objectId: id, objectName: email },
      outcome: 'succeeded',
      details: {
        ...{ provider: provider.name, endedSessions: ended.count },
        ...{ revokedTokens: revoked.count, leftTeams: left.count },
      },
    },
  )
}
