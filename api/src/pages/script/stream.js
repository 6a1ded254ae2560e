/**
 * A live stream of the server, read as long as somebody looks at the page. A browser's own reader of such streams must know the
 * names of all messages beforehand; this one takes them as they come.
 */

/** Milliseconds before a stream that broke off is asked for again. */
const AGAIN = 2000;
/** Milliseconds over which those who are sent away come back. */
const SPREAD = 1000;

/** Messages of a text that may end in the middle of one: those that are whole, and the rest. */
function messages(text) {
  const parts = text.split("\n\n");
  const rest = parts.pop();
  const whole = parts.map((part) => {
    const message = { name: "message", id: null, data: "" };
    for (const line of part.split("\n")) {
      const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      if (field === "event") message.name = value;
      else if (field === "id") message.id = value;
      else if (field === "data") message.data += value;
    }
    return message;
  });
  return [whole.filter((message) => message.data), rest];
}

async function read(answer, told) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const [whole, rest] = messages(text + value);
    text = rest;
    for (const message of whole) told(message);
  }
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until the page is looked at. */
const looked = () =>
  new Promise((done) => {
    if (!document.hidden) return done();
    document.addEventListener("visibilitychange", done, { once: true });
  });

/** Milliseconds to wait where the server says how long. Those who were sent away together do not come back together. */
function rest(answer) {
  const asked = Number(answer.headers.get("Retry-After")) || 0;
  return Math.max(AGAIN, asked * 1000) + Math.random() * SPREAD;
}

/**
 * Calls `told` for each message with its name, what it says and its id. After a break it goes on behind the last id; while
 * nobody looks at the page it is not read. It ends, with the status, when the server says that there is no such stream for this
 * reader. `line` is told whenever the stream is open (true), and when it could not be had (false).
 */
export async function follow(address, told, line = () => {}) {
  let last = null;
  for (;;) {
    await looked();
    let again = AGAIN;
    const stop = new AbortController();
    const hide = () => document.hidden && stop.abort();
    document.addEventListener("visibilitychange", hide);
    try {
      const headers = { Accept: "text/event-stream" };
      if (last !== null) headers["Last-Event-ID"] = last;
      const answer = await fetch(address, { headers, cache: "no-store", signal: stop.signal });
      if (answer.ok) {
        line(true);
        await read(answer, (message) => {
          last = message.id ?? last;
          // What one message does wrong is said, and is no reason to hear no other.
          try {
            told(message.name, JSON.parse(message.data), message.id);
          } catch (error) {
            reportError(error);
          }
        });
      } else if (answer.status !== 429 && answer.status < 500) {
        return answer.status;
      } else {
        again = rest(answer);
        line(false);
      }
    } catch {
      // The line was cut, or nobody looks: it is asked for again.
      if (!document.hidden) line(false);
    } finally {
      document.removeEventListener("visibilitychange", hide);
      // However it ended, nothing of it stays open.
      stop.abort();
    }
    if (!document.hidden) await pause(again);
  }
}
