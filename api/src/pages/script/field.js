/** Where the board lies on its picture: from board units to the picture and back. Points are pairs: across, up. */
export class Field {
  /** @param holder the element around the picture, with the measures that the server drew it by */
  constructor(holder) {
    Object.assign(this, JSON.parse(holder.dataset.measures));
  }

  /** A point of the board on the picture. */
  dot([x, y]) {
    let [across, down] = [(x - this.low.x) * this.scale, this.size[1] - (y - this.low.y) * this.scale];
    if (this.flip) [across, down] = [this.size[0] - across, this.size[1] - down];
    return [this.corner[0] + across, this.corner[1] + down];
  }

  /** A point of the picture on the board. */
  point([px, py]) {
    let [across, down] = [px - this.corner[0], py - this.corner[1]];
    if (this.flip) [across, down] = [this.size[0] - across, this.size[1] - down];
    return [this.low.x + across / this.scale, this.low.y + (this.size[1] - down) / this.scale];
  }

  /** Halfway from the south to the north of the board. */
  middle() {
    return this.low.y + this.size[1] / this.scale / 2;
  }

  /** The numbered hexes, those nearest to a point first: their names with their centres. */
  hexesFrom([x, y]) {
    const { columns, rows, first_shifted: firstShifted } = this.grid;
    const found = [];
    for (let column = 0; column < columns; column += 1) {
      const shift = (column % 2 === 1) === firstShifted ? 0 : 0.5;
      for (let row = 0; row < rows; row += 1) {
        const at = [this.low.x + 1 / Math.sqrt(3) + (column * Math.sqrt(3)) / 2, this.low.y + rows - row - 0.5 + shift];
        const name = [column + 1, row + 1].map((number) => String(number).padStart(2, "0")).join("");
        found.push({ name, at, away: Math.hypot(at[0] - x, at[1] - y) });
      }
    }
    return found.sort((one, other) => one.away - other.away);
  }

  /** The middle of the cell or hex in which a point lies; on a bare table the point itself. */
  snapped(point) {
    if (this.grid.kind === "squares") return point.map((number) => Math.floor(number) + 0.5);
    if (this.grid.kind === "hexes") return this.hexesFrom(point)[0].at;
    return point;
  }

  /** The id of a piece's picture. Leaders and Standards bear what they are before their ids. */
  pictured(piece) {
    return [piece, `leader-${piece}`, `standard-${piece}`].find((id) => this.tokens.some((token) => token.id === id));
  }

  dots(points) {
    return points.map((point) => this.dot(point).map((number) => number.toFixed(1)).join(",")).join(" ");
  }

  token(id) {
    const found = this.tokens.find((token) => token.id === id);
    return found && { points: found.outline.map(({ x, y }) => [x, y]), facing: found.facing ?? 0 };
  }
}
