export interface FontSurvey {
  /** Families that printed text has, as the document names them. */
  inUse(): Set<string>;
}
