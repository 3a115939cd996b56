/** Why a file was not opened: what it is, where it stopped, how much was readable, what to do. Plain words, shown as they are. */
export interface Refusal {
  readonly reason: string;
  /** Offset in inflated bytes, or null where there is no place to name. */
  readonly offset: number | null;
  readonly excerpt: string;
  readonly readable: string;
  readonly advice: string;
}

/** A file inside an archive. */
export interface ArchiveMember {
  readonly name: string;
  /** Inflated size. */
  readonly bytes: number;
  /** Whether its name and size look like a trace. */
  readonly likelyTrace: boolean;
}
