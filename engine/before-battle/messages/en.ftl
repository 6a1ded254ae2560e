### Sentences of Before Battle. Names of units, items and packs come from the packs; places are columns and rows: d4.

## Words

seat-south = South
seat-north = North
unit-unknown = Unit { $unit }
unit-face-down = a unit face down ({ $unit })
facing-north = north
facing-east = east
facing-south = south
facing-west = west
cells = { $cells ->
    [one] 1 cell
   *[other] { $cells } cells
 }
models = { $models ->
    [one] 1 model
   *[other] { $models } models
 }
dice = { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 }
wounds = { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }

## Place in the game

phase = { $phase ->
    [before] Before the game
    [build] Build Your Army
    [weapons] Select your weapons
    [start] Roll to Start
    [deploy] Deploy
    [actions] Actions phase
    [combat] Combat phase
    [turn_over] End of the turn
   *[over] Battle over
 }
moment = Round { $round } · { $seat } · { $phase }
outcome-reason = { $reason ->
    [all_units_lost] all units lost
    [points] points after round 6
    [surviving_share] share of surviving models
   *[equal] everything equal
 }

## The game begins

game-set = A game with the cards of { $pack } begins
position-set = The game begins from a position with { $units ->
    [one] 1 unit
   *[other] { $units } units
 }

## Lists and weapons

list-confirmed = { $seat } has chosen an army
lists-revealed = South shows { $south } (allowance { $south_allowance }); North shows { $north } (allowance { $north_allowance })
weapons-confirmed = { $seat } has chosen weapons

## Start roll

start-rolled = Start roll: South { $south }, North { $north }; { $seat } chooses a right
start-tied = Start roll: South { $south }, North { $north }; a tie, both roll again
right-taken = { $seat } takes { $right ->
    [deployment] the deployment right
   *[first_turn] the first-turn right
 }
deployer-named = { $seat } names { $first } to deploy first
first-named = { $seat } names { $first } to take the first turn

## Deployment

unit-deployed = { $seat } deploys { $unit } on { $cell }, facing { $facing }
army-supplied = { $seat } makes the hidden army known
armies-turned-up = All cards are turned face up

## Actions

turn-began = Round { $round }: the turn of { $seat } begins
unit-moved = { $unit } { $turn ->
    [left] turns left and moves
    [right] turns right and moves
   *[none] moves
 } { cells } { $facing } to { $to }{ charges }
unit-turned-in-move = { $unit } turns { $turn } on { $to }{ charges }
unit-hustled = { $unit } hustles { cells } to { $to } (die { $die }: { $outcome ->
    [extra] one extra square
    [blocked] the extra square is not free
   *[none] no extra square
 }){ charges }
charges = { $charged ->
    [yes] { " " }and charges
   *[no] { "" }
 }
unit-turned = { $unit } turns to face { $facing }
unit-sidestepped = { $unit } sidesteps { $hand } to { $to }
unit-shot = { $unit } { $turn ->
    [left] turns left and shoots
    [right] turns right and shoots
   *[none] shoots
 } { $target } at { cells }: { $blow }
actions-ended = The actions phase ends

## Blows

blow = { dice } at { $need }+: { hits }; { wounds }{ blow-result }
blow-blocked = { dice } at { $need }+: { hits }; block { $block_need }+ on { $block_dice ->
    [one] 1 die
   *[other] { $block_dice } dice
 }: { $blocked } saved; { wounds }{ blow-result }
hits = { $hits ->
    [one] 1 hit
   *[other] { $hits } hits
 }
blow-result = { $result ->
    [destroyed] ; { $target } is destroyed
    [left] ; { models } left
   *[unhurt] { "" }
 }

## Combats

combats-set = { $combats ->
    [0] There is no combat
    [one] 1 combat begins
   *[other] { $combats } combats begin
 }
combat-order-set = Order of blows: { $groups }
combat-order-set-silent = { combat-order-set }; attacked in the rear and silent: { $silent }
groups-then = { $before }; then { $next }
tier-fought = { $strikes }
strike = { $unit } strikes { $part ->
    [flank] the flank of { $target }
    [rear] the rear of { $target }
   *[front] { $target }
 }: { $blow }
strikes-next = { $before }. { $next }
combat-won = { $seat } wins the combat, { $own } : { $other } wounds
combat-even = The combat is even, { $south } : { $north } wounds
combat-undecided = The combat is undecided
combat-ended = The combat is over

## Flight and reforming

flee-rolled = { $unit } { $flees ->
    [yes] flees
   *[no] stands
 }: { $die } against { $need }+
