import { authorize, exportLoadFiles, ServiceError } from '@frostline/services'
import type { ApiContext } from './context.ts'
import { toTrpcError } from './to-trpc-error.ts'
