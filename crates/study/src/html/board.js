const byId = id => document.getElementById(id);
const number = ply => Math.ceil(ply / 2) + (ply % 2 ? ". " : "... ");
function drawBoard(squares, marked, flipped) {
  let svg = '<rect class="l" width="480" height="480"/>';
  for (let s = 1; s <= 32; s++) {
    const r = (s - 1) >> 2, c = ((s - 1) % 4) * 2 + (r % 2 ? 0 : 1);
    const x = (flipped ? 7 - c : c) * 60, y = (flipped ? 7 - r : r) * 60, p = squares[s - 1];
    svg += `<rect class="${marked.includes(s) ? "m" : "d"}" x="${x}" y="${y}" width="60" height="60"/>`;
    svg += `<text class="n" x="${x + 3}" y="${y + 14}">${s}</text>`;
    if ("bwBW".includes(p)) {
      const disc = (kind, radius) => `<circle class="${kind}" cx="${x + 30}" cy="${y + 30}" r="${radius}"/>`;
      svg += disc(p.toLowerCase(), 24) + disc("r", 19);
      svg += p === p.toLowerCase() ? disc("r", 7) : `<path class="k" d="M${x + 17} ${y + 20}l6.5 8 6.5-11 6.5 11 6.5-8-3 19h-20z"/>`;
    }
  }
  byId("board").innerHTML = svg;
}