unit-fled = { $unit } runs { cells } to { $to }
unit-fled-off-board = { $unit } runs off the board
unit-fled-blocked = { unit-fled } and is blocked by { $other }: { dice } at { $need }+, { models } lost{ $left ->
    [0] , none is left
   *[other] { "" }
 }
units-reformed = { $seat } reforms { $units }
unit-reformed = { $unit } to face { $facing }
units-not-reformed = { $seat } does not reform

## Ends

turn-ended = The turn ends
battle-won = { $seat } wins, { $reason ->
    [all_units_lost] no enemy unit is left
    [points] by points
   *[surviving_share] by the greater share of surviving models
 } ({ $south } : { $north })
battle-drawn = The battle is a draw ({ $south } : { $north })

## Rulings

unit-set = By ruling { $unit } is now { $changes }
set-cell = on { $cell }
set-facing = facing { $facing }
set-models = { models }
set-wounds = { wounds } on one model
set-acted = { $acted ->
    [yes] acted
   *[no] not acted
 }
set-charged = { $charged ->
    [yes] charged
   *[no] not charged
 }
unit-removed = By ruling { $unit } is removed
unit-restored = By ruling { $unit } is back on { $cell } with { models }
items-set = By ruling { $unit } holds { $items }
items-taken = By ruling { $unit } holds no items
position-noted = { $seat } begins the turn of round { $round } as it was noted: { $units ->
    [0] nothing else changed
    [one] 1 unit noted
   *[other] { $units } units noted
 }
noted-counts = round
noted-lost = { $lost ->
    [melee] killed in melee
    [shooting] shot
    [flee_dice] fled while blocked
    [off_board] fled off the board
   *[ruling] removed
 }
noted-not-in-play = a position is noted in a battle in play, from the reveal of the cards to its end
noted-no-round = rounds run from 1 to { $rounds }; one more stands for the end of the battle
noted-no-player = A or B is active
noted-no-unit = there is no such unit
noted-off-board = { $unit } stands on a cell of the board
placed-no-unit = this command deploys no unit
noted-same-cell = { $unit } and { $other } cannot both stand on { $cell }
turn-set = By ruling it is the turn of { $seat } in round { $round }

## Questions

ask-list = { $seat }: choose an army and distractions
ask-weapons = { $seat }: give weapons to units
ask-start-roll = Both players: what do the start dice show, South's first?
ask-right = { $seat }: the deployment right or the first-turn right?
ask-deployer = { $seat }: who deploys first?
ask-first = { $seat }: who takes the first turn?
ask-deployment = { $seat }: deploy a unit: which one, on which square, facing where?
ask-reveal = { $seat }: which units and items are turned up?
ask-action = { $seat }: choose a unit and its action
ask-reform = { $seat }: which way do these units face now?

## Offers: what may be done, the heading it stands under, and help for newcomers

offer-list = Confirm an army list
help-list = Three Core units, two Elite units and a General of one roster. The Core units together cost at most { $points ->
    [one] 1 point
   *[other] { $points } points
 }. Distractions are only shown, so that the other player does not know the army.
offer-weapons = Assign weapons
offer-weapons-unknown = Weapons are chosen, which is not known yet
help-weapons = Each unit can hold one melee item, one shield and one ranged item of the types and levels on its card. All items together cost at most the weapon points that are left.
offer-start-roll = Roll to Start
help-weapons-unknown = The record knows the weapons later: they are given when the cards are turned up.
help-start-roll = Both players roll a die until they differ. The higher chooses one of the two rights, the other player gets the other.
offer-right = Take { $right ->
    [deployment] the deployment right
   *[first_turn] the first-turn right
 }
help-right = { $right ->
    [deployment] You will name the player who deploys first.
   *[first_turn] You will name the player who begins every round.
 }
offer-deployer = { $seat } deploys first
help-deployer = The players place one unit at a time in turn. The player who places later sees more of the other army.
offer-first = { $seat } takes the first turn
help-first = The player named begins every round.
offer-deployment = { $unit }: deploy on { $cell } facing { $facing }
help-deployment = A unit is placed on an empty cell of the two rows at its home edge, with the facing that you choose. Cards stay face down until all units are placed.
group-deployment = Deploy on { $cell }
offer-reveal = Turn up what was unknown
help-reveal = All units stand on the board, so all cards and items are turned face up now. Give those that the record does not know yet.
offer-turn = { $unit }: turn to face { $facing }
help-turn = The unit turns once or twice by 90 degrees. It is the only action of a unit in combat.
group-turn = Turn
offer-move = { $unit }: { $turn ->
    [left] turn left and move
    [right] turn right and move
   *[none] move
 } { $cells } { $facing } to { $to }
