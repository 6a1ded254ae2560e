// Plays a whole game of `before-battle` through the generated TypeScript client.
//
//     node play.js ADDRESS TOKEN
//
// Each step asks for the offers and gives one of their commands, chosen with a fixed seed.

import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Play = components["schemas"]["CommandRequest"];

const MOST_STEPS = 5000;
const [address, token] = process.argv.slice(2);
if (!address || !token) throw new Error("usage: node play.js ADDRESS TOKEN");
const client = createClient<paths>({ baseUrl: address, headers: { Authorization: `Bearer ${token}` } });

/** A linear congruential generator: the same choices in every run. */
let seed = 1;
function below(count: number): number {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * count);
}

const made = await client.POST("/v1/games", { body: { system: "before-battle", title: "A generated client" } });
if (!made.data) throw new Error(JSON.stringify(made.error));
const game = made.data.card.id;
const path = { game };
let steps = 0;
for (; steps < MOST_STEPS; steps++) {
    const offers = await client.GET("/v1/games/{game}/offers", { params: { path } });
    if (!offers.data) throw new Error(JSON.stringify(offers.error));
    const commands = offers.data.items.flatMap(({ seat, command, samples }) =>
        [...(command === undefined ? [] : [command]), ...(samples ?? [])].map((command) => ({ seat, command })),
    );
    const chosen = commands[below(commands.length)];
    if (!chosen) break;
    const body = { type: "play", ...chosen } as Play;
    const header = { "If-Match": `"${offers.data.version}"` };
    const given = await client.POST("/v1/games/{game}/commands", { params: { path, header }, body });
    if (!given.data) throw new Error(JSON.stringify(given.error));
}
const end = await client.GET("/v1/games/{game}", { params: { path } });
if (end.data?.card.status !== "finished") throw new Error(`not finished after ${steps} commands`);
const statistics = await client.GET("/v1/games/{game}/stats", { params: { path } });
const units = statistics.data?.units.length;
console.log(`played ${game} in ${steps} commands: ${end.data.card.result}; ${units} units in its statistics`);
