export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** A request that cannot be answered, with the status and the type of RFC 7644, section 3.12. */
export class ScimFault extends Error {
  constructor(
    readonly status: number,
    readonly scimType: ScimType | null,
    message: string,
  ) {
    super(message)
    this.name = 'ScimFault'
  }
}

export function badRequest(scimType: ScimType, message: string): ScimFault {
  return new ScimFault(400, scimType, message)
}