help-move = The unit may turn once and then goes straight ahead, up to its Speed. It charges if it enters two or more cells and ends facing an enemy.
group-move = Move
offer-hustle = { $unit }: hustle { $facing } to { $to } or one further
help-hustle = The unit goes exactly its Speed ahead and rolls a die: on 4 or more it goes one cell further, if that cell is free.
group-hustle = Hustle
offer-sidestep = { $unit }: sidestep { $hand } to { $to }
help-sidestep = The unit goes one cell to its left or right and keeps its facing.
group-sidestep = Sidestep
offer-shot = { $unit }: { $turn ->
    [left] turn left and shoot
    [right] turn right and shoot
   *[none] shoot
 } { $target } in the { $lane } lane
help-shot = One die for each model, at most its front rank. The target blocks with a die for each hit; what is not blocked is a wound.
group-shot = Shoot
offer-end-actions = End the actions phase
help-end-actions = Units that have not acted do nothing this turn. The combats follow.
offer-reform = Reform: { $units }
offer-reform-unit = { $unit } { $facing }
offer-reform-next = { $before }, { $next }
offer-reform-form = Reform these units
help-reform = After a combat each unit of it that stayed may turn as you like. A combat that begins by it is not fought in this phase.
group-reform = Reform

## Inspection

inspect-off-board = { $lost ->
    [none] not on the board
    [melee] lost: melee
    [shooting] lost: shooting
    [flee_dice] lost: flee dice
    [off_board] lost: off the board
   *[ruling] lost: ruling
 }
inspect-cell = { $cell }, facing { $facing }
inspect-front-cell = { $cell ->
    [none] the board ends ahead
   *[other] it faces { $cell }
 }
inspect-cells = { $cells }
inspect-rear-cell = { $cell ->
    [none] the board ends behind
   *[other] { $cell }
 }
inspect-no-combat = not in combat
inspect-combat = in combat with { $units }
inspect-strikes-nobody = it faces no enemy and strikes nobody
inspect-direction = it meets the { direction-word } of { $unit }
direction-word = { $direction ->
    [front] front
    [rear] rear
   *[flank] flank
 }
inspect-silenced = attacked in the rear: it does not strike
inspect-strikes = tier { $tier }: { $tier ->
    [1] flank and rear attackers strike first
    [2] spears strike before an enemy that charged
    [3] it charged
   *[other] it strikes with all others
 }
inspect-acted = it has { $acted ->
    [yes] acted
   *[no] not acted
 } this turn
inspect-charged = it { $charged ->
    [yes] charged
   *[no] did not charge
 } this turn
inspect-only-turn = in combat: it may only turn
inspect-action = { $action ->
    [move] move
    [hustle] hustle
    [sidestep] sidestep
    [shoot] shoot
   *[turn] turn
 }
inspect-actions = { $actions }
inspect-reach = it reaches { $cells }
inspect-flee-target = { $models } of { $start } models: it stands on { $need }+
inspect-flight-off-board = a flight would lead off the board
inspect-flight-blocked = a flight would end on { $cell }, blocked by { $unit }
inspect-flight = a flight would end on { $cell }
inspect-lanes = three lanes { $facing }
inspect-target = { $unit } ({ $lane } lane, { cells })
inspect-targets = { $targets }
inspect-distance = { cells } from edge to edge
inspect-direction-to-target = from there it meets the { direction-word }
inspect-not-adjacent = they are not adjacent

## Counters of statistics: what each counts

counter-allowance-wasted = points of the General's allowance left unspent, by player
counter-general-pool-points = weapon points spent on the General while building the list, by player
counter-weapon-points-melee = weapon points spent on melee items, by player
counter-weapon-points-shield = weapon points spent on shields, by player
counter-weapon-points-ranged = weapon points spent on ranged items, by player
counter-weapon-points-unspent = weapon points left over, by player
counter-distractions-shown = cards shown that were not in the army, by player
counter-start-rolls-won = start rolls won, by player
counter-first-deployments = battles in which the player deployed first
counter-first-turns = battles in which the player had the first turn
counter-turns-without-action = own turns in which a unit on the board did not act
counter-charges-made = charges, by unit
counter-charges-received = charges against a unit
counter-flank-strikes = blows into a flank or rear, by unit
counter-silenced = combats in which a unit was attacked in the rear and could not strike
counter-combats-won = combats won, by player
counter-combats-even = combats without a winner although units fought on
counter-flights-blocked = flights that a unit blocked, by blocking unit
counter-flights-blocked-by-friend = own flights that a friend blocked, by player
counter-reform-turns = units turned in a reform, by player
counter-models-at-round-end = models alive at the end of each round, added up, by player
counter-points-at-round-end = victory points at the end of each round, added up, by player

