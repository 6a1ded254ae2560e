### Words of pictures, charts and statistics: titles, axes, alternative texts, names of figures, and the guide of questions about
### situations with its faults. Numbers that are rounded come as texts.

## Lists

list-next = { $before }, { $next }
list-or = { $before } or { $next }

## Pictures

picture-title = { $title }: { $caption }
picture-untitled = A battlefield
side-to-decide = to decide
side = Seat { $seat }: { $name }{ $has_score ->
    [yes] , { $score }
   *[no] {""}
 }{ $decides ->
    [yes] , to decide
   *[no] {""}
 }
side-with-units = { $side }, { $units ->
    [one] { $units } unit
   *[other] { $units } units
 } on the field.
unit-facing = facing { $heading }
unit-above = above the ground
unit-face-down = face down
compass-north = north
compass-north-east = north-east
compass-east = east
compass-south-east = south-east
compass-south = south
compass-south-west = south-west
compass-west = west
compass-north-west = north-west
terrain = { $name } ({ $kind })
terrain-high = { $name } ({ $kind }, height { $height })
roll-hits = { $hits } of { $dice } on { $target }+
roll-total = total { $total }
roll = { $seat }, { $purpose }: { $dice }
roll-with-result = { roll } ({ $result })

## Maps of situations

map-title = Where it happened: { $places } places, at most { $most } on one square
map-legend = { $places } places, north at the top{ $outside ->
    [0] {""}
   *[other] ; { $outside } off the field
 }

## Charts

seat = Seat { $seat }
round = Round { $round }
axis-event = event
axis-turn = turn
no-dice-yet = No dice yet
strength-title = Strength over time
strength-points-left = points left
strength-none = No losses yet
strength-end = Seat { $seat } ends with { $percent } %.
strength-line = Seat { $seat }: { $percent } % left
threat-title = Threat over time
threat-points = enemy points in reach
threat-none = No turn has ended yet
threat-most = Seat { $seat } threatens most at the end of turn { $turn }: { $percent } % of the enemy.
threat-line = Seat { $seat }: { $shares }
threat-of-turn = turn { $turn } { $percent } %
damage-title = Damage by unit ({ $counted })
damage-in-points = points
damage-destroyed-title = Destroyed and lost by unit (points)
damage-none = No damage yet
damage-none-destroyed = No unit was destroyed
damage-dealt = dealt
damage-taken = taken
damage-destroyed = destroyed
damage-lost = lost
damage-of-unit = { $unit } dealt { $dealt } and took { $taken }.
damage-destroyed-by-unit = { $unit } destroyed { $dealt } and lost { $taken }.
damage-bar = { $unit }: { $dealt } dealt, { $taken } taken
damage-destroyed-bar = { $unit }: { $dealt } destroyed, { $taken } lost
luck-title = Luck over time
luck-axis = results above expectation
luck-end = Seat { $seat } ends { $surplus } against expectation, luckier than { $percentile } % of such games.
luck-line = Seat { $seat }: { $surplus } after { $rolls } rolls, percentile { $percentile }
luck-percentile = percentile { $percentile }
dice-title = Faces of the dice (d{ $sides })
dice-face = face
dice-face-of-ten = face (10 reads 0)
dice-share = share of the seat's dice
dice-of-seat = Seat { $seat }, { $count } dice: { $faces }.
dice-times = { $times } x { $face }
dice-bar = Seat { $seat }: { $face } came up { $times } times, { $expected } expected
dice-expected = expected { $percent } %
odds-title = Exact odds
odds-result = result
odds-chance = chance
odds = Mean { $mean }, standard deviation { $deviation }.
odds-with-result = { odds } The result was { $result }: { $at_least } % do at least so well, { $at_most } % at most.
odds-bar = { $value }: { $percent } %, at least { $at_least } %
odds-mean = mean { $mean }
matrix-title = Who damaged whom ({ $counted })
matrix-destroyed-title = Who destroyed whom (points)
matrix-damage = Damage in { $counted } by attacker and target.
matrix-destroyed = Points destroyed by attacker and target.
matrix-pair = { $by } on { $against }: { $amount }.
matrix-cell = { $by } on { $against }: { $dealt }
matrix-cell-models = { matrix-cell }, { $models ->
    [one] { $models } model
   *[other] { $models } models
 }
