export { createUser, createUserInput } from './create.ts'
export {
  disableUser,
  disableUserInput,
  enableUser,
  enableUserInput,
  listUsers,
  resetPassword,
  resetPasswordInput,
  setUserRole,
  setUserRoleInput,
} from './manage-users.ts'
export { resetSecondFactor, resetSecondFactorInput } from './reset-second-factor.ts'
export { accountRoleSchema, userView } from './user-view.ts'
