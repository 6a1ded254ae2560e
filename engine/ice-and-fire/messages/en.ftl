### Sentences of Ice and Fire. Names of units, cards and packs come from the packs; lengths are inches.

## Words

models = { $models ->
    [one] 1 model
   *[other] { $models } models
 }
wounds = { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }
hits = { $hits ->
    [one] 1 hit
   *[other] { $hits } hits
 }
no-dice = no dice

## Place in the game

phase = { $phase ->
    [before] Before the game
    [armies] Armies
    [terrain] Terrain
    [sides] Sides and turn order
    [deployment] Deployment
    [activation] Activation phase
    [clean_up] Clean-up phase
   *[over] Game over
 }
moment = Round { $round } · { $phase }
moment-of-player = Round { $round } · { $player } · { $phase }

## Set-up

game-set-up = A game of { $points } points is set up; { $victory } victory points win.
game-placed = The game begins from a position.
list-submitted = { $player } names an army.
army-mustered = { $player } leads { $faction }: { $units ->
    [one] 1 combat unit
   *[other] { $units } combat units
 } and { $ncus ->
    [one] 1 NCU
   *[other] { $ncus } NCUs
 }.
terrain-number-rolled = The D3 shows { $faces }: { $pieces ->
    [one] there is 1 terrain piece
   *[other] there are { $pieces } terrain pieces
 }.
terrain-rolled = { $player } rolls { $faces } for terrain: { $terrain }.
terrain-rolled-free = { $player } rolls { $faces } for terrain and names a piece.
terrain-named = { $player } names { $terrain }.
terrain-agreed = { $terrain } is agreed on.
opposed-rolled = For { $purpose ->
    [first_piece] the first terrain piece
   *[sides] the deployment sides
 } { $south } rolls { $south_faces } and { $north } rolls { $north_faces }: { $winner ->
    [none] a tie
   *[other] { $winner } wins
 }.
terrain-placed = { $player } places { $terrain } at { $pose }.
terrain-dropped = There is no place left for { $pieces }.
named-self = { $by } will { will-do }.
named-other = { $by } lets { $player } { will-do }.
will-do = { $what ->
    [pick_side] pick a deployment side
    [deploy_first] deploy first
   *[first_player] be first player of round 1
 }
side-picked = { $player } picks the { $edge ->
    [south] south
   *[north] north
 } edge.
unit-deployed = { $unit } deploys at { $pose }.
unit-reserved = { $unit } finds no room and waits in reserve.

## Rounds and turns

card-drawn = { $player } draws { $card }.
card-drawn-hidden = { $player } draws a tactics card.
round-began = Round { $round } begins; { $player } is first player.
turn-began = { $player } takes a turn.
turn-passed = { $player } has nothing to activate and passes.
unit-activated = { $unit } is activated.
unit-arrived = { $unit } arrives from reserve at { $pose }.
turn-ended = { $player } ends the turn.
zone-claimed = { $ncu } claims { $zone }.

## Actions and moves

action-declared = { $unit } { $action ->
    [maneuver] maneuvers
    [march] marches
    [charge] declares a charge on { $target }
    [melee] makes a melee attack on { $target }
    [ranged] makes a ranged attack on { $target }
    [demolish] attacks { $target }
    [retreat] retreats
   *[forgo] forgoes its action
 }{ $free ->
    [yes] { " " }as a free action
   *[no] { "" }
 }.
unit-moved = { $unit } { $kind ->
    [maneuver] maneuvers { $way }"
    [march] marches { $way }"
    [charge] charges { $way }"
    [failed_charge] stops after { $way }"
    [alignment] aligns in contact
    [shift] shifts { $way }"
    [retreat] retreats { $way }"
   *[free_pivot] pivots freely
 }.
units-engaged = { $unit } ({ $side }) and { $other } ({ $other_side }) are engaged.
units-disengaged = { $unit } and { $other } are no longer engaged.
piece-removed = { $unit } removes { $piece }.

## Charges

charge-declared = { $unit } charges the { $side } of { $target }.
charge-modified = The charge distance changes by { $by }".
charge-bonus-taken = { $piece } takes the Charge Bonus away.
charge-bonus-lost = The Charge Bonus is lost.
charge-fortified = { $piece } fortifies the defender.
charge-rolled = The charge die shows { $faces }: { $distance }"{ $needed ->
    [none] { "" }
   *[other] , { $needed }" are needed
 }: { $end ->
    [disorderly] a disorderly charge
    [success] success
   *[fails] the charge fails
 }.
charge-aligned = The charger aligns in the { $slot } slot.
charger-hurt = The charger suffers from Dangerous terrain.
charge-ended = The charge is over.

## Attacks

attack-declared = { $unit } attacks { $side ->
    [none] { $target }
   *[other] the { $side } of { $target }
 } with { $weapon }.
attack-has-dice = The attack has { $dice ->
    [one] 1 more die
   *[other] { $dice } more dice
 }.
attack-has-ability = The attack has { $ability }.
defence-changed = The defence dice get { $by }.
panic-changed = The Panic Test gets { $by }.
attack-rolled = Attack dice: { $faces }, To Hit { $to_hit }+.
dice-rerolled = { $places ->
    [one] 1 of the { rerolled-dice } is
   *[other] { $places } of the { rerolled-dice } are
 } rolled again { rerolled-by }: { $faces }.
no-dice-rerolled = No { rerolled-dice } are rolled again { rerolled-by }.
rerolled-dice = { $of ->
    [attack] attack dice
    [defence] defence dice
   *[panic] dice of the Panic Test
 }
rerolled-by = { $by ->
    [charge_bonus] by the Charge Bonus
    [token] by the token
   *[effect] by the effect
 }
bonus-used = The Charge Bonus is used.
hits-counted = { hits }.
hits-counted-precise = { hits } and { wounds } by Precision.
defence-rolled = Defence dice: { $faces }, save { $save }+{ with-modifier }.
with-modifier = { $modifier ->
    [none] { "" }
   *[other] { " " }with { $modifier }
 }
attack-resolved = { hits } blocked, { wounds }.
attack-ended = The attack is over.

## Panic Tests and retreats

