import { passwordLength } from '@frostline/domain'

/** The API decides; this only shows it before anything is sent. */
export const passwordHint = `At least ${passwordLength.min} characters.`

/** What is wrong with a new password and how to fix it; undefined if nothing. */
export function findPasswordFault(password: string): string | undefined {
  if (password === '') return 'Enter a password.'
  if (password.length < passwordLength.min)
    return `Enter at least ${passwordLength.min} characters. You entered ${password.length}.`
  if (password.length > passwordLength.max)
    return `Enter at most ${passwordLength.max} characters. You entered ${password.length}.`
  return undefined
}