## Coach: the detectors, by name and by what they watch for

detector-blocked-retreat = Blocked retreat line
detector-blocked-retreat-watches = A unit that flees is blocked by a friend and models of it die.
detector-fighting-on-the-edge = Fighting on the edge
detector-fighting-on-the-edge-watches = A unit whose Speed carries it off the board fights in the own home rows, loses and leaves the board.
detector-bad-reform = Bad reform
detector-bad-reform-watches = In the own turn a unit reforms with its flank or rear to the only enemy that faces it, although turned to it the side would be expected to do better by a wound or more.
detector-missed-flank = Missed flank
detector-missed-flank-watches = A unit meets the front of an enemy and expects more wounds than it deals there, although a Move of it would have ended beside that enemy's flank or rear, where nobody strikes it and a Turn of the next turn would face the enemy's side.
detector-charging-spears = Charging spears
detector-charging-spears-watches = A unit charges the front of an enemy that strikes before chargers although another enemy could have been charged with as many expected wounds.
detector-hustle-gamble = Hustle gamble
detector-hustle-gamble-watches = A unit Hustles for an enemy that only the extra cell brings it to although a Move of it would have ended facing an enemy.
detector-piecemeal-attack = Piecemeal attack
detector-piecemeal-attack-watches = A unit enters a combat alone against at least double its expected wounds while a friend that could have joined it this turn did something else.
detector-weapon-points-left = Weapon points left over
detector-weapon-points-left-watches = Weapons are confirmed with points of the pool unspent although a legal item for them was there.
detector-allowance-wasted = Allowance wasted
detector-allowance-wasted-watches = The General's items cost less than his allowance and a legal item for the rest was there.
detector-distraction-reveals = Distraction reveals the plan
detector-distraction-reveals-watches = The Core distraction is of a type that does not occur in the army although a Core card of a type that does was free: the opponent can tell it for a bluff.
detector-shot-not-taken = Shot not taken
detector-shot-not-taken-watches = A unit with a legal target after at most one turn does something else that can wound nobody this turn.
detector-masked-archers = Masked archers
detector-masked-archers-watches = A unit steps into the first two cells of a lane in which an own archer, still to act, had a target when the turn began.
detector-wrong-target = Wrong target
detector-wrong-target-watches = Of two legal targets the one is shot at against which both fewer wounds, by a quarter or more, and fewer victory points are expected, and neither shot destroys a unit or makes it likelier to flee.
detector-back-turned = Back turned
detector-back-turned-watches = A unit that did not act leaves its rear to an enemy one Move away although a Turn of it would have denied that.
detector-idle-unit = Idle unit
detector-idle-unit-watches = A unit ends two own turns in a row without acting although it could have shot or come nearer to an enemy.
detector-losing-fight-prolonged = Losing fight prolonged
detector-losing-fight-prolonged-watches = A unit that flees on all but a 6 stays in a combat in which its side expects to deal less than a quarter of what it takes although a Turn would have broken all its links.
detector-general-exposed = General exposed
detector-general-exposed-watches = A player's turn ends with two or more enemies able to meet their General next turn.

## Coach: better choices

coach-unit = { $name } ({ $unit })
coach-moves = { $unit } { $turn ->
    [none] moves
   *[other] turns to the { $turn } and moves
 } { cells }
coach-way = { $turn ->
    [none] { "" }
   *[other] a turn to the { $turn } and{ " " }
 }{ cells }
coach-turns = { $unit } turns { $way ->
    [left] to the left
    [right] to the right
   *[about] about
 }
coach-shoots = { $unit } shoots at { $target }
coach-reforms-towards = { $unit } reforms towards { $enemy }
coach-item-held = { $unit } holds { $item } too
coach-item-carried = { $unit } carries { $item } too
coach-distraction-shown = { $card } is shown as Core distraction

## Coach: army lists

coach-points = { $points ->
    [one] 1 point
   *[other] { $points } points
 }