panic-demanded = { $unit } takes a Panic Test.
panic-modified = The Panic Test gets { $by }.
panic-replaced = The Panic Test is not taken; { wounds } instead.
panic-rolled = Panic Test: { $faces }{ with-modifier } against { $morale }+.
panic-rolled-wounds = Panic Test: { $faces }{ with-modifier } against { $morale }+, the D3 shows { $third }.
panic-passed = { $unit } passes with { $total }.
panic-failed = { $unit } fails with { $total }: { wounds }.
panic-suffered = { $unit } takes { wounds }.
panic-ended = The Panic Test is over.
retreat-rolled = { $unit } rolls { $faces } and retreats up to { $reach }".

## Wounds and tokens

wounds-suffered = { $unit } suffers { wounds } { $cause ->
    [attack] from the attack
    [panic] from panic
    [terrain] from Dangerous terrain
   *[effect] from an effect
 }{ $faces ->
    [none] { "" }
   *[other] { " " }(die { $faces })
 }: { models } left.
wounds-restored = { $unit } restores { wounds }: { models } now.
unit-destroyed = { $unit } is destroyed.
token-placed = { $unit } becomes { $token }.
token-removed = { $unit } is no longer { $token }.
token-expended = { $player } expends the { $token } token of { $unit }.

## Cards and Orders

card-played = { $player } plays { $card }{ text-of-it }
order-used = { $unit } uses { $order }{ text-of-it }
text-settled = { $player } uses { $source }, whose text the players carry out{ text-of-it }
text-of-it = { $text ->
    [none] .
   *[other] : { $text }
 }
effect-lost = { $source } of { $player } has no effect.
zone-effect-lost = The zone has no effect for { $player }.

## Scores and ends

objective-claimed = { $unit } claims objective { $objective }.
objective-lost = { $unit } loses objective { $objective }.
position-noted = Round { $round }: the turn of { $player } begins as it was noted: { $units ->
    [0] no unit changed
    [one] 1 unit noted
   *[other] { $units } units noted
 }
noted-counts = round
noted-phase = Turn
noted-activated = activated
noted-destroyed = destroyed
noted-not-in-play = a position is noted in a game in play, from its first round to its end
noted-no-round = rounds run from 1 to { $rounds }; one more stands for the end of the game
noted-no-player = A or B takes the turn
noted-off-table = a unit stands on the table or near it: from -10 to 58 inches
placed-no-unit = this command deploys no unit
noted-one-zone = an NCU stands on one zone at most
noted-unsound = no table can stand so: { $fault }
points-scored = { $player } scores { victory-points } { $why ->
    [objectives] for objectives
   *[destroyed] for a destroyed unit
 }.
victory-points = { $points ->
    [one] 1 victory point
   *[other] { $points } victory points
 }
board-cleared = NCUs, activation tokens and order tokens are removed.
card-discarded = { $player } discards { $card }.
outcome-reason = { $reason ->
    [no_units] no units left
    [points_reached] victory points reached
    [points] victory points
    [army_points] army points on the table
   *[equal] equal points
 }
game-won = { $player } wins: { $reason }.
game-drawn = The game is a draw: { $reason }.

## Rulings

ruled = Ruling: { $what }.
ruled-pose = { $unit } stands at { $pose }
ruled-off-table = { $unit } is off the table
ruled-engagements = { $unit } is engaged with { $units ->
    [one] 1 unit
   *[other] { $units } units
 }
ruled-strength = { $unit } has { models } and { wounds } on the next model
ruled-no-tokens = { $unit } has no condition tokens
ruled-tokens = { $unit } is { $tokens }
ruled-activated = { $unit } { $activated ->
    [yes] has
   *[no] has not
 } been activated
ruled-orders = { $unit } has used { $orders ->
    [one] 1 Order
   *[other] { $orders } Orders
 }
ruled-zone = { $ncu } stands on { $zone }
ruled-no-zone = { $ncu } stands beside the board
ruled-objective = { $unit } controls objective { $objective }
ruled-no-objective = nobody controls objective { $objective }
ruled-points = { $player } has { victory-points }
ruled-piece-removed = { $piece } is removed
ruled-piece-added = { $terrain } lies at { $pose }
ruled-card-taken = { $player } takes { $card }
ruled-hidden-card-taken = { $player } takes a card
ruled-card-dropped = { $player } gives up { $card }
ruled-attack = the attack is changed

## Steps

step-goes-on = The game goes on.
step-next = Next: { $step }.
step-lists = both players name their armies
step-start = the players throw the first dice
step-roll-terrain-number = the number of terrain pieces is rolled
step-roll-terrain = { $player } rolls a terrain piece
step-name-terrain = { $player } names a terrain piece
step-roll-first-piece = both players roll for the first terrain piece
step-place-terrain = { $player } places a terrain piece
step-roll-sides = both players roll for the deployment sides
step-name-picker = { $player } says who picks a side
step-pick-side = { $player } picks a side
step-name-first-deployer = { $player } says who deploys first
step-name-first-player = { $player } says who is first player
step-deploy = { $player } deploys a unit
step-draw = { $player } draws cards
step-begin-round = a round begins
step-turn = { $player } activates a unit
step-choose-action = { $unit } takes an action
step-free-action = { $unit } may take a free action
step-resolve = the action of { $unit } is carried out
step-end-action = the action of { $unit } ends
step-end-turn = the turn of { $player } ends
step-window = { $player } may use cards and Orders { $occasion }
step-effects = { $source } takes effect
step-settle = the players carry out the text of { $source }
step-roll-charge = the charge distance is rolled
step-align = the charger is aligned
step-charge-attack = the charger attacks
step-roll-attack = the attack dice are rolled
step-roll-defence = the defence dice are rolled
step-strike = the defender suffers the wounds
step-end-attack = the attack ends
step-surge = the attacker may surge forth
step-free-pivots = units of { $player } may pivot freely
step-panic = { $unit } takes a Panic Test
step-roll-panic = the Panic Test is rolled
step-settle-panic = the result of the Panic Test is applied
step-retreat-move = { $unit } moves back
step-zone-effect = { $ncu } uses the { $zone } zone
step-score = the round is scored
step-discard = { $player } discards and draws
step-end-round = the round ends
a-unit = a unit
occasion = { $trigger ->
    [round_start] at the start of the round
    [turn_start] at the start of the turn
    [charge_declared] as { $subject } is charged
    [charge_contact] as the charge reaches { $subject }
    [attack_declared] as { $subject } is attacked
    [attack_rolled] after the attack dice are rolled
    [defence_rolled] after the defence dice are rolled
    [panic_pending] before the Panic Test of { $subject }
    [panic_rolled] after the Panic Test of { $subject } is rolled
    [unit_destroyed] as { $subject } is destroyed
    [attack_completed] after the attack
    [zone_claimed] as the { $zone } zone is claimed
    [turn_end] at the end of the turn
   *[round_end] at the end of the round
 }

