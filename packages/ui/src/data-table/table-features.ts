import {
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'

/** Sorting is state only: rows arrive sorted, by the server or by sortRows. */
export const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature })

export type Features = typeof features
