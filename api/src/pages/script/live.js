/**
 * A game that goes on, on its replay page: how many follow it, and what happened since the page was drawn.
 */
import { follow } from "./stream.js";

const page = document.querySelector(".replay[data-game]");
const line = page.querySelector(".live[data-live]");

if (line) {
  const news = line.querySelector("a[data-does=present]");
  let end = Number(page.dataset.end);
  let waiting = null;
  /** What came is told once it rests: a command may have many events. */
  const tell = () => {
    waiting = null;
    news.hidden = false;
    news.querySelector("b").textContent = end;
    news.href = news.href.replace(/\/\d+(?=$|\?)/, `/${end}`);
    news.dataset.go = String(end);
    page.dispatchEvent(new CustomEvent("grown", { detail: end }));
  };
  follow(line.dataset.live, (name, told, id) => {
    if (name === "presence") {
      // The reader's own stream is counted there and is no viewer to them.
      const others = Math.max(0, told.followers - 1);
      line.querySelector("[data-is=followers]").textContent = others === 1 ? "1 other viewer" : `${others} other viewers`;
    } else if (id && Number(id) > end) {
      end = Number(id);
      waiting ??= setTimeout(tell, 300);
    }
  }).then(() => line.remove());
}