## Questions

ask = { $player }: { $question }
ask-list = which army?
ask-start = roll for the terrain?
ask-terrain-choice = which terrain piece?
ask-terrain-place = which piece of the pool, where?
ask-side-picker = who picks a deployment side?
ask-side = which deployment side?
ask-first-deployer = who deploys the first unit?
ask-first-player = who goes first?
ask-deploy = which unit, where?
ask-unit = which unit is activated?
ask-action = what does { $unit } do?
ask-trigger = { $trigger }: a card, an Order or a token?
ask-effect = what is chosen for it?
ask-settled = has its text been carried out?
ask-slot = in which slot is the charger aligned?
ask-surge = does { $unit } surge forth?
ask-free-pivot = which unit pivots freely?
ask-retreat = where does { $unit } retreat?
ask-zone = which unit for the { $zone } zone?
ask-free-action = which free action does { $unit } take?
ask-discard = which cards are discarded?

## Offers

offer-group = { $group ->
    [armies] Armies
    [set_up] Set-up
    [deployment] Deployment
    [activation] Activation
    [tactics_board] Tactics board
    [cards] Tactics cards
    [orders] Orders
    [charge_bonus] Charge Bonus
    [conditions] Condition tokens
    [charge] Charge
    [retreat] Retreat
    [free_pivots] Free pivots
    [clean_up] Clean-up phase
   *[actions] Actions
 }
help-command = { $command ->
    [submit_list] One faction, one commander, at least three combat units and at most three NCUs, within the points of the game.
    [roll_to_start] A D3 says how many terrain pieces there are; then each piece is rolled for.
    [name_terrain] After a 7 you choose the piece.
    [place_terrain] Outside both deployment zones, and at least 6 inches from every other piece.
    [name] The player whom you name does it.
    [pick_side] Your army deploys at this edge of the table.
    [deploy] Wholly inside your own zone, with any heading. The players place one unit in turn.
    [activate] Each turn you activate one unit that has no activation token, and it takes one action.
    [arrive] A unit for which there was no room comes to your own zone now, at least 1 inch from every enemy. That is its activation.
    [claim] The NCU takes an empty zone of the tactics board: its effect happens at once.
    [maneuver] The unit pivots, moves up to its Speed straight forward, and pivots again.
    [march] The unit moves up to twice its Speed straight forward, and then pivots.
    [charge] The unit pivots and moves Speed + D6 inches into an enemy that it sees, and attacks it.
    [melee] An engaged unit attacks an enemy that it is engaged with; it may shift and change its facing first.
    [ranged] A unit that is not engaged may shift up to 2 inches, and then shoots an enemy within range and in line of sight.
    [demolish] A Destructible piece within 1 inch is removed, without dice.
    [retreat] The unit leaves its engagement: Speed + D6 inches backward or to a side, and then a pivot.
    [forgo] The unit takes no action in its activation.
    [play_card] The card is resolved, and then lies open on your discard pile. The card says what it does.
    [use_order] Each Order may be used once a round. The card says what it does.
    [reroll] In the attack of a charge you may roll any of your attack dice again, once.
    [expend] The token is removed, and you choose which of the dice are rolled again.
    [use_nothing] You use nothing now; another moment may follow.
    [decline] You do not use what you are offered.
    [align] The charger stands in a free slot on this side of its target.
    [move_back] One straight line without a change of heading, and then a pivot. It must end unengaged.
    [free_pivot] A unit that is no longer engaged may turn to any heading.
    [target] The effect of a zone needs neither range nor sight.
    [choose] The effect adds what you choose.
    [settled] What the card says was carried out on the table.
   *[discard] You may discard any cards, and then draw up to three in hand.
 }
offer-start = roll to start
offer-side = { $edge }
offer-effect = { $choice }
choice-none = use it
choice-next = { $before }, { $next }
offer-settled = it has been carried out
offer-slot = align in the { $slot } slot
offer-list = name an army
offer-terrain = { $terrain }
offer-place-terrain = place the { $terrain }
offer-name = { $player } { $what ->
    [side_picker] picks a deployment side
    [first_deployer] deploys the first unit
   *[first_player] goes first
 }
offer-deploy = deploy { $unit }
offer-activate = activate { $unit }
offer-arrive = bring { $unit } from reserve
offer-claim = { $ncu } claims the { $zone } zone
offer-pivot = pivot { $unit }
offer-retreat-move = retreat { $unit }: { $way }
offer-zone = { $zone }: { $unit }
offer-zone-token = { $zone }: { $unit }, { $token }
offer-discard = discard cards and draw up to three
offer-no-pivot = no free pivot
offer-no-free-action = no free action
offer-no-free-attack = no free Attack
offer-no-free-maneuver = no free Maneuver or Retreat
offer-no-surge = no Surge Forth
offer-use-nothing = use nothing more
offer-maneuver = { $unit }: Maneuver
offer-march = { $unit }: March
offer-charge = { $unit }: Charge { $target }
offer-shoot = { $unit }: shoot { $target }
offer-action = { $unit }: { $action }
action-retreat = retreat
action-none = no action
action-demolish = remove the { $name } ({ $piece })
action-attack = attack { $target }
action-turn-and-attack = turn to { $target } ({ $slot }) and attack
action-shift-and-attack = shift to the { $slot } slot and attack { $target }
offer-reroll = re-roll attack dice by the Charge Bonus
offer-expend = expend { $token } on { $unit }
offer-play = play { $card }
offer-order = { $unit }: { $order }

## Inspection

inspect-strength = { $models } of { $of } models, { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 }, { wounds } left
inspect-speed = Speed { $speed }"
inspect-defence = Defence save { $save }+
inspect-morale = Morale { $morale }+, { $by } on its tests
inspect-not-engaged = not engaged
inspect-engaged = engaged with { $enemies }
inspect-enemy = { $unit } on its { $side }
inspect-terrain = in { $pieces }
inspect-dangerous = an action here costs D3 + 1 wounds
inspect-no-target = no target in reach
inspect-targets = can attack { $targets }
inspect-distance = { $distance }" apart
inspect-range = { $distance }" from the front point: { $range ->
    [short] Short Range
    [long] Long Range
   *[out] out of range
 }