coach-weapon-points-left = { $left } of { $pool } weapon points stay unspent; { $unit } could have had { $item } for { coach-points }.
coach-allowance-wasted = { $unit } carries items for { $cost } of an allowance of { $allowance }; what is not spent is lost, and { $item } for { coach-points } would have fitted.
coach-distraction-reveals = { $shown } is shown as Core distraction, but the army has no { $kind }: it is seen to be a bluff. { $other } would not have been.

## Coach: shots

coach-shot-not-taken = { $unit } could have shot at { $target }; what it did instead wounds nobody this turn.
coach-masked-archers = { $unit } steps before { $archer }, which had { $target } in that lane and has not shot yet.
coach-wrong-target = { $unit } shoots at { $target }; { $other } was a legal target with more expected wounds, and more points behind them.

## Coach: contact and combat

coach-missed-flank = { $unit } comes before the front of { $enemy }; { $way } would have brought it beside the { $side }, where nobody strikes it this turn. Whether it strikes in the next depends on whether the enemy turns to it.
coach-charging-spears = { $unit } charges the spears of { $enemy }, which strike first; { $way } would have charged { $other }, who has none.
coach-hustle-gamble = { $unit } Hustles and faces { $hoped } only if the die brings the extra cell; { $way } would have faced { $met } for certain.
coach-piecemeal-attack = { $unit } fights { $enemies } alone; { $friends } could have joined it this turn.
coach-back-turned = { $unit } has not acted and leaves its rear open: { $enemy } reaches it with { $way }. A Turn would have denied that.
coach-idle-unit = { $unit } has done nothing for two turns although it could have { $could ->
    [shot] shot
   *[nearer] come nearer to the enemy
 }.
coach-losing-fight-prolonged = { $unit } stands only on a 6 and stays in a combat that is as good as lost; a Turn would have taken it out.
coach-general-exposed = { $general } can be met next turn by { $enemies }.
coach-blocked-retreat = { $friend } stood on the way home of { $unit }, which loses { models } to its blocked run.
coach-fighting-on-the-edge = { $unit } fought { $rows ->
    [one] 1 row
   *[other] { $rows } rows
 } from its own edge with Speed { $speed } and ran off the board.
coach-bad-reform = { $unit } reforms with its { $side } to { $enemy }, the only enemy that faces it; the enemy moves next, and turned to it the side would do better.

## Reasons to refuse a command before its chapter judges it.

command-refusal-not-asked = { $seat } is not asked for this now

## Reasons to refuse a set-up.

setup-refusal-no-pack = there is no pack { $pack } here
setup-refusal-no-army = the pack has no ready army { $army }
setup-refusal-no-two-armies = the pack has no two ready armies

## Reasons to refuse a pack that a game is set up with.

pack-refusal-faults = this pack has faults

## Reasons to refuse a list, in the order in which they are judged.

army-refusal-no-card = the pack has no unit card { $card }
army-refusal-wrong-count = an army has exactly { $wanted } { $class } units, not { $found }
army-refusal-other-roster = { $name } is not of the roster { $roster }
army-refusal-core-points = the Core units cost { $cost ->
    [one] 1 point
   *[other] { $cost } points
 }, { $cap } at most
army-refusal-overspent = the General's items need { $excess ->
    [one] 1 point
   *[other] { $excess } points
 } beyond his allowance, the army has { $pool }
army-refusal-general-shown = a General is never a distraction
army-refusal-strange-distraction = { $name } is of another roster
army-refusal-distraction-in-army = { $name } is in the army
army-refusal-core-distractions = exactly { $wanted } Core distraction is shown, not { $found }
army-refusal-surplus-elite = { $name } is no Elite distraction here: one { $kind } for each Elite type of the army
army-refusal-elite-missing = an Elite distraction of type { $kind } is missing

## Reasons to refuse items of a unit, in the order in which they are judged.

equipment-refusal-no-item = the pack has no item { $item }
equipment-refusal-twice = { $item } is in this army twice
equipment-refusal-slot-full = { $name } can hold one { $slot } item only
equipment-refusal-level-too-high = { $name } takes a { $kind } up to level { $limit } only
equipment-refusal-type-not-listed = { $name } takes no { $kind } as its { $slot } item

## Reasons to refuse a choice of weapons, in the order in which they are judged.

weapon-refusal-other-army = { $unit } is not of this army
weapon-refusal-too-expensive = these items cost { $spent ->
    [one] 1 point
   *[other] { $spent } points
 }, { $pool ->
    [one] 1 is
   *[other] { $pool } are
 } left

## Reasons to refuse a secret choice.

