// A person in a tournament: the link that it prints, the board behind it, a reload, and the next game.
import { after, before, test } from 'node:test';
import { isForEveryone } from './support/axe.js';
import { ended, Hall } from './support/tournament.js';
import { World } from './support/world.js';

const world = new World();
const hall = new Hall();
before(() => world.launch());
after(async () => {
  await world.browser?.close();
  await hall.close();
});

test('a person plays a tournament by a link', { timeout: 60_000 }, async () => {
  const { player, said } = hall.receive('people', { Ann: 'person', chance: 'random' }, "openings = 'start'\npolicy = { legal-moves = 'never' }");
  const link = await said(/Ann plays at (\S+)/);
  const page = await world.browser.newPage();
  await page.goto(link);
  const board = page.frameLocator('iframe');
  await board.getByText('Your turn.').waitFor();
  await isForEveryone(page);
  await board.locator('[data-square="11"]').click();
  await board.locator('[data-square="15"]').click();
  // The other one moves, and it is Ann's turn again; after a reload too.
  await board.locator('[data-square="15"] .black').waitFor();
  await board.getByText('Your turn').waitFor();
  await page.reload();
  await board.locator('[data-square="15"] .black').waitFor();
  await board.getByText('Your turn').waitFor();
  await board.getByRole('button', { name: 'Resign' }).click();
  await board.getByText('The game is over').waitFor();
  // In the second game Ann has White.
  await page.getByRole('button', { name: 'Play the next game' }).click();
  await board.getByText('Your turn').waitFor();
  await board.getByRole('button', { name: 'Resign' }).click();
  await ended(player);
});

test('a link that is not whole says so', { timeout: 60_000 }, async () => {
  const { said } = hall.receive('others', { Ann: 'person', chance: 'random' });
  const link = await said(/Ann plays at (\S+)/);
  const page = await world.browser.newPage();
  await page.goto(link.slice(0, -5));
  await page.getByText('not whole').waitFor();
});