inspect-facing-side = stands in the { $sides } of the target
inspect-or = { $before } or { $next }
inspect-line-of-sight = { $sees ->
    [yes] in line of sight
   *[no] not in line of sight
 }
inspect-charge = a charge succeeds on { $needed }+
inspect-no-charge = no charge can reach it

## Coach: the detectors, by name and by what they watch for

detector-melee-without-facing = Melee without facing
detector-melee-without-facing-watches = A unit attacks the one enemy it is engaged with over its own flank or rear, although it could have turned to it.
detector-idle-token = Idle token
detector-idle-token-watches = A condition token on an enemy was not expended in a roll where rolling the best dice again changed the expected loss by at least 1 wound.
detector-wasted-token = Wasted token
detector-wasted-token-watches = A condition token was expended for dice that could not change the result for the better.
detector-retreat-instead-of-attack = Retreat instead of attack
detector-retreat-instead-of-attack-watches = A unit retreats from a single enemy although it has as many ranks and expects more wounds than that enemy.
detector-shot-blocked-by-friends = Shot blocked by friends
detector-shot-blocked-by-friends-watches = A ranged unit had no target in its activation because friendly trays stood in lines that were free at the start of the round.
detector-order-unused = Order unused
detector-order-unused-watches = An Order that could have been used at least twice in a round was not used in it.
detector-cards-stalled = Cards stalled
detector-cards-stalled-watches = A player ended a round with three cards, each of which could have been played in it.
detector-zone-lost = Zone lost
detector-zone-lost-watches = An NCU could not be activated because the board was full, while its player had activated two or more combat units before.
detector-combat-without-target = Combat zone without target
detector-combat-without-target-watches = Combat was claimed with no legal attack, or with none that expects a wound, while Wealth could restore three.
detector-wealth-too-late = Wealth on the wrong unit
detector-wealth-too-late-watches = Wealth restored fewer than three wounds although another unit lacked three or more.
detector-long-charge = Long charge
detector-long-charge-watches = A charge that needed a 6 failed and its unit was charged in return, although a Maneuver would have ended outside every enemy's charge reach.
detector-charge-over-hindering = Charge over Hindering
detector-charge-over-hindering-watches = A charge crosses a Hindering piece and loses the Charge Bonus, although another slot or heading to the same target avoids it.
detector-head-on-charge = Head-on charge
detector-head-on-charge-watches = A unit charges the front of an enemy whose flank or rear arc it could have reached by a Maneuver that ends outside every enemy's charge reach.
detector-surge-declined = Surge Forth declined
detector-surge-declined-watches = A unit declined Surge Forth and was charged in the flank or rear later in the round.
detector-flank-left-open = Flank left open
detector-flank-left-open-watches = A unit ended its activation where an enemy that is still to be activated can charge its flank or rear.
detector-objective-walked-past = Objective walked past
detector-objective-walked-past-watches = A unit ended a move, in rounds 1 to 5, without covering a free objective token that its remaining distance would have brought it to.
detector-contested-by-weakness = Token contested by weakness
detector-contested-by-weakness-watches = A unit on an objective token stayed engaged with an enemy of more ranks although it could have retreated onto another free token, or a friend could have charged that enemy and did not.
detector-dangerous-step = Dangerous step
detector-dangerous-step-watches = A unit moved into Dangerous terrain and gained neither an objective nor a charge.
detector-activation-order = Activation order
detector-activation-order-watches = A unit was destroyed before its activation by an enemy that it could have attacked in its side's last turn.
detector-horrific-duel = Horrific duel
detector-horrific-duel-watches = A unit with Morale 7 or worse came into melee within 6" of a Horrific piece although a Maneuver would have brought it out of there.

## Coach: better choices

coach-turns-and-attacks = { $unit } turns to { $target } and attacks
coach-attacks = { $unit } attacks { $target }
coach-maneuvers = { $unit } maneuvers { $inches }"
coach-charges-by = { $unit } charges by { $way }
coach-by-slot = the { $slot } slot
coach-by-heading = heading { $heading }
coach-token-expended = the { $token } token of { $unit } is expended
coach-token-kept = the token of { $unit } is kept
coach-wealth-claimed = Wealth is claimed
coach-wealth-restores = Wealth restores wounds of { $unit }

## Coach: charges and moves

coach-long-charge = { $unit } needed a 6 to charge and is charged in return by { $charger }; a Maneuver could have kept out of every charge.
coach-charge-over-hindering = { $unit } charges over Hindering terrain and loses the Charge Bonus; { $way } avoids it.
coach-head-on-charge = { $unit } charges the front of { $target }; a Maneuver to its { $side } would have been out of every charge.
coach-surge-declined = { $unit } { $taken ->
    [yes] wasted
   *[no] declined
 } Surge Forth and is now charged on its { $side }.
coach-flank-left-open = { $enemy } can charge the { $side } of { $unit } on { $needed }+.
coach-objective-walked-past = { $unit } could have gone on to objective { $objective }, which nobody holds.
coach-contested-by-weakness = { $unit } is outranked on its token; { $could }.
coach-could-have-retreated = it could have retreated onto a free one
coach-could-have-charged = { $unit } could have charged the enemy on { $needed }+ and did not
coach-dangerous-step = { $unit } moved into Dangerous terrain and won nothing by it.
coach-activation-order = { $unit } was destroyed before its activation by { $enemy }, which it could have attacked in the turn before.
coach-horrific-duel = { $unit } fights within 6" of a Horrific piece and could have kept away from it.

## Coach: attacks

coach-melee-without-facing = { $unit } attacks with its { $side } to { $target } and could have turned to it.
coach-idle-token = The { $token } token of { $unit } was not expended: { $wounds } wounds were to be expected of it.
coach-wasted-token = Rolling these dice of { $unit } again could only help it.
coach-retreat-instead-of-attack = { $unit } retreats from { $enemy }, which is no stronger and expects fewer wounds.
coach-shot-blocked-by-friends = { $unit } has no target: friends stand in the lines it had when the round began.

## Coach: the tactics board