matrix-cell-points = { $by } on { $against }: { $points } points
matrix-corner = attacker ↓  target →

## Figures of many games

figures-title = { $measure }, with 95 % intervals
figures-none = No “{ $measure }”: { $why }
figures-bar = { $groups }: { $figure }
figures-sentence = { figures-bar }.
figure = { $value } ({ $low } to { $high }, n { $n })
measure-won = Games won
measure-even-won = Luck-neutral win rate
measure-destroyed = Points destroyed for each point of the army
measure-dealt = Damage dealt for each point of the army
measure-taken = Damage taken for each point of the army
measure-survival = Survived
measure-rounds = Rounds a game
measure-rushes = Rushes a game
measure-charged = Charges
measure-fights = Fights won
measure-luck = Luck (σ)
measure-morale = Morale tests passed
measure-of-both-sides = both sides of every game stand in one group
measure-of-few-games = too few games have it
no-day = a day such as 2026-03-15 is expected, 1970 or later

## Questions about situations: what is wrong with one, or with a file of moments

question-wrong-end = at the end: { $why }
question-wrong-word = at "{ $word }" (character { $character }): { $why }
question-too-long = a question has at most { $most } bytes
question-too-deep = brackets stand at most { $most } deep
question-too-many-tests = a question has at most { $most } tests
question-text-open = the text is not closed: a second " is expected
question-no-sign = no such sign: a word, a number, "a text", = != < <= > >= ( ) or , is expected
question-with = "with" is expected after "{ $counted }"
question-bracket-open = ")" is expected to close the bracket
question-in-values = "(" is expected after "in"
question-values-open = ")" is expected behind the values
question-after-tests = "and", "or", "by" or the end is expected here
question-after-happening = "where", "by" or the end is expected here
question-happening = what happened is expected: { $words }{ $is_alike ->
    [yes] ; did you mean { $alike }?
   *[no] {""}
 }
question-field-missing = a field is expected here, such as round or unit.left{ $is_alike ->
    [yes] ; did you mean { $alike }?
   *[no] {""}
 }
question-no-field = there is no such field; the guide lists all of them{ $is_alike ->
    [yes] ; did you mean { $alike }?
   *[no] {""}
 }
question-no-text = { $field } holds a { $kind }, no text
question-word-or-text = a word or "a text" is expected
question-no-truth = { $field } is no yes or no: = != < <= > >=, in or contains is expected
question-no-order = { $field } holds a { $kind }: only = and != compare it
question-number = { $field } holds a number: a number such as 4, or another field that holds one is expected
question-word = { $field } holds a word: a word, "a text", or another field that holds one is expected
question-truth = { $field } holds a yes or no: yes or no is expected
moment-expected = a moment with `version`, `what` and its fields
moment-no-deed = no deed "{ $word }"
kind-number = number
kind-word = word
kind-truth = yes or no

## Questions about situations: the guide

example-flank = Units that charged a flank at a strength of 4 or less
example-turns = Turns in which a unit worth 3 points or more was lost
example-lost = Units lost otherwise than in melee, by name
example-stronger = Charges against a stronger unit, by direction
example-first-round = Games in which a unit was lost in the first round
example-tests = Morale tests that were failed though 80 % pass them
example-luck = Attacks with 3 damage more than expected, at a distance or with many dice
example-fewer = Fights won by the side with fewer units, by round
example-guards = Guards that fled or retreated

## Questions about situations: fields

