import type { PasswordChoice } from '@/features/account/components/new-password-field.tsx'
import { generatePassword } from '@/features/account/generate-password.ts'

/** The typed password, or a random one generated in the browser. */
export function passwordOf(choice: PasswordChoice): string {
  if (choice.kind === 'typed') return choice.password
  return generatePassword((bytes) => void crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>))
}