coach-order-unused = { $unit } could have used { $order } { $count } times this round.
coach-cards-stalled = Every card of the hand could have been played in this round.
coach-zone-lost = { $units ->
    [one] 1 combat unit was
   *[other] { $units } combat units were
 } activated before the board was full; an NCU found no zone.
coach-combat-without-target = No attack expects a wound, and Wealth could have restored three.
coach-wealth-too-late = Wealth restored { $wounds } on { $unit }; { $other } lacked { $lacked }.

## Reasons to refuse what has no chapter of its own

position-unread = this position cannot be read: { $why }
position-broken = { $fault }
no-unit = there is no such unit in this game
no-pack = there is no pack { $pack } here
pack-faults = this pack has faults
card-twice = two packs have a card { $card }
no-ready-army = the packs have no ready army { $army }
no-ready-armies = the packs have no ready army

## Reasons why an army is not legal.

no-army-not-now = you are not asked for an army now
no-army-no-faction = there is no faction { $faction }
no-army-no-card = there is no card { $card } of that kind
no-army-other-faction = { $card } belongs to another faction
no-army-too-few-units = an army has at least 3 combat units, this one { $units }
no-army-too-many-units = an army has at most 40 combat units, this one { $units }
no-army-too-many-ncus = an army has at most 3 NCUs, this one { $ncus }
no-army-commanders = an army has exactly one commander, this one { $commanders }
no-army-twice = { $card } may be taken once
no-army-solo = the solo unit { $card } takes no attachment
no-army-other-kind = the attachment { $card } is for { $kind } units
no-army-points = the army costs { $points ->
    [one] 1 point
   *[other] { $points } points
 }, { $most } are agreed on

## Reasons why something of the set-up may not be done now.

no-setup-begun = you are not asked to start the game now
no-setup-no-naming = you are not asked to name a terrain piece now
no-setup-not-of-the-table = { $card } is not a piece of the terrain table
no-setup-no-placing = you are not asked to place a terrain piece now
no-setup-not-in-pool = { $card } is not in the pool
no-setup-nobody-to-name = you are not asked to name a player now
no-setup-no-such-player = there is no player { $seat }
no-setup-no-side = you are not asked to pick a deployment side now
no-setup-no-deploying = you are not asked to deploy a unit now
no-setup-not-waiting = { $unit } is not one of your units that wait for deployment

## Reasons why a terrain piece or a unit may not be set down somewhere.

no-place-heading = a heading is 0 to 359 degrees, not { $heading }
no-place-no-piece = there is no terrain piece { $card }
no-place-piece-off-table = a terrain piece lies wholly on the table
no-place-piece-in-zone = a terrain piece lies outside both deployment zones
no-place-piece-too-near = a terrain piece lies at least 6" from every other piece
no-place-over-token = terrain is not placed over an objective token
no-place-outside-zone = a unit is placed wholly inside its own deployment zone
no-place-overlaps = a unit is placed without overlapping another tray
no-place-near-enemy = a unit comes from reserve at least 1" away from every enemy

## Reasons why a unit may not remove a terrain piece.

no-demolition-no-piece = there is no terrain piece { $piece } on the table
no-demolition-not-destructible = the { $name } is not Destructible
no-demolition-no-melee = only a unit with a melee attack removes a piece
no-demolition-too-far = the unit is not within 1" of the piece

## Reasons why a unit in reserve may not come to the table.

no-arrival-not-now = you are not asked to activate a unit now
no-arrival-not-in-reserve = { $unit } is not one of your units in reserve
no-arrival-activated = { $unit } has been activated this round

## Reasons why a unit may not be activated, or not take an action.

no-action-not-now = you are not asked to activate a unit now
no-action-none-asked = you are not asked for an action now
no-action-not-yours = { $unit } is not one of your units on the table
no-action-activated = { $unit } has been activated this round
no-action-must-act = an engaged unit takes an Attack or a Retreat
no-action-other-action = the free action is { $allowed }
no-action-only-maneuver = Surge Forth is a free Maneuver

## Reasons why a unit may not move so.

no-move-heading = a heading is 0 to 359 degrees, not { $heading }
no-move-engaged = an engaged unit may only attack or retreat
no-move-distance = a distance is a multiple of 0.01", not { $distance }"
no-move-beyond-speed = the unit moves at most { $most }", not { $distance }"
no-move-beyond-march = the unit marches at most { $most }", not { $distance }"
no-move-beyond-shift = the unit shifts at most { $most }", not { $distance }"
no-move-rough = Rough terrain leaves at most { $most }" of this move, not { $distance }"
no-move-through-enemy = a move may not pass through an enemy tray
no-move-near-enemy = a move may not end within 1" of an enemy
no-move-on-tray = no part of a movement may end overlapping another tray
no-move-off-table = a straight move ends with the whole tray on the table
no-move-impassable = nothing moves into, through or onto Impassable terrain
no-move-not-on-table = the unit is not on the table

## Reasons why a unit may not turn or shift along its enemy.

no-slot-several = a unit engaged with two or more enemies neither turns nor shifts
no-slot-not-engaged-with = the unit is not engaged with { $target }
no-slot-taken = the { $slot } slot of that side is not free

## Reasons why a charge may not be declared.

no-charge-engaged = an engaged unit may not charge
no-charge-no-melee = only a unit with a melee attack may charge
no-charge-no-target = { $target } is not an enemy unit on the table
no-charge-not-seen = the charger does not see its target at the start of the action
no-charge-wrong-arc = the charger stands in the target's arc: { $arcs }
no-charge-name-arc = name one of the target's arcs: { $arcs }
no-charge-no-slot = no slot on the target's { $side } is free
no-charge-heading = a heading is 0 to 359 degrees, not { $heading }
no-charge-pivot = the pivot may not end overlapping another tray or Impassable terrain
no-charge-not-seen-after-pivot = the charger does not see its target after the pivot
no-charge-missed = straight ahead in this heading the charger does not touch its target
no-charge-other-enemy = another enemy is touched before the target
no-charge-impassable = Impassable terrain is touched before the target
no-charge-off-table = a straight move ends with the whole tray on the table: in this heading the contact is made with a corner off it
no-charge-too-far = the contact is { $needed }" away, the longest charge distance is { $most }"
no-charge-slot-taken = that slot is not free
no-charge-not-now = you are not asked to align a charger now