choice-refusal-nothing-shown = a list that is not known needs the cards that were shown
choice-refusal-nothing-to-show = { $seat } has nothing to show
choice-refusal-army-unknown = weapons of an army that is not known cannot be checked: leave them unknown too
choice-refusal-known = the { $what } of { $seat } are known already
choice-refusal-missing = the { $what } of { $seat } must be told now

## Reasons to refuse cards that were shown, in the order in which they are judged.

reveal-refusal-no-legal-army = no legal army with its distractions shows these cards
reveal-refusal-other-cards = this army with its distractions is not the list that was shown

## Reasons to refuse a name that the holder of a right gives.

start-refusal-not-a-player = { seat-south } or { seat-north } can be named

## Reasons to refuse a deployment, in the order in which they are judged; the last two when the cards are turned up.

deployment-refusal-other-unit = { $unit } is not a unit of { $seat }
deployment-refusal-placed = { $unit } stands on { $cell } already
deployment-refusal-outside-rows = { $seat } deploys in rows { $first } to { $last }
deployment-refusal-cell-taken = { $other } stands on { $cell }
deployment-refusal-army-unknown = the army of { $seat } is not known yet
deployment-refusal-no-card = { $unit } has no card

## Reasons to refuse a unit that is picked to act, in the order in which they are judged.

pick-refusal-other-unit = { $unit } is not a unit of { $seat }
pick-refusal-not-on-board = { $name } is not on the board
pick-refusal-has-acted = { $name } has acted this turn

## Reasons to refuse an action, in the order in which they are judged.

action-refusal-not-on-board = { $unit } is not on the board
action-refusal-in-combat = { $name } is in combat and may only turn
action-refusal-no-move = a Move without a turn and without a cell is no action
action-refusal-beyond-speed = { $name } moves { $speed ->
    [one] 1 cell
   *[other] { $speed } cells
 } at most
action-refusal-way-blocked = { $free ->
    [0] no cell { $facing } of { $from } is
    [one] only 1 cell { $facing } of { $from } is
   *[other] only { $free } cells { $facing } of { $from } are
 } free
action-refusal-hustle-blocked = a Hustle needs { $speed ->
    [one] the cell ahead
   *[other] all { $speed } cells ahead
 } free, { $free ->
    [0] none is
    [one] 1 is
   *[other] { $free } are
 }
action-refusal-board-ends = the board ends to the { $hand } of { $from }
action-refusal-cell-taken = { $other } stands on { $to }

## Reasons to refuse a shot, in the order in which they are judged.

shot-refusal-no-ranged-stat = { $name } has no ranged stat
shot-refusal-no-ranged-weapon = { $name } has no ranged weapon
shot-refusal-lane-empty = nobody stands in the { $lane } lane within { $range ->
    [one] 1 cell
   *[other] { $range } cells
 }
shot-refusal-friend-nearest = { $name } of the own side is the nearest in the { $lane } lane
shot-refusal-target-in-combat = { $name } is in combat
shot-refusal-other-target = the target of the { $lane } lane is { $name }

## Reasons to refuse a reform.

reform-refusal-other-units = a reform names each unit of this combat that did not flee, in order

## Reasons to refuse a ruling.

ruling-refusal-not-in-play = a ruling changes a battle in play: take back instead
ruling-refusal-restore-first = { $unit } is not on the board: restore it first
ruling-refusal-cell-taken = another unit stands there
ruling-refusal-remove-instead = a unit without models is removed: remove { $unit } instead
ruling-refusal-not-on-board = { $unit } is not on the board
ruling-refusal-not-destroyed = { $unit } is not destroyed
ruling-refusal-occupied = another unit stands on { $cell }
ruling-refusal-not-in-battle = { $unit } is not in this battle
ruling-refusal-no-item = the pack has no item { $item }
ruling-refusal-no-such-turn = rounds run from 1 to { $rounds }, and A or B is active

## Reasons to refuse a position as the start of a game.

position-refusal-faults = the game cannot be in this position: { $fault }

## Reasons to refuse a drawing; each names its place in the drawing as `path`.

sketch-refusal-not-a-player = only A and B play
sketch-refusal-too-many-units = { $seat } has more units than an army
sketch-refusal-no-card = the pack has no unit card { $card }

## Reasons to refuse a question.

question-refusal-no-unit = { $why }
question-refusal-no-field = `about` has no { $field }
question-refusal-no-facing = a facing is N, E, S or W

## Faults of packs

