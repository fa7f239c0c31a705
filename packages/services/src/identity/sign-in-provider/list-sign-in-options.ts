import type { Database } from '@frostline/db'
import { canUsePasskeys } from '../passkey/can-use-passkeys.ts'

/** What the sign-in page shows to everybody. */
export interface SignInOptions {
  providers: { id: string; label: string }[]
  enforceSso: boolean
  /** Whether browsers use passkeys at the address of the console. */
  passkeys: boolean
}

export async function listSignInOptions(db: Database, publicUrl: string): Promise<SignInOptions> {
  const rows = await db.signInProvider.findMany({
    where: { enabled: true },
    select: { id: true, name: true, buttonLabel: true },
    orderBy: { name: 'asc' },
  })
  const policy = await db.signInPolicy.findUnique({ where: { id: 1 } })
  return {
    providers: rows.map(({ id, name, buttonLabel }) => ({
      id,
      label: buttonLabel || `Continue with ${name}`,
    })),
    enforceSso: policy?.enforceSso ?? false,
    passkeys: canUsePasskeys(publicUrl),
  }
}
