/** A first or a new password that was generated, until the admin says that it is kept. */
export interface IssuedPassword {
  email: string
  password: string
}