pack-fault-id-reserved = { $id } is a word of the notation and cannot be an id
pack-fault-range-missing = a ranged item needs a range
pack-fault-range-without-shooting = only a ranged item has a range
pack-fault-no-roster = there is no roster { $roster }
pack-fault-cost-of-core-cards = a Core card has a cost, no other card has one
pack-fault-allowance-of-generals = only a General has an allowance
pack-fault-no-item = there is no item { $weapon }
pack-fault-not-ranged = { $weapon } is no ranged item
pack-fault-no-ranged-stat = a unit with a ranged weapon needs a ranged stat
pack-fault-id-twice = { $id } stands here twice
pack-fault-few-core-cards = a roster needs at least 4 Core cards
pack-fault-core-cards-too-dear = no three Core cards of this roster are within the points
pack-fault-no-general = a roster needs a General
pack-fault-no-elite-cards = a roster needs Elite cards
pack-fault-single-elite-card = a roster with an Elite card of type { $word } needs a second one
pack-fault-units-of-other-roster = the units are of another roster

## Faults of positions

position-unit-misplaced = { $unit } stands in the place of { $id }
position-off-the-board = { $unit } stands on { $cell }, off the board
position-cell-twice = two units stand on { $cell }
position-card-unknown = the pack has no unit card { $name } for { $unit }
position-no-card = { $unit } has no card
position-absent-unit-not-empty = { $unit } is not in this battle and must be empty
position-models = { $unit } has { $models } models, 1 to { $most } are possible
position-models-off-the-board = { $unit } is not on the board and has no models
position-wounds = a model of { $unit } dies of { $each } wounds
position-board-or-lost = { $unit } either stands on the board or is lost
position-item-unknown = the pack has no item { $item }
position-wrong-slot = { $unit } holds { $item } in the wrong slot
position-face-down = { $unit } shows nothing but cell and facing before the cards are turned up
position-outside-its-rows = { $unit } stands on { $cell }, outside its rows
position-other-cards-shown = seat { $seat } shows other cards than its list
position-no-army-shows-cards = no legal army shows the cards of seat { $seat }
position-round-without-battle = round and active player belong to the battle
position-round-after-last = no round comes after the last
position-cards-face-up = cards lie face up in the battle and not before
position-lists-before-weapons = both lists are shown before weapons are chosen
position-army-before-start-roll = lists and weapons are chosen before the start roll
position-army-before-deployment = lists and weapons are chosen before deployment
position-only-two-seats = only A and B play
position-deploy-in-turn = the players deploy in turn
position-no-first-deployer = nobody was named to deploy first
position-army-before-cards-up = lists and weapons are chosen before the cards are turned up
position-units-before-cards-up = every unit is placed before the cards are turned up
position-no-first-turn = somebody has the first turn
position-over-without-ending = a battle that is over has its ending
position-units-before-deployment = units are placed in deployment
position-acted-of-active = only units of the active player on the board have acted
position-charged-of-active = only units of the active player on the board have charged
position-charged-without-acting = a unit that charged has acted
position-combat-outside-its-phase = combats belong to the combat phase
position-unit-in-two-combats = a unit is in one combat at most
position-combat-of-one = a combat has two units or more
position-tier = tiers run from 1 to 4
position-no-combat-left = a combat is being fought
position-no-combat-fought = no combat is being fought
position-strike-between-friends = strikes are between enemies of the combat
position-test-outside-combat = only units of the combat roll to flee
position-test-twice = a unit rolls to flee once
position-fled-outside-combat = only units of the combat have fled
position-reformed-twice = each player reforms once
position-shown-cards-needed = shown: the army of seat { $seat } is not known, so the cards shown of it are needed
position-side-without-units = stage: both players have units on the board
position-empty-table-holds-something = stage: nothing stands on an empty table
position-table-empty = stage: an empty table is no position

## Faults of records from elsewhere

record-number-that-hits = the number that hits
record-number-that-blocks = the number that blocks
record-hits = { $told } hits of dice that show { $hits }
record-blocked = { $told } of { $hits } hits blocked by dice that show { $blocked }
fold-cell-occupied = { $unit } cannot come to { $to }: another unit stands there
fold-not-on-the-board = { $unit } is not on the board
fold-no-first-deployer = nobody was named to deploy first
fold-cannot-be-placed = { $unit } cannot be placed on { $cell }
fold-no-card = there is no card { $card }
fold-no-combat = no combat is being fought
fold-no-seat = this game has no seat { $seat }
fold-cannot-return = { $unit } cannot be put back on { $cell }
fold-no-item = there is no item { $item }
unit-unread = a unit is A1 to A6 or B1 to B6, not "{ $shown }"

