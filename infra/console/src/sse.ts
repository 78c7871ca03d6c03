/** The data of server-sent events, from a body's bytes (HTML standard, section 9.2). */
export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let held = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      held += value;
      const frames = held.split("\n\n");
      held = frames.pop() ?? "";
      for (const frame of frames) {
        const data = frame.split("\n").filter((line) => line.startsWith("data:"));
        if (data.length) yield data.map((line) => line.slice(5).trimStart()).join("\n");
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
