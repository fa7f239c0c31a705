import { z } from 'zod'
import { type RunKind, runKinds } from './run-kinds.ts'

export const runKindSchema = z.enum(Object.keys(runKinds) as [RunKind, ...RunKind[]])
