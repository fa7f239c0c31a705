import type { Database } from '@frostline/db'
import { meetProvisioned } from '../../provisioning/meet-provisioned.ts'
import { admitByTeam } from './apply-teams.ts'
import { currentProviderFlow } from './provider-flow.ts'

interface Refusal {
  error: string
  errorDescription: string
}

/** The library asks this before it creates, links or signs in a person whom a provider vouches for. */
export function refusePerson(db: Database) {
  return async ({
    user,
    source,
  }: {
    user: { id?: unknown }
    source: { action?: string }
  }): Promise<Refusal | undefined> => {
    const flow = currentProviderFlow()
    if (!flow) return undefined
    if ((await meetProvisioned(db, flow)) === 'inactive')
      return { error: 'not_assigned', errorDescription: 'The provider has ended this access.' }
    await admitByTeam(db, flow)
    const { decision } = flow
    flow.action = source.action ?? 'sign-in'
    if (decision?.kind === 'refused') {
      const error = {
        'no-rule': 'no_rule',
        'groups-absent': 'groups_absent',
        'groups-overage': 'groups_overage',
      }
      return { error: error[decision.reason], errorDescription: 'No role rule applies.' }
    }
    // The address names the person in the audit.
    if (flow.action === 'create-user' && flow.emailVerified === false)
      return { error: 'email_not_verified', errorDescription: 'The address is not verified.' }
    if (flow.action === 'link-account' && !(await mayLink(db, String(user.id), flow.provider.id)))
      return { error: 'account_not_linked', errorDescription: 'This account is not linked by its address.' }
    return undefined
  }
}

/**
 * Groups do not change the role of a break-glass admin, so an address must not lead to one. And an address that belongs to
 * another person of the provider by now must not lead to the account of the former.
 */
async function mayLink(db: Database, userId: string, providerId: string): Promise<boolean> {
  const owner = await db.user.findUnique({
    where: { id: userId },
    select: { breakGlass: true, accounts: { where: { providerId }, select: { id: true } } },
  })
  return owner !== null && !owner.breakGlass && owner.accounts.length === 0
}
