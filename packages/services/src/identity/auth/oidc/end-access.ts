import type { Database } from '@frostline/db'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { keepAnAdmin } from '../../user/keep-an-admin.ts'
import { actorOf } from './apply-role.ts'
import type { ProviderFlow } from './provider-flow.ts'

/**
 * Ends what a known person still holds when none of their groups has a role any more: their sessions from this provider,
 * their API tokens, and memberships of teams that it gave. Groups that are absent say nothing, so they end nothing. Break-glass admins and the only admin
 * keep what they have.
 */
export async function endAccess(db: Database, flow: ProviderFlow): Promise<void> {
  const { decision, provider, subject, now } = flow
  if (decision?.kind !== 'refused' || decision.reason !== 'no-rule' || subject === undefined) return
  const key = { providerId: provider.id, accountId: subject }
  const account = await db.account.findUnique({
    where: { providerId_accountId: key },
    include: { user: true },
  })
  if (!account || account.user.breakGlass) return
  const { id, email, role } = account.user
  try {
    await db.$transaction(async (tx) => {
      if (role === 'admin') await keepAnAdmin(tx, id)
      const ended = await tx.session.deleteMany({ where: { userId: id, provider: provider.id } })
      const revoked = await tx.apiToken.updateMany({
        where: { createdById: id, revokedAt: null },
        data: { revokedAt: now() },
      })
      await tx.teamMember.deleteMany({ where: { userId: id, providerId: provider.id } })
      if (ended.count + revoked.count === 0) return
      await recordAudit(
        tx,
        { actor: actorOf(flow), now },
        {
          ...{ action: 'user.end-access', objectType: 'user', objectId: id, objectName: email },
          outcome: 'succeeded',
          details: { provider: provider.name, endedSessions: ended.count, revokedTokens: revoked.count },
        },
      )
    })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}
