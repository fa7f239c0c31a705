import { passwordLength } from '@frostline/domain'

/** The API decides; this only says so before anything is sent. */
export const passwordHint = `At least ${passwordLength.min} characters.`

/** What is wrong with a new password and what to do; undefined when nothing is. */
export function findPasswordFault(password: string): string | undefined {
  if (password === '') return 'Enter a password.'
  if (password.length < passwordLength.min)
    return `Enter at least ${passwordLength.min} characters. You entered ${password.length}.`
  if (password.length > passwordLength.max)
    return `Enter at most ${passwordLength.max} characters. You entered ${password.length}.`
  return undefined
}
