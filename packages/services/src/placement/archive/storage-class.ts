import { storageClasses } from '@frostline/domain'
import { z } from 'zod'

export const fileStorageClass = z
  .enum(storageClasses)
  .default('STANDARD')
  .describe('Of the files. Glacier Flexible Retrieval and Deep Archive have to be retrieved for hours first.')