## Reasons why a unit may not attack a target so.

no-attack-unengaged = a melee Attack is for units that are engaged
no-attack-engaged = a ranged Attack is for units that are not engaged
no-attack-no-such-attack = the unit has no such { $kind } attack
no-attack-not-engaged-with = the unit is not engaged with { $target }
no-attack-no-target = { $target } is not an enemy unit on the table
no-attack-out-of-range = the target is not in range after the shift
no-attack-not-seen = the target is not in the unit's line of sight after the shift

## Reasons why a condition token may not be expended, or dice not be rolled again.

no-reroll-not-now = there is no roll for which a token of an enemy unit can be expended
no-reroll-not-the-enemy = the token on a unit is expended by the player who does not control it
no-reroll-no-token = the unit is not { $token }
no-reroll-no-dice = name at least one die to roll again
no-reroll-no-such-die = name different dice of the roll on the table
no-reroll-twice-rolled = a die is rolled again at most once in a roll
no-reroll-no-bonus = the attack has no Charge Bonus to re-roll dice by

## Reasons why a unit may not retreat so, or pivot freely.

no-retreat-unengaged = a Retreat is for units that are engaged
no-retreat-no-way-out = no direction could end legally even with the highest roll
no-retreat-not-now = you are not asked to move a unit back now
no-retreat-no-forward = forward is allowed only if no enemy is in contact with the unit's front
no-retreat-no-distance = a retreating unit must end unengaged, so it moves
no-retreat-too-far = the unit retreats at most { $most }", not { $distance }"
no-retreat-no-pivot = { $unit } has no free pivot now

## Reasons why an NCU may not claim a zone, or a unit not be named for one.

no-zone-not-now = you are not asked to activate a unit now
no-zone-not-yours = { $ncu } is not one of your NCUs
no-zone-activated = { $ncu } has been activated this round
no-zone-full = every zone is taken: no NCU can be activated
no-zone-taken = the { $zone } zone is taken
no-zone-no-target-asked = you are not asked for the target of a zone now
no-zone-target = { $unit } is not a legal target of this zone
no-zone-remove-token = name a condition token that { $unit } loses
no-zone-place-token = name a condition token that { $unit } gains
no-zone-no-token = this zone neither places nor removes a token

## Reasons why a card may not be played, or an Order not be used.

no-use-not-in-hand = the card { $card } is not in your hand
no-use-no-trigger = there is no trigger at which you may use an effect now
no-use-other-trigger = its trigger is { $needs }; this is { $now }
no-use-used-one = you have used your one effect at this trigger
no-use-disorderly = after a 1 on the charge distance die you play no tactics cards until the action ends
no-use-no-such-order = { $unit } has no such Order
no-use-not-yours = { $unit } is not one of your units on the table
no-use-used-order = the Order has been used this round
no-use-no-discard = cards are discarded in the clean-up phase, when you are asked to

## Reasons why an effect may not be used so.

no-choice-not-asked = you are not asked for the choices of an effect now
no-choice-not-met = the conditions in its text are not met
no-choice-units = it needs { $needed ->
    [one] 1 chosen unit
   *[other] { $needed } chosen units
 }
no-choice-unit = { $unit } may not be chosen for it
no-choice-tokens = it needs { $needed ->
    [one] 1 condition token
   *[other] { $needed } condition tokens
 } named
no-choice-token = { $unit } cannot gain or lose that token
no-choice-shift = name the direction and the distance of its shift
no-choice-too-much = more is named than it can use

## Reasons why a player may not pass.

no-pass-not-asked = you are not asked anything that may be declined
no-pass-mandatory = this must be done and cannot be passed

## Reasons why a ruling cannot be made.

no-ruling-no-unit = { $unit } is not a unit that is alive
no-ruling-nothing = there is no { $what }
no-ruling-bounds = { $what } is out of its bounds
no-ruling-card = that card is not where it would be taken from
no-ruling-no-attack = no attack is under way

## Reasons why a game cannot be set up so.

no-game-size = an army is of 10 to 100 points, and 1 to 60 victory points win
no-game-terrain = there is no terrain piece { $card } in the packs
no-game-too-much-terrain = at most 12 terrain pieces can be agreed on
no-game-no-cards = the packs in play have no unit cards

## Reasons to refuse what reads more of dice than their count tells.

counted-dice-refusal-read-otherwise = the dice of this attack were counted, and the count does not tell how they are read now: take the roll back and enter its faces

## Faults of packs

pack-fault-system = { $system } is expected
pack-fault-version = a version has 1 to 60 characters
pack-fault-id-twice = { $id } is here twice
pack-fault-name = a name has 1 to { $most } characters
pack-fault-text = a text has at most { $most } characters
pack-fault-no-faction-of-pack = there is no faction { $faction } in this pack
pack-fault-number = a number from { $least } to { $most } is expected, not { $number }
pack-fault-too-many = at most { $most } are expected
pack-fault-attachment-of-solo-unit = solo units take no attachment (IF-UNIT-06)
pack-fault-ncu-not-on-a-zone = an NCU cannot do this on a zone
pack-fault-commander-costs = a commander costs 0 points (IF-UNIT-06)
pack-fault-unit-without-attack = a unit has at least one attack (IF-UNIT-02)
pack-fault-models = { $kind } has at most { $most } models in ranks of { $rank } (IF-UNIT-01), not { $models }
pack-fault-attack-dice = this { $kind } unit has { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 }, and a number of dice for each (IF-UNIT-02)
pack-fault-melee-with-range = a melee attack has no range
pack-fault-ranged-without-range = a ranged attack is short or long
pack-fault-effect-at-a-trigger = this happens at a trigger: it belongs to an Order or a tactics card
pack-fault-chosen-unit-in-force = nobody chooses a unit for an ability that is always in force
pack-fault-no-effect = it does something: at least one effect is expected
pack-fault-role-at-trigger = there is no { $role } at { $trigger }
pack-fault-card-of-a-unit = a tactics card belongs to no unit
pack-fault-effect-at-wrong-trigger = this cannot happen at { $trigger }
pack-fault-effect-on-role = nothing can happen to the { $role } at { $trigger }
pack-fault-no-commander = there is no commander { $owner } in this pack
pack-fault-replacing-design = a commander's design alone takes the place of others
pack-fault-no-design = there is no design { $id } of a faction in this pack
pack-fault-seven-is-free = a 7 is the roller's choice (IF-TERR-14)
pack-fault-terrain-roll = a roll of { $sum } names one piece (IF-TERR-14), not { $pieces }
pack-fault-no-faction = there is no faction { $faction }
pack-fault-no-unit = there is no unit { $unit }
pack-fault-no-attachment = there is no attachment { $id }
pack-fault-no-ncu = there is no NCU { $id }
pack-fault-commanders = an army has exactly one commander (IF-ARMY-02)
pack-fault-deck = its deck has 7 designs of the faction and 3 of the commander, two copies of each (IF-ARMY-03): { $faction } and { $commander } with { $copies } cards are here

