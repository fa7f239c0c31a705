const accessDenied = 497

/**
 * The grant that ACCESS_DENIED names, as a hint, and only if it has the form of one: nothing else of an untrusted
 * response is shown.
 */
export function findMissingGrant({ code, message }: { code: number; message: string }): string | undefined {
  if (code !== accessDenied) return undefined
  const form = /necessary to have the grant ([A-Z ]{2,60}(?:\([\w, ]{1,200}\))? ON [\w.*`]{1,200})(?:[.\s]|$)/
  const grant = form.exec(message)?.[1]
  return grant === undefined ? undefined : `The user needs the grant ${grant.replace(/\.$/, '')}.`
}
