/** What went wrong, in a sentence for whoever asked. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly turnId: string | null = null,
  ) {
    super(message);
  }
}