## Faults of positions

position-cards-list = cards: a list has at most { $most } entries
position-cards-trays = cards: trays and terrain pieces are half an inch to 12 inches wide and deep
position-cards-numbers = cards: numbers and lists of a card keep to what a pack may say
position-card-bounds = cards: { $id } keeps to what a pack may say
position-no-unit-card = { $id } has no unit card
position-no-attachment-card = { $id } has an attachment without a card
position-strength = { $id } has more models or wounds than its card
position-reserve-on-table = { $id } is in reserve, not on the table
position-heading = { $id } has a heading of 0 to 359 degrees
position-tokens-of-unit = { $id } has each condition token once, in the sheet's order
position-orders-used = { $id } has used only Orders that it has
position-engaged-friends = { $a } and { $b }: a unit of seat A is engaged with one of seat B
position-engaged-twice = { $a } and { $b } are engaged twice
position-engaged-off-table = { $a } and { $b } are engaged and both on the table
position-engaged-apart = { $a } and { $b } are engaged and in contact
position-engaged-side = { $a } and { $b } touch with a side each
position-zone-with-two = the { $zone } zone holds one NCU
position-no-card = { $id } has no card
position-twice = { $id } is there twice
position-unseen-cards = player { $seat }: the cards nobody has seen are the deck and the unknown cards of the hand
position-known-cards = player { $seat }: the cards that both players know are the first of the hand, and known
position-no-tactics-card = player { $seat }: there is no tactics card { $card }
position-objective-control = objective token { $token } is controlled by a unit on the table
position-rounds = a game has at most { $most } rounds
position-no-player = there is no player { $seat }
position-step-without-answers = agenda: a step has no answers
position-agenda-empty = agenda: something is to be done until the game has ended
position-long-list = a list has at most { $most } entries
position-victory-points = a player has at most 1000 victory points
position-agreed-points = armies of 1 to 100 points and 1 to 1000 victory points are agreed on
position-terrain-without-card = a terrain piece has a card
position-no-first-player = a round has a first player
position-off-the-table = everything lies on the table
position-objective-off-the-table = objective tokens lie on the table
position-terrain-numbers = terrain pieces are numbered from 1
position-overlap = { $one } and { $other } do not overlap
position-destroyed-leaves-nothing = { $unit } is destroyed and has left nothing behind
position-no-unit = there is no unit { $id }
position-no-ncu = there is no NCU { $id }
position-charge-of-friends = a charge is of one enemy on another
position-attack-of-friends = an attack is of one enemy on another, by its card
position-panic-dice = a Panic Test has two D6 and a D3
position-trigger-without-player = a trigger has an active player
position-no-card-of-deck = there is no tactics card { $card }
position-bonus = a bonus is at most 12 inches
position-pieces-rolled = at most 12 pieces are rolled
position-retreat-off-the-table = a retreat keeps to the table

## Faults of drawn positions

sketch-too-many = at most { $most } units and pieces can be drawn
sketch-length = a length from -10 to 58 inches is expected
sketch-heading = a heading is from 0 to 359
sketch-no-terrain = there is no such terrain piece
sketch-no-unit-card = there is no such unit card
sketch-no-attachment = there is no such attachment
sketch-unit-of-nobody = a unit is A's or B's
sketch-too-many-units = there are too many units
sketch-unit-without-wounds = a unit on the table has wounds left
sketch-objective-number = objective tokens are 1 to 5
sketch-no-ncu-card = there is no such NCU card
sketch-ncu-of-nobody = an NCU is A's or B's
sketch-too-many-ncus = a player has at most 3 NCUs (IF-ARMY-02)
sketch-zone-taken = a zone holds at most one NCU (IF-TAC-01)
sketch-not-touching = the two do not touch along a side (IF-ENG-07)
sketch-no-card-left = the player's deck has no such card left

## Faults of records from elsewhere

record-dice = dice
record-terrain-pieces = terrain pieces
record-seven = a 7, and only a 7, names no terrain piece
record-other-winner = dice of { $one } and { $other } have another winner
record-charge-distance = the charge distance says otherwise of its success
record-to-hit = To Hit
record-attack-dice = attack dice
record-dice-again = dice rolled again
record-defence-save = the Defence save
record-defence-dice = defence dice
record-morale = the Morale number
record-wounds-of-passed-test = wounds of a test that was passed
record-count = { $found } { $what } where { $expected } are right
fold-no-unit = there is no unit { $id }
fold-no-terrain = no such terrain piece
fold-deck-empty = the deck is empty
fold-card-not-in-deck = the card is not in the deck
fold-card-not-in-hand = the card is not in the hand
fold-no-panic-test = no Panic Test is under way
fold-set-up-already = the game is set up already
fold-no-ncu = no such NCU
fold-no-objective = no such objective token
fold-card-not-on-pile = the card is not on the pile
fold-deck-too-large = a deck has at most 255 cards
fold-piece-not-in-pool = the piece is not in the pool
fold-no-token = the unit has no such token
fold-no-charge = no charge is under way
fold-no-die = no such die was rolled
fold-no-attack = no attack is under way
unit-unread = a unit is A1 to A{ $most } or B1 to B{ $most }, not "{ $shown }"
ncu-unread = an NCU is AN1 to AN3 or BN1 to BN3, not "{ $shown }"

## Boards

board-wounds = { $left }/{ $wounds } wounds
board-strength = { $models }/{ $most } models, { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 }{ $wounded ->
    [0] { "" }
   *[other] , { $wounded } of { $each } on the next
 }
board-score = { $points ->
    [one] 1 point
   *[other] { $points } points
 } · { $cards ->
    [one] 1 card
   *[other] { $cards } cards
 }
