import type { Transaction } from '@frostline/db'
import { ServiceError } from '../../platform/base/service-error.ts'

/** Whether passwords are refused. The row is locked, so that a change of it and what it rests on wait for each other. */
export async function lockEnforcement(tx: Transaction): Promise<boolean> {
  await tx.$executeRaw`INSERT INTO sign_in_policy ("id") VALUES (1) ON CONFLICT DO NOTHING`
  const [row] = await tx.$queryRaw<{ enforceSso: boolean }[]>`
    SELECT "enforceSso" FROM sign_in_policy WHERE "id" = 1 FOR UPDATE`
  return row?.enforceSso ?? false
}

/** While single sign-on is enforced, one enabled provider remains. @throws ServiceError `conflict` */
export async function keepAProvider(tx: Transaction, withoutId: string | null): Promise<void> {
  if (!(await lockEnforcement(tx))) return
  const where = { enabled: true, ...(withoutId === null ? {} : { id: { not: withoutId } }) }
  if ((await tx.signInProvider.count({ where })) > 0) return
  throw new ServiceError('conflict', 'Single sign-on is enforced, and this is the only enabled provider.', {
    hint: 'Stop enforcing single sign-on first.',
  })
}

/** While single sign-on is enforced, one break-glass admin remains. @throws ServiceError `conflict` */
export async function keepABreakGlassAdmin(tx: Transaction, withoutId: string | null): Promise<void> {
  if (!(await lockEnforcement(tx))) return
  const left = (await listBreakGlassAdmins(tx)).filter(({ id }) => id !== withoutId)
  if (left.length > 0) return
  throw new ServiceError('conflict', 'Single sign-on is enforced, and this is the only break-glass admin.', {
    hint: 'Mark another admin with a password as break-glass, or stop enforcing single sign-on first.',
  })
}

/** Those who could sign in with a password now. */
export async function listBreakGlassAdmins(
  tx: Transaction,
): Promise<{ id: string; email: string; name: string }[]> {
  return tx.user.findMany({
    where: {
      ...{ breakGlass: true, role: 'admin', disabledAt: null },
      accounts: { some: { providerId: 'credential', password: { not: null } } },
    },
    select: { id: true, email: true, name: true },
    orderBy: { email: 'asc' },
  })
}
