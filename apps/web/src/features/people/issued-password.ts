/** A generated password, until the admin confirms that it is saved. */
export interface IssuedPassword {
  email: string
  password: string
}