## Boards

board-deploys-here = { $seat } deploys here
board-models = { $models }/{ $most } models
board-all-models = { $models }/{ $models } models
board-face-down = face down
badge-in-combat = in combat
badge-charged = charged this turn
badge-acted = acted this turn
badge-fled = fled this turn
badge-flees = stands on { $need }+
badge-wounds = { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 } on one model
board-points = { $count ->
    [one] 1 point
   *[other] { $count } points
 }
card-unknown = Unknown unit

## Limits of offers

limit-elite-distractions = one for each Elite type of the army
limit-six-cards = six cards
limit-hidden-list = give only the cards shown
limit-weapons-unknown = leave `weapons` out
limit-shown-cards = 6 army cards, 1 Core distraction and 1 Elite distraction for each Elite type

## Lines of the text notation

words-entry-expected = each entry reads `{ $form }`, not "{ $found }"
words-weapons = weapons are `none`, `unknown`, or `A1 spear-2, A4 shield-2`
words-reveal = a reveal reads `reveal list ... weapons ...`
words-turn = a turn is `left`, `right`, or `right right`
words-number-of-cells = a number of cells

## Numbers that a suggestion of the coach weighs

number-allowance = allowance
number-better-core-cards-to-show = better Core cards to show
number-cells-to-the-nearest-enemy = cells to the nearest enemy
number-chance-of-the-extra-cell = chance of the extra cell
number-chance-of-the-move = chance of the Move
number-chance-to-face-an-enemy = chance to face an enemy
number-chance-to-stand-if-it-loses = chance to stand if it loses
number-enemies-that-can-meet-him = enemies that can meet him
number-enemies-that-reach-its-rear = enemies that reach its rear
number-expected-victory-points-behind-the-wounds = expected victory points behind the wounds
number-expected-wounds-against-the-other = expected wounds against the other
number-expected-wounds-against-the-spears = expected wounds against the spears
number-expected-wounds-against-the-target = expected wounds against the target
number-expected-wounds-dealt = expected wounds dealt
number-expected-wounds-dealt-at-the-front = expected wounds dealt at the front
number-expected-wounds-dealt-there-once-turned = expected wounds dealt there once turned
number-expected-wounds-dealt-there-this-turn = expected wounds dealt there this turn
number-expected-wounds-dealt-to-it-if-turned = expected wounds dealt to it if turned
number-expected-wounds-from-there = expected wounds from there
number-expected-wounds-of-its-side = expected wounds of its side
number-expected-wounds-of-the-archer-best-shot = expected wounds of the archer's best shot
number-expected-wounds-of-the-enemy = expected wounds of the enemy
number-expected-wounds-of-the-shot = expected wounds of the shot
number-expected-wounds-of-the-shot-that-is-masked = expected wounds of the shot that is masked
number-expected-wounds-of-what-it-did = expected wounds of what it did
number-expected-wounds-taken = expected wounds taken
number-expected-wounds-taken-at-the-front = expected wounds taken at the front
number-expected-wounds-taken-from-it = expected wounds taken from it
number-expected-wounds-taken-there-this-turn = expected wounds taken there this turn
number-expected-wounds-that-the-spears-deal-first = expected wounds that the spears deal first
number-friends-that-could-have-joined = friends that could have joined
number-models-expected-to-be-lost = models expected to be lost
number-models-lost = models lost
number-models-lost-with-the-way-free = models lost with the way free
number-own-turns-without-acting = own turns without acting
number-own-units-expected-to-flee = own units expected to flee
number-points-of-that-item = points of that item
number-points-of-the-allowance-spent = points of the allowance spent
number-points-spent = points spent
number-rows-to-the-edge = rows to the edge
number-units-of-that-type-in-the-army = units of that type in the army
number-units-of-the-shown-type-in-the-army = units of the shown type in the army
number-victory-points-behind-those-of-the-other = victory points behind those of the other
number-victory-points-behind-those-of-the-target = victory points behind those of the target
number-victory-points-he-is-worth = victory points he is worth
number-weapon-points-left = weapon points left
number-weapon-points-of-the-pool = weapon points of the pool
number-wounds-dealt-less-wounds-taken-as-it-stands = wounds dealt less wounds taken as it stands
number-wounds-dealt-less-wounds-taken-if-turned = wounds dealt less wounds taken if turned
number-wounds-that-they-deal-on-average-one-by-one = wounds that they deal on average, one by one
number-wounds-dealt-less-wounds-taken = wounds dealt less wounds taken
number-speed = Speed
