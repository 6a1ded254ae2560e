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

  dots(points) {
    return points.map((point) => this.dot(point).map((number) => number.toFixed(1)).join(",")).join(" ");
  }

  token(id) {
    const found = this.tokens.find((token) => token.id === id);
    return found && { points: found.outline.map(({ x, y }) => [x, y]), facing: found.facing ?? 0 };
  }
}