board-deployment-zone = { $edge } deployment zone
badge-ranks = { $ranks } of { $full } ranks
badge-activated = activated this round
badge-order-used = { $name } used this round
badge-objective = controls objective { $objective }
board-ncu-on-zone = NCU on { $zone }
board-objective-held = Objective { $objective } · { $unit }
board-objective = Objective { $objective }

## Lines of the text notation

words-edge = south or north
words-zone = a zone of the tactics board
words-way = backward, left, right or forward
words-side = front, right, rear or left
words-terrain-number = the number of a terrain piece
words-slot = centre, left or right
words-token = a condition token
words-choice = on, token, dice or shift is expected, not "{ $other }"
words-direction = a direction in degrees
words-weapon = weapon is expected, not "{ $other }"
words-then-heading = then and a heading are expected, not "{ $other }"
words-number-from-1 = a number from 1
words-number-to-256 = a number from 1 to 256 is expected
words-seat = A or B is expected, not "{ $word }"
words-length = a length in inches with at most three decimals is expected, not "{ $word }"
words-place = a place like 24,7.6 is expected, not "{ $at }"
words-heading = a heading

## Packs made of files from elsewhere

import-pack-id = the pack's id: { $why }
import-no-units = no file holds combat units: a file has the lists unit, ncu, attachment and tactics
import-result = the pack that came out
import-too-large = a pack is made of at most { $most } files with { $megabytes } MiB together
import-no-object = a JSON object is expected
import-no-json = no JSON: { $error }
import-left-out = { $card }: left out: cards of the kind "{ $kind }" are no part of this game, the players keep to its text
import-further-notes = { $count } more notes are not listed
import-combat-units = Combat units
import-attachments = Attachments
import-abilities = Abilities
import-orders = Orders
import-ncus = NCUs
import-tactics-cards = Tactics cards
import-no-statistics = the card is left out: it has no statistics
import-no-id = the card is left out: an id, a name and a faction are expected
import-note-of-card = { $card }: { $reason }
import-number-expected = left out: a whole number from { $least } to { $most } is expected
import-number-clamped = { $number } is taken for { $kept }: a number from { $least } to { $most } is expected
import-id-changed = { $card } has the id { $id }: { $given } is that of a card of { $other }
import-id-taken = { $card } is left out: { $given } is the id of another card
import-no-attack = left out: at least one attack is expected
import-models = { $ranks ->
    [one] 1 number
   *[other] { $ranks } numbers
 } of attack dice where { $kind } has { $usual } ranks: it is taken for a unit of { $models } models
import-attack-dice = { $numbers } numbers of attack dice for { $ranks ->
    [one] 1 rank
   *[other] { $ranks } ranks
 }: the last one counts for the others
import-enemy-attachment = left out: it joins a unit of the opponent, which no attachment does here
import-no-cost = no cost is written: it costs 0 points
import-second-leader = { $card }: { $leader } has it too, as { $id }
import-first-use = only the first of its uses is live
import-no-design = { $card }: the design { $id }, whose place it takes, is not in these files
import-whole-deck = the commander { $leader } has { $designs } designs: they are the whole deck, in the place of those of { $faction }
import-no-text = there is no text of { $name }
import-no-rules-card = there is no rules card { $id }
import-no-trigger = the trigger of the Order { $name } is none of ours: it is shown when turns start
import-card-without-trigger = its trigger is none of ours: it is shown when turns start
import-owner-missing = left out: it belongs to a commander who is not in these files
import-attack-type = left out: melee, short or long is expected
import-solo-attachment = left out: infantry or cavalry is expected, solo units take no attachment (IF-UNIT-06)

## Actions and pieces that a refusal names

allowed-attack = an Attack
allowed-maneuver-or-retreat = a Maneuver or a Retreat
piece-ncu = NCU { $ncu }
piece-objective = objective token { $objective }
piece-terrain = terrain piece { $piece }
piece-terrain-card = terrain piece { $card }
bounds-strength = the strength
bounds-order = the Order
bounds-score = the score
bounds-pose = the pose
bounds-dice = the number of dice

## Numbers that a suggestion of the coach weighs

number-attacks-without-a-charge = attacks without a charge
number-cards = cards
number-chance-of-a-charge-on-its-flank-or-rear = chance of a charge on its flank or rear
number-chance-that-the-charge-succeeds = chance that the charge succeeds
number-chance-to-be-charged-in-return = chance to be charged in return
number-chances = chances
number-charge-die-needed = charge die needed
number-combat-units-before = combat units before
number-condition-tokens-of-this-roll-left = condition tokens of this roll left
number-dice = dice
number-die-a-friend-needed = die a friend needed
number-die-needed = die needed
number-die-needed-from-there = die needed from there
number-die-needed-the-other-way = die needed the other way
number-expected-hits-of-these-dice = expected hits of these dice
number-expected-saves-of-these-dice = expected saves of these dice
number-expected-wounds = expected wounds
number-expected-wounds-dealt = expected wounds dealt
number-expected-wounds-dealt-less-those-of-its-attack = expected wounds dealt less those of its attack
number-expected-wounds-dealt-less-those-of-the-answer = expected wounds dealt less those of the answer
number-expected-wounds-of-its-attack = expected wounds of its attack
number-expected-wounds-of-its-next-attack = expected wounds of its next attack
number-expected-wounds-of-the-attack = expected wounds of the attack
number-expected-wounds-of-the-best-attack = expected wounds of the best attack
number-expected-wounds-of-the-charge = expected wounds of the charge
number-expected-wounds-of-the-panic-test = expected wounds of the Panic Test
number-expected-wounds-of-the-worst-charge-on-it = expected wounds of the worst charge on it
number-expected-wounds-taken = expected wounds taken
number-free-slots = free slots
number-inches-left = inches left
number-inches-to-the-free-token = inches to the free token
number-inches-to-the-token = inches to the token
number-morale = morale
number-on-its-defence-dice = on its defence dice
number-own-ranks = own ranks
number-targets-hidden = targets hidden
number-wounds = wounds
number-wounds-dealt-or-restored = wounds dealt or restored
number-wounds-restored = wounds restored
number-wounds-the-other-lacked = wounds the other lacked
number-wounds-to-restore = wounds to restore
number-ncus-without-a-zone = NCUs without a zone
