/** Tells on stderr what is being done and how long it took: stdout stays for the result. */
export class Progress {
  readonly #startedAt = Date.now();
  #current: { text: string; at: number } | undefined;

  step(text: string): void {
    this.done();
    this.#current = { text, at: Date.now() };
    if (process.stderr.isTTY) process.stderr.write(`  … ${text}\r`);
  }

  /** Ends the step that runs; `note` is added to its line. */
  done(note = ''): void {
    this.#end('✓', note);
  }

  /** Ends the step that runs as the one that failed. */
  failed(): void {
    this.#end('✗', '');
  }

  #end(mark: '✓' | '✗', note: string): void {
    if (this.#current === undefined) return;
    const seconds = ((Date.now() - this.#current.at) / 1000).toFixed(1);
    process.stderr.write(
      `  ${mark} ${this.#current.text}${note === '' ? '' : `: ${note}`} (${seconds} s)\x1b[K\n`.replace(
        '\x1b[K',
        process.stderr.isTTY ? '\x1b[K' : '',
      ),
    );
    this.#current = undefined;
  }

  say(text: string): void {
    this.done();
    process.stderr.write(`${text}\n`);
  }

  get elapsedSeconds(): number {
    return (Date.now() - this.#startedAt) / 1000;
  }
}