field-system = The game's id: `before-battle`.
field-month = The month (UTC) in which the game ended: `2026-03`.
field-round = The round in which it happened, from 1; 0 before the battle.
field-turn = The turn over the whole game, from 1; 0 before the battle.
field-phase = The phase, in the game's words.
field-seat = Whose unit or deed it is: `A`, `B`.
field-faction = The faction of that seat.
field-result = How the game went for that seat: `won`, `drawn`, `lost`.
field-unit-id = The unit's number in its game: `A3`.
field-unit-name = The name on the unit's card.
field-unit-card = The id of the unit's card.
field-unit-faction = The faction on the unit's card.
field-unit-kind = The unit's kind, in the game's words: `infantry`, `cavalry`.
field-unit-points = What the unit is worth.
field-unit-full = The unit's full strength.
field-unit-left = The unit's strength just before it happened.
field-unit-share = That as a share of full strength, 0 to 1.
field-unit-x = Where the unit stood just before, in board units from the west.
field-unit-y = Where the unit stood just before, in board units from the south.
field-other-id = The other unit's number: who was charged, attacked, or who did it.
field-other-name = The name on the other unit's card.
field-other-card = The id of the other unit's card.
field-other-faction = The faction on the other unit's card.
field-other-kind = The other unit's kind.
field-other-points = What the other unit is worth.
field-other-full = The other unit's full strength.
field-other-left = The other unit's strength just before it happened.
field-other-share = That as a share of full strength, 0 to 1.
field-other-x = Where the other unit stood just before, from the west.
field-other-y = Where the other unit stood just before, from the south.
field-own-units = Units that the side of the seat had on the field just before.
field-own-points = What those were worth.
field-enemy-units = Units that the other sides had on the field just before.
field-enemy-points = What those were worth.
field-kind = Which move, attack or test it was, in the game's words: `charge`, `shooting`, `rout`.
field-distance = How far it moved, in board units.
field-direction = From where it came into the fight: `front`, `flank`, `rear`.
field-charge = It counted as a charge.
field-action = The action it took, or the order it got.
field-ranged = The attack came from a distance.
field-dice = Dice thrown.
field-hits = Hits of an attack.
field-saved = Hits that were blocked or saved.
field-damage = Damage of an attack or a fight; wounds taken or regained.
field-models = Models or steps removed or regained.
field-taken = Damage that the winner of a fight took.
field-expected = What chance alone gives on average: damage, successes, or the total of a roll.
field-luck = How much more than that came: good for the seat if positive.
field-cause = By what damage was done or the unit was lost: `melee`, `shooting`.
field-purpose = What dice were thrown for: `attack`, `block`.
field-need = The number that had to be rolled.
field-rolled = What was rolled: successes, or the total.
field-passed = The test was passed.
field-chance = The chance to pass it, 0 to 1.
field-fighting = It was in combat at the end of the turn.
field-idle = It had no standing order at the end of the turn.
field-amount = How much was spent, scored or counted.
field-of = What was spent, decided, scored or counted.
field-on = On what it was spent; how it was decided.

## Questions about situations: what happened

happened-engaged = A unit came into a fight.
happened-attacked = An attack was resolved: dice, hits, damage.
happened-fought = A fight ended; the seat is the winner's.
happened-damaged = A unit lost wounds or models.
happened-restored = A unit regained wounds or models.
happened-destroyed = A unit left the game.
happened-returned = A unit that had been destroyed is on the field again.
happened-broke = A unit broke and fled.
happened-rallied = A unit rallied.
happened-tested = A unit took a morale test.
happened-moved = A unit changed its place.
happened-acted = A unit was activated.
happened-ordered = A unit got an order.
happened-resolved = It came out whether what a unit was ordered succeeded.
happened-stood = A unit was on the field when a turn ended.
happened-rolled = Dice were rolled.
happened-decided = A player decided something.
happened-spent = Something was spent: command points, cards.
happened-worked = A card changed a result: hits and damage, good for the seat if positive; the amount is tests passed.
happened-scored = A side scored.
happened-counted = The game counted something of its own.
