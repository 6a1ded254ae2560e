### Sentences of Battleground Fantasy Warfare, of both editions. Names of units, cards, abilities and spells come from the packs.
### Lengths are inches. Places are inches from the south-west corner of the table; headings are degrees, 0 is north and 90 east.

## Words

seat = { $seat ->
    [A] South
    [B] North
    [C] South 2
    [D] North 2
    [E] South 3
   *[F] North 3
 }
unit = { $name } ({ $unit })
unit-side = { $side ->
    [front] front
    [right] right flank
    [left] left flank
   *[rear] rear
 }
place = ({ $x }, { $y }), heading { $heading }
inches = { $inches ->
    [one] 1 inch
   *[other] { $inches } inches
 }
points = { $points ->
    [one] 1 point
   *[other] { $points } points
 }
units = { $units ->
    [one] 1 unit
   *[other] { $units } units
 }
command-actions = { $actions ->
    [one] 1 command action
   *[other] { $actions } command actions
 }
damage-boxes = { $boxes ->
    [one] 1 damage box
   *[other] { $boxes } damage boxes
 }
ammo-boxes = { $ammo ->
    [one] 1 ammo box
   *[other] { $ammo } ammo boxes
 }
dice = { $dice ->
    [one] 1 die
   *[other] { $dice } dice
 }
hits = { $hits ->
    [one] 1 hit
   *[other] { $hits } hits
 }
wounds = { $wounds ->
    [one] 1 wound
   *[other] { $wounds } wounds
 }
modifier = { $name } { $change }
modifiers-next = { $before }, { $next }
modifiers = { $modifiers ->
    [none] { "" }
   *[other] { " " }({ $modifiers })
 }
card = { $name } ({ $card })
card-unnamed = card { $card }
colour = { $colour ->
    [red] Red
    [blue] Blue
   *[green] Green
 }
order-name = { $order ->
    [close] Close
    [hold] Hold
    [range] Range
    [short] Short Range
    [long] Long Range
   *[follow] Follow
 }
orders = { order-name }{ $cap ->
    [none] { "" }
   *[other] , at most { $cap }
 }{ $objective ->
    [token] , to objective token { $goal }
    [enemy] , against { $goal }
    [friend] , behind { $goal }
   *[none] { "" }
 }{ $airborne ->
    [yes] , Airborne
   *[no] { "" }
 }
status = { $status ->
    [disrupted] Disrupted
    [routing] Routing
    [ready] Ready on { $orders }
   *[unordered] Ready without an order
 }
ranged-type = { $way ->
    [indirect] Indirect Fire
    [line_of_sight] Line of Sight
   *[low_arc] Low Arc
 }
range-band = { $band ->
    [short] Short Range
    [long] Long Range
   *[extreme] Extreme Range
 }
attack-kind = { $attack ->
    [melee] a melee attack
    [free] a Free Attack
    [ranged] a ranged attack
    [other_ranged] another ranged attack
    [thrown] a throw while Charging
    [swoop] a Swooping Attack
    [swoop_answer] an answer to the swoop
   *[spell] an Attack spell
 }
courage-check = { $check ->
    [fear] Fear Check
    [rout] Rout Check
    [follow_up] Follow-up Rout Check
   *[other] Courage Check
 }
destroyed-cause = { $cause ->
    [attack] in combat
    [free_attack] by a Free Attack
    [follow_up_check] by a failed Follow-up Rout Check
    [rout_check] by a failed Rout Check while Routing
    [rout_into_enemy] on its rout move by an enemy in its way
    [rout_into_edge] on its rout move at the table edge or impassable terrain
    [no_place] because it finds no place
    [rushed] by a Final Rush while Routing
    [sacrificed] so that its Back Up Unit steps in
    [damage] by damage
    [fled] by flying off the table
   *[ruling] by a ruling
 }

phase = { $phase ->
    [set_up] Set-up
    [movement_and_command] Movement & Command
    [pre_combat_courage] Pre-Combat Courage
    [combat] Combat
    [post_combat_courage] Post-Combat Courage
    [end_of_turn] End of Turn
   *[over] Battle over
 }
moment = Turn { $turn } · { $seat } · { $phase }
outcome = { $degree }: { $reason ->
    [breaking_point] breaking point
    [no_units] no units left
   *[last_turn] last turn
 }
conceded = conceded
conceded-by-degree = { $degree }: conceded

## Events: Procedure

battle-opened = A battle begins with the factions { $factions }
battle-placed = The battle begins from a position with { units }
next-step = Next: { $step }
nothing-left = Nothing is left to be done
asked = { $question }
answered = { $seat } chooses: { $answer }
answered-by-nobody = The player answers

## Events: Steps that are next

step-choose-factions = both choose their factions
step-agree-budget = the points budget is agreed
step-agree-scenario = scenario and map are agreed
step-build-armies = both build their armies
step-name-first-deployer = { $seat } names who deploys first
step-deploy = { $seat } deploys a unit
step-trim-deck = { $seat } may remove the faction's cards from the deck
step-draw-at-set-up = command cards are drawn
step-name-first-orderer = { $seat } names who gives the first order
step-assign-order = { $seat } gives a unit its order
step-choose-first-player = { $seat } names the first player
step-begin-turn = a turn begins
step-realign = engaged units realign
step-snapshot = sight, Open Paths and distances are measured for the turn
step-movement-and-command = the Movement & Command Phase goes on
step-green-window = Green cards may be played
step-activate = { $units ->
    [one] { $names } is activated
   *[other] { $names } are activated
 }
step-direct-control = { $unit } moves under Direct Control
step-rout-move = { $unit } makes its rout move
step-draw-card = { $seat } draws a command card
step-cast = { $unit } casts a spell
step-effects = { $effect } takes effect
step-triggers = special rules take effect
step-close-movement = the Movement & Command Phase ends
step-courage = the { $phase ->
    [pre_combat] Pre-Combat
   *[post_combat] Post-Combat
 } Courage Phase goes on
step-free-attacks = Free Attacks are made
step-roll-check = the courage check is rolled
step-settle-check = the courage check takes effect
step-throws = missiles are thrown on engaging
step-falls = { $unit } falls, and is backed up
step-choose-targets = targets are chosen
step-attacks = attacks are resolved
step-attack = the attack goes on
step-reroll = dice are rolled again
step-consequences = Combat Consequences
step-end-of-turn = the End of Turn Phase
step-victory-check = the victory check

## Events: Rulings

position-noted = The turn { $turn } of { $seat } begins as it was noted: { $units ->
    [0] nothing else changed
    [one] 1 unit noted
   *[other] { $units } units noted
 }
noted-counts = turn
noted-condition = { $condition ->
    [disrupted] Disrupted
    [routing] Routing
   *[airborne] Airborne
 }
noted-not-in-play = a position is noted in a battle in play, from its first turn to its end
noted-no-turn = turns run from 1 to { $most }
noted-other-turn = turn { $turn } is that of { $seat }
noted-no-unit = there is no such unit
noted-one-status = a unit is Disrupted or Routing, not both
noted-unsound = no table can stand so: { $fault }
placed-no-unit = this command deploys no unit
ruled-place = By ruling, { $unit } stands at { $place }
ruled-boxes = By ruling, { $unit } has { $boxes } marked
ruled-order = By ruling, { $unit } is Ready on { $orders }
ruled-status = By ruling, { $unit } is { $status ->
    [disrupted] Disrupted
    [routing] Routing
   *[destroyed] destroyed
 }
ruled-actions = By ruling, { $seat } has { command-actions }
ruled-disengage = By ruling, { $unit } and { $enemy } are no longer engaged
ruled-effect = By ruling, { $unit } is under the effect of { $effect }
ruled-roll-off = Roll-off, South { $south } against North { $north }, on: { $dispute } { $seat ->
    [none] Both roll again
   *[other] The reading of { $seat } is used
 }
ruled-die-due = A die is to be rolled on: { $dispute }
ruled-die = A die shows { $die } on: { $dispute } The reading is: { $reading }

## Events: Set-up

faction-chosen = { $seat } chooses { $faction }
faction-chosen-with-mercenaries = { $seat } chooses { $faction } with mercenaries of { $sources }
faction-chosen-hidden = { $seat } has chosen a faction
nothing-agreed = Nothing is agreed yet
agreed = Agreed: { $terms }
agreed-scenario = the scenario { $scenario }
agreed-map = the map { $map }
army-built = { $seat } builds an army of { units } and { $cards ->
    [one] 1 bought command card
   *[other] { $cards } bought command cards
 }
army-built-hidden = { $seat } has built an army
army-mustered = { $seat } musters { units } for { points }{ $with }{ $concealed ->
    [yes] ; each is shown when it is deployed
   *[no] { "" }
 }
army-mustered-hidden = { $seat } has an army of { units }{ $with }
army-with = { $mercenaries ->
    [yes] , with mercenaries
   *[no] { "" }
 }{ $abilities ->
    [0] { "" }
    [one] , with the bought ability { $names }
   *[other] , with the bought abilities { $names }
 }
fewer-points-rolled = South { $south }, North { $north }: { $seat ->
    [none] both roll again for who spent fewer points
   *[other] { $seat } counts as having spent fewer points
 }
lot-drawn = The lot decides { $purpose ->
    [first_deployer] who deploys first
    [first_orderer] who gives the first order
    [first_turn] who names the first player
   *[other] { $purpose }
 }: { $faces } for { $seat }
first-deployer-named = { $seat } deploys first
first-orderer-named = { $seat } gives the first order
first-player-named = { $seat } takes the first turn

## Events: Turns and phases

turn-began = Turn { $turn }: { $seat } begins with { command-actions }
phase-began = The { $phase } Phase begins
turn-ended = Turn { $turn } ends
snapshot-taken = At the start of the turn { $enemies ->
    [one] 1 enemy is Visible
   *[other] { $enemies } enemies are Visible
 } and { units } could Final Rush
fliers-seek = { $seat } seeks the enemy again
fliers-waited = { $seat } has only Airborne units, and none of them sought the enemy for { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
 }
part-finished = { $seat } ends their part of the Movement & Command Phase
victory-checked = Victory check: South has destroyed { $south }, North { $north } of { $goal } points{ in-camp }
victory-checked-without-goal = Victory check: South has destroyed { $south ->
    [one] 1 point
   *[other] { $south } points
 }, North { $north }{ in-camp }
in-camp = { $sackers ->
    [none] { "" }
   *[other] ; { $sackers } in an enemy camp
 }
battle-won = { battle-end }: a { $degree } for { $seat } (destroyed points { $south } : { $north })
battle-drawn = { battle-end }: a Draw (destroyed points { $south } : { $north })
battle-won-by-annihilation = { $loser } has no unit left: a { $degree } for { $winner }
battle-drawn-by-annihilation = No unit is left on either side: a Draw
battle-end = { $reason ->
    [breaking_point] The Breaking Point is reached
    [no_units] A side has no unit left
   *[last_turn] The last turn is over
 }
victory-degree = { $degree ->
    [crushing] Crushing Victory
    [victory] Victory
   *[draw] Draw
 }

## Events: Movement

unit-deployed = { $seat } deploys { $unit } at { $place }
unit-stayed = { $unit } stays where it is, by its order
unit-turned-in-place = { $unit } turns by its order
unit-moved = { $unit } moves { $distance } of { $allowance } { $by ->
    [control] under Direct Control
   *[order] by its order
 }
units-moved = { $moves }
unit-rushed = { $unit } Final Rushes { $distance }
unit-realigned = { $unit } realigns
unit-turned-about = { $unit } turns about, Routing
unit-routed = { $unit } routs { $distance } of { $allowance }
unit-reformed = { $unit } reforms on Rally
unit-stepped-in = { $unit } steps in at { $place }
unit-turned = { $unit } now faces { $heading }
unit-turned-by-ruling = By ruling, { $unit } faces { $heading }
rout-turn = { $unit } { $turn ->
    [about] makes an About Face
    [none] keeps facing { $heading }
   *[other] turns to { $heading }
 }, Routing
flight-changed = { $unit } { $airborne ->
    [yes] takes off
   *[no] lands
 }
slid-under = { $unit } slides its front card { $slid ->
    [yes] under the enemy
   *[no] back
 }
status-changed = { $unit } is now { status }{ $why ->
    [none] { "" }
   *[other] { " " }({ $why })
 }
token-placed = { $seat } places objective token { $token } at ({ $x }, { $y })
token-removed = Objective token { $token } of { $seat } is removed
point-held = { $unit } has reached its point and holds it

## Events: Marks of the turn

mark = { $unit } { $mark ->
    [activated] is activated
    [no_rush] makes no Final Rush this turn
    [controlled] is under Direct Control
    [rallied] is Rallied
    [frightened] is Frightened
    [outreached] is Outreached this turn
    [began_engaged] counts as engaged since the turn began
    [fear_checked] has taken its Fear Check
    [cast] has cast its spell
    [healed] has been the subject of a Healing spell
    [took_off] takes off
    [paid] may use its ranged attack this turn
    [healed_from] is healed, which does not change its attacks of this Combat Phase
    [spelled_from] is changed by a spell, which does not change its attacks of this Combat Phase
    [lands] lands at the end of its move
    [stays_airborne] stays in the air at the end of its move
    [ridden_down] takes damage as a Skirmisher that was Final Rushed
    [rallied_after_running] has made its rout move and is Rallied
    [threw] has thrown its missiles on engaging
   *[shifted] has used its sideways shift
 }
mark-nearest-enemy = { $enemy } counts as Nearest Enemy of { $unit }
mark-terrified = { $unit } is Terrified by the unit that charged it: { $changed ->
    [courage] courage { $change } this turn
   *[fear_check] { $change } on its Fear Check this turn
 }
mark-not-terrified = { $unit } was charged by a Terrifying unit, which changes none of its courage checks
mark-run-through = A Routing friend runs through { $unit }
mark-beyond = { $unit } is out of range of { $enemies ->
    [one] 1 enemy
   *[other] { $enemies } enemies
 }
mark-touched = { $unit } touches { $friends ->
    [one] 1 friend
   *[other] { $friends } friends
 } as it routs
mark-ranged-mode = Ranged attack { $number } of { $unit } counts for its movement
mark-rush-declined = { $unit } does not rush { $enemy }
mark-path-not-past = { $unit } takes a path that does not lead past { $enemy }
mark-facing-side = The { $side } of { $enemy } faces { $unit } this turn
mark-terrain = { $unit } meets terrain: Movement Category { $change } this turn

## Events: Engagements

final-rushed = { $unit } is engaged{ $rush ->
    [flank] , with its own flank,
    [corner] { " " }at a corner
   *[front] { "" }
 } with the { $side } of { $enemy }, { $contact } in contact
routing-rushed = { $unit } Final Rushes Routing { $enemy }
engagements-changed = { $pairs ->
    [0] No unit is engaged any more
    [one] 1 pair of units remains engaged
   *[other] { $pairs } pairs of units remain engaged
 }

## Events: Courage

cause-noted = { $unit } { $cause ->
    [pinched] must take a Rout Check: it is Pinched
    [last_green] must take a Rout Check: its last green box is marked
    [last_yellow] must take a Rout Check: its last yellow box is marked
    [red] must take a Rout Check: red boxes are marked
    [moved_through] must take a Rout Check: a Routing friend moved through it
   *[skirmisher_rushed] will rout without a check: it is a Skirmisher that was Final Rushed
 }
passed-through = { $by } routs through { $unit }
causes-cleared = Courage checks of { $unit } are settled
check-forced = { $unit } must take a { $check }
check-began = { $unit } takes a { $check }
check-changed = { $effect } applies to the courage check
check-rolled = { $unit ->
    [none] The unit
   *[other] { $unit }
 } needs { $target } or less{ modifiers }: { $faces } is { $total }
courage-checked = { $unit } { checked } its { $check } with { $total } against { $target }{ $by_card ->
    [yes] , by a card
   *[no] { "" }
 }
courage-checked-without-roll = { $unit } { checked } its { $check } without a roll
checked = { $passed ->
    [yes] passes
   *[no] fails
 }
check-demanded = { $unit } must take a Courage Check for { $effect }

## Events: Command actions and command cards

actions-gained = { $seat } gains { command-actions }
actions-spent = { $seat } spends { command-actions } on { $purpose }
actions-lost = { $seat } loses { command-actions } unspent
use-change-order = a new standing order for { $unit }
use-direct-control = Direct Control of { $unit }
use-draw-card = drawing a command card
use-ability = the ability { $ability }
use-rally = rallying { $unit }
use-reload = reloading { $unit }
use-reorganize = reorganizing { $unit }
use-sound-the-charge = Sound the Charge
use-recall = a Skirmisher Recall
use-other = { $named }
card-drawn = { $seat } draws { $card }
card-drawn-hidden = { $seat } draws a command card
deck-renewed = { $seat } shuffles the discard pile into a new deck
faction-cards-removed = { $seat } plays without cards 21 to 30
card-discarded = { $seat } discards { $card }
card-played = { $seat } plays { $card } as a { colour } card{ $on ->
    [none] { "" }
   *[other] { " " }on { $on }
 }
reroll-claimed = { $seat } was not asked for a card before the roll and claims a new one
card-passed = { $seat } plays { $rest ->
    [yes] no more Green cards in this phase
   *[no] no card
 }

## Events: Special rules, abilities and spells

rule-triggered = { $rule } of { $unit } is triggered
rule-settled = { $rule } of { $unit } { $used ->
    [yes] is applied
   *[no] is not used
 }
rule-settled-unknown = A special rule is settled
ability-used = { $seat } uses { $ability }{ $on ->
    [none] { "" }
   *[other] { " " }on { $on }
 }
spell-cast = { $unit } casts { $spell ->
    [none] a spell
   *[other] { $spell }
 } on { $target }
lasting-added = { $unit } is under the effect of { $effect }
lasting-ended = { $whole ->
    [yes] { $effect } ends
   *[no] A part of { $effect } ends
 } on { $unit }

## Events: Damage

ammo-marked = { $unit } marks { ammo-boxes }
ammo-erased = { $unit } erases { ammo-boxes }
boxes-marked = { $unit } takes { damage-boxes }{ $by ->
    [none] { "" }
   *[other] { " " }from { $by }
 }{ $excess ->
    [0] { "" }
   *[other] , { $excess } in excess
 }
boxes-erased = { $unit } erases { damage-boxes }
damage-counted = The damage of the Combat Phase takes effect
unit-destroyed = { $unit } is destroyed { $cause }{ $by ->
    [none] { "" }
   *[other] , by { $by }
 } ({ points })

## Events: Attacks

choice-settled = { $unit } rolls nothing against { $target }
choice-settled-unknown = An attack is settled without dice
no-targets-chosen = { $seat } has no attack
targets-chosen = { $seat }: { $attacks }
attack-declared = { $unit } makes { $attack } against { $target }
attack-began = { $unit } makes { $attack } against { $target }: { dice }, { $to_hit } to hit, { $to_wound } to wound
attack-went = { $stage ->
    [before_hit] The roll to hit is next
    [after_hit] The roll to hit is made
    [before_wound] The roll to wound is next
    [after_wound] The roll to wound is made
    [damage] The damage of the attack is next
   *[resolution] The resolution of the attack is next
 }{ $asked ->
    [attacker] : the attacker may play a Red card
    [defender] : the defender may play a Blue card
    [defender_again] : the defender may play a Blue card as well
    [attacker_again] : the attacker may play a Red card after all
   *[nobody] { "" }
 }
needed = { $below ->
    [yes] a 1 (the numbers come to { $target })
   *[no] { $target } or less
 }
attack-rolled = { $unit ->
    [none] The attacker
   *[other] { $unit }
 }{ $again ->
    [0] { "" }
    [one] { " " }rolls 1 die again and
   *[other] { " " }rolls { $again } dice again and
 } needs { $needed } { $roll ->
    [wound] to wound
   *[hit] to hit
 }{ modifiers }: { $faces } is { $roll ->
    [wound] { $successes ->
        [one] 1 wound
       *[other] { $successes } wounds
     }
   *[hit] { $successes ->
        [one] 1 hit
       *[other] { $successes } hits
     }
 }
attack-wounds-moved = { $effect } moves wounds to { $unit }
attack-affected = { $effect } applies to the attack
attack-wounds-changed = { $effect } changes the wounds by { $wounds }
attack-hits-changed = { $effect } changes the hits by { $hits }
attack-hits-and-wounds-changed = { $effect } changes the hits by { $hits } and the wounds by { $wounds }
attack-resolved = { $unit } ends { $attack } against { $target }: { dice }, { hits }, { wounds }

## Words of questions and offers

ask-unit-unnamed = { $unit }
ask-a-unit = a unit
ask-the-unit = the unit
ask-the-enemy = the enemy
ask-a-spell = a spell
ask-card-unnamed = card { $card } of { seat }
ask-stage = { $stage ->
    [before_hit] before the to-hit roll
    [after_hit] after the to-hit roll
    [before_wound] before the to-wound roll
    [after_wound] after the to-wound roll
    [damage] at the damage step
   *[resolution] at the resolution
 }
ask-impassable = impassable terrain
ask-edge = the table edge
ask-its-target = its target
ask-on = { $on ->
    [none] { "" }
   *[other] { " " }on { $on }
 }
ask-fault-next = { $before }; { $next }
ask-cost = { $cost ->
    [one] 1 CA
   *[other] { $cost } CA
 }
ask-left = { $left ->
    [0] none is left
    [one] 1 is left
   *[other] { $left } are left
 }

## Questions

question = { $player }: { $question }
question-faction = which faction, and mercenaries from where?
question-budget = which points budget?
question-scenario = which scenario, on which map?
question-army = which units, and how many command cards?
question-first-deployer = who deploys first?
question-deploy = which unit, where?
question-first-orderer = who gives the first order?
question-assign-order = which unit has which order?
question-first-player = who takes the first turn?
question-action = which action comes next?
question-green-card = a Green command card?
question-legs = how does { $unit } move under Direct Control?
question-attack-card = { $player }: a { $colour } card for { $unit } { $stage }, in the attack of { $attacker } on { $target }?
question-facing-side = { $unit } stands on a diagonal of { $about }: which side faces it?
question-nearest = which of the tied { $friends ->
    [yes] friends
   *[no] enemies
 } is nearest to { $unit }?
question-rush-target = which enemy does { $unit } Final Rush?
question-placement-side = where is { $unit } placed against { $about }?
question-flank-rush = does { $unit } Final Rush { $about } with a flank?
question-corner = which corner of { $about } does { $unit } Final Rush?
question-move-side = two moves of { $unit } are equal: which one is made?
question-indirect-path = the path of { $unit } is blocked: { $friend ->
    [yes] up to the friend, or around?
   *[no] which way does it take?
 }
question-open-side = which open side of { $about } does { $unit } go for?
question-ranged-mode = which ranged attack of { $unit } counts for its movement?
question-rout-shift = how far does Routing { $unit } shift sideways at its first contact?
question-replacement = { $unit } fails: is the result accepted, or does a Back Up Unit step in?
question-free-attack-target = which Routing enemy does { $unit } attack?
question-target = what does { $unit } attack?
question-back-up = { $destroyed ->
    [yes] which Back Up Unit steps in for { $unit }?
   *[no] for which destroyed friend does { $unit } step in?
 }
question-trigger = does { $unit } use its special rule?
question-blessing = which Blessing stays on { $unit }?
question-curse = which Curse stays on { $unit }?
question-rally-heading = { $unit } rallies by itself: which way does it look?
question-land-or-fly = does { $unit } land, or stay Airborne?
question-reorganized-order = which order has { $unit } after it is Reorganized?
question-changed-order = which order does { $unit } get?
question-wounds-to = which unit takes damage for { $unit }?
question-turn-away = from which enemy does { $unit } turn away?
question-throw-target = at which enemy does { $unit } throw?
question-rout-direction = in which direction does { $unit } leave the fight?
question-roll-anyway = { $about } has no boxes left: does { $unit } roll its attack?
question-path-past = does the path of { $unit } lead past { $about }?
question-avoid-obstacle = something stands in the way of { $unit }: does it go round?
question-landing-heading = { $unit } lands: which way does it look?
question-topic = { $topic ->
    [realign_order] which engaged unit realigns next?
    [next_rout_move] which unit makes its rout move next?
    [next_check] which unit takes its courage check next?
    [next_free_attack] which unit makes its Free Attack next?
    [next_attack] which attack is resolved next?
    [next_throw] which unit throws next?
    [trigger_order] which special rule is applied first?
    [by_ruling] has this been carried out on the table, with rulings where needed?
    [discard] which command card is discarded?
    [faction_cards] do cards 21 to 30 leave the deck?
   *[reroll] which dice are rolled again?
 }

## Offers: set-up

offer-faction = { $faction }
offer-faction-with-mercenaries = { $faction }, mercenaries from { $source }
offer-accept-budget = accept { $points } points
offer-budget = propose a budget
offer-accept-scenario = accept the scenario and the map
offer-scenario = propose { $scenario } on { $map }
offer-army = build an army

## Offers: deployment and first orders

offer-name = { $player } { $naming ->
    [order] gives the first order
    [deployment] deploys first
   *[turn] takes the first turn
 }
offer-deploy = deploy { $unit }
offer-assign-order = give { $unit } its order
offer-assign-defaults = give all units left the beginners' orders: Ranged with a range, else Close

## Offers: movement

offer-activate = activate { $unit }
offer-activate-together = activate several units together
offer-report = report where { $unit } ended on the table
offer-report-any = report where a unit ended on the table
offer-legs = move { $unit } under Direct Control
offer-legs-together = move several units in one step: under Direct Control leg by leg, the others by their orders
offer-fly-off = { $unit } flies off the table for good
offer-end-phase = end the Movement & Command Phase

## Offers: command actions

offer-change-order = change the order of { $unit } (1 CA)
offer-direct-control = take Direct Control of { $unit } ({ ask-cost })
offer-draw-card = draw a command card (1 CA)
offer-ability = { $ability }{ ask-on } ({ ask-cost })
offer-rally = Rally { $unit } (1 CA)
offer-reload = reload { $unit } (1 CA)
offer-reorganize = Reorganize { $unit } (2 CA)
offer-sound-the-charge = Sound the Charge (all CAs)
offer-recall = recall Skirmishers (1 CA)
offer-pay-to-shoot = pay for the ranged attack of { $unit } ({ ask-cost })

## Offers: command cards, abilities and spells

offer-green-card = play { $card }{ ask-on }
offer-attack-card = play { $card }
offer-attack-ability = use { $ability }
offer-no-card = play no card
offer-no-more-cards = play no more Green cards in this phase
offer-cast = { $unit } casts { $spell } on { $target }

## Offers: answers

choice-yes = yes
choice-no = no
choice-number = option { $number }{ $words ->
    [none] { "" }
   *[other] : { $words }
 }
choice-unit = { $other }
choice-side = the { $side } of { $about }
choice-side-in-the-way = the { $side } of { $about }, with an enemy in the way
choice-hand = to the { $hand }
choice-further = further to the { $hand }
choice-place = at { $place }
choice-heading = { $does ->
    [runs] run toward { $heading }
    [lands] land looking toward { $heading }
   *[looks] look toward { $heading }
 }
choice-up-to = option A: up to { $friend }
choice-obstacle = { $avoids ->
    [yes] round { $obstacle }
   *[no] up to { $obstacle }, or through it
 }
choice-past = its path leads past { $about }, which it rushes
choice-not-past = it takes a path that does not lead past { $about }
choice-terrain = the { $terrain }
choice-some-terrain = a piece of terrain
choice-covers-part = { $unit } covers part of a friend or of impassable ground, on its way or where it stops
choice-covers-nothing = { $unit } covers nothing, and stops before
choice-around = option B: { $way ->
    [turn] a turn to the { $hand }
    [sideways] sideways to the { $hand }
    [reform] a Reform to the { $hand }
    [about_face] an About Face, and on
    [backward] backward
   *[straight] straight on
 }{ $distance ->
    [none] { "" }
   *[other] , { $distance }
 }
choice-shift = { $distance } to the { $hand }
choice-places = { $places }
choice-placed = { $unit } at { $place }
choice-slid = { $unit } { $distance } to the { $hand }
choice-ranged = the { ranged-type } attack with range { $range }
choice-order = { $orders }
choice-dice = { $dice ->
    [0] roll no die again
    [one] roll 1 die again
   *[other] roll { $dice } dice again
 }
choice-rule = { $rule } of { $unit }{ $other ->
    [none] { "" }
   *[other] { " " }({ $other })
 }{ $number ->
    [0] { "" }
   *[other] , number { $number } of that name
 }
choice-its-rule = its special rule
choice-rule-used = use { $rule }
choice-rule-unused = leave the rule unused
choice-stays = { $effect } stays
choice-stays-airborne = { $unit } stays in the air
choice-carried-out = carried out on the table: { $text }
choice-nothing-to-do = nothing to do: { $text }
choice-card = discard { $card }
choice-cards-leave = cards 21 to 30 leave the deck
choice-cards-stay = cards 21 to 30 stay in the deck
choice-rush = Final Rush { $other }
choice-rush-with = Final Rush { $about } with the { $side }{ $beside ->
    [yes] , beside the others
   *[no] { "" }
 }
choice-rush-corner = Final Rush the { $hand } corner of { $about }
choice-no-rush = no Final Rush
choice-no-rush-of = no Final Rush of { $about }
choice-realign = { $other } realigns next
choice-turn-away = { $unit } turns away from { $other }
choice-throw = { $unit } throws at { $other }
choice-replacement = { $unit } is destroyed, { $other } steps in
choice-takes-result = { $unit } takes the result
choice-back-up = { $other }
choice-nobody-steps-in = nobody steps in for { $unit }
choice-attack = { $unit } { $attack ->
    [melee] attacks { $target }
    [free] makes a Free Attack on { $target }
    [ranged] shoots at { $target }
    [thrown] throws at { $target }
    [swoop] swoops on { $target }
   *[swoop_answer] strikes back at { $target } above it
 }
choice-other-ranged = { $unit } shoots at { $target } with its ranged attack { $number }
choice-spell = { $unit } casts { $spell } at { $target }
choice-no-attack = { $unit } makes no attack
choice-partner-first = a partner attacks first
choice-rolls = { $unit } rolls its attack on { $about }
choice-rolls-nothing = { $unit } rolls nothing: { $about } has no boxes left

## Offers: headings

offer-group = { $group ->
    [set_up] Set-up
    [deployment] Deployment
    [orders] Orders
    [movement] Movement
    [final_rush] Final Rush
    [command_actions] Command actions
    [abilities] Faction abilities
    [cards] Command cards
    [spells] Spells
    [rout_moves] Rout moves
    [courage] Courage
    [attack] Attacks
    [special_rules] Special rules
   *[end_of_phase] End of the phase
 }

## Offers: help

help-command = { $command ->
    [faction] Your army comes from one faction; mercenaries come from one other faction, where it hires them out.
    [budget] The points that each player may spend on units and command cards.
    [scenario] The scenario says how the battle is won; the map is what it is fought on.
    [accept] You take what the other player proposes; propose something else if you do not agree.
    [army] Units and command cards within the budget; part of them must be Core units.
    [name] The player named goes first in this step.
    [deploy] The players place one unit in turn, inside their own deployment zone.
    [assign_order] A unit keeps its order until a command action or a rule changes it. A movement cap, an objective and Airborne may be added.
    [assign_defaults] The book's advice for beginners: Ranged for every unit with a range, Close for the others.
    [pass] You play no card now; another window may follow.
    [pass_phase] You are not asked for Green cards again in this phase.
    [claim_reroll] The attacker rolled before you were asked for a card: the dice are rolled again.
    [play_green_card] Green cards are played outside of attacks. The card says what it does.
    [play_card] Each player may play one card in an attack. The card says what it does.
    [use_ability] An ability of your faction. Its card says what it does.
    [change_order] Replaces the order of a Ready unit that is not engaged, with its cap, objective and Airborne.
    [direct_control] You move the unit as you like this turn, within the movement rules. { $edition ->
        [earlier] It makes no Final Rush, and you choose its target for ranged attacks.
       *[later] You also choose which enemy counts as its Nearest Enemy.
     } The order stays as it is.
    [draw_card] One card from your deck goes to your hand. { $edition ->
        [earlier] There is no limit to a hand.
       *[later] A hand holds 15 cards; with a full hand you discard one first.
     }
    [rally] A Routing unit that has not moved becomes Ready on Hold, with any facing. This turn it does not move, shoot or cast.
    [pay_to_shoot] This ranged attack is made only in turns in which it is paid for.
    [fly_off] The unit counts as destroyed and does not come back.
    [reload] Erases one marked ammo box of the unit.
    [reorganize] A Disrupted unit that is not engaged becomes Ready with any legal order.
    [sound_the_charge] All command actions of the turn at once: Ready units get Close or Range, Routing units are Rallied{ $edition ->
        [earlier] { "" }
       *[later] , Disrupted units are Reorganized
     }.
    [recall] Each Skirmisher that you name makes an Initial Rout Move.
    [cast] A unit casts one spell in a turn, at a target that the spell allows.
    [activate] The unit moves as its order or its status says. Every unit is activated once a turn, all Final Rushes before other moves.
    [legs] Straight moves, turns and maneuvers in any order, no farther in all than the unit moves.
    [report_move] For a battle on a real table: the place where the unit stopped, if the rules lead it there.
   *[end_phase] All your units are activated. The courage checks and the combat of both players follow.
 }
help-question = { $topic ->
    [facing_side] On a diagonal both sides qualify. The choice holds for the rest of the turn.
    [nearest_enemy] At equal distances the owner of the unit chooses.
    [realign_order] Each engaged unit shifts so that its side lines up with the enemy that it fights.
    [rush_target] Usually the enemy Most Directly Ahead is rushed; the owner chooses where the rules leave a choice.
    [placement_side] The rules allow both places equally.
    [flank_rush] There is no room for the front, but a flank can be placed against the enemy.
    [corner] Neither the front nor a flank has room: the front centre is placed on a corner.
    [move_side] The rules allow both moves equally.
    [indirect_path] The unit looks for another way to the enemy when the straight path is blocked.
    [open_side] Both sides are equally near.
    [ranged_mode] The range chosen says when the unit stops on its way.
    [rout_shift] A Routing unit that meets something may shift sideways by up to 1.75 inches.
    [next_rout_move] Routing units move one by one, in the order that their owner chooses.
    [next_check] Units check one by one, in the order that their owner chooses.
    [replacement] The failed unit is destroyed and a unit behind it takes its place, or it takes the result.
    [next_free_attack] Units that fought a Routing enemy attack it once more as it turns away.
    [free_attack_target] A unit makes one Free Attack.
    [target] Each unit attacks one enemy. The target cannot be changed later.
    [next_attack] Players resolve their attacks of a phase in the order that they choose.
    [back_up] A unit behind a destroyed one steps into its place.
    [trigger_order] A player's own special rules are applied in the order that they choose.
    [trigger] This rule may be used, or left unused.
    [by_ruling] The words of this card are carried out by the players; rulings change the position where needed.
    [blessing] A unit has one Blessing; its owner says which one stays.
    [curse] A unit has one Curse; the opponent says which one stays.
    [discard] A full hand discards a card before it draws.
    [rally_heading] The unit turns in place to any heading at which it overlaps nothing.
    [land_or_fly] On the ground it may turn to any heading; in the air it keeps its heading.
    [reorganized_order] The unit is Ready again and gets any legal order.
    [changed_order] The order is changed without a command action.
    [wounds_to] A unit that touches the target takes the damage in its place.
    [reroll] The second result of a die counts.
    [turn_away] A unit that routs out of a fight turns away from one of its enemies.
    [throw_target] The throw is made before the fighting.
    [next_throw] Throws are made one by one before the fighting.
    [rout_direction] The first rout move leads as far from the enemies as it can.
    [faction_cards] A player with mercenaries may take the cards of their faction out of the deck.
    [roll_anyway] An attack on a unit without boxes need not be rolled.
    [avoid_obstacle] The unit goes round what it avoids; it walks up to a friend that it does not avoid.
   *[landing_heading] A unit that lands may turn to any heading there.
 }

## Inspection: the unit itself

inspect-destroyed = destroyed { $cause }
inspect-boxes = { $left } of { damage-boxes } left, { $shade ->
    [green] In the Green
    [yellow] In the Yellow
   *[red] In the Red
 }
inspect-ammo = { $left } of { ammo-boxes } left
inspect-courage = a Rout Check now needs { $target } or less: { $passes } of the 216 rolls pass
inspect-activated = it has been activated this turn
inspect-frightened = Frightened: no command cards are played on it this turn
inspect-frightened-modifier = Frightened this turn: { $dice } attack dice, { $skill } Offensive Skill, { $power } Power
inspect-lasting = under the effect of { $effect }
inspect-level = on level { $level }
inspect-terrain = in { $pieces }
inspect-visible-enemies = it sees { $enemies }
inspect-nearest-enemy = { $enemy ->
    [none] no enemy
   *[other] { $enemy }
 }
inspect-objective = { $enemy }, its objective
inspect-not-engaged = not engaged
inspect-engaged = engaged with { $enemies }
inspect-engaged-enemy = the { $side } of { $enemy } with its own { $own }{ $charging ->
    [yes] { " " }(Charging)
   *[no] { "" }
 }
inspect-charging = Charging toward { $enemies }
inspect-pinched = Pinched
inspect-movement-category = Movement Category { inches }
inspect-run-through = a Routing friend has run through it: it does not move this turn
inspect-rallied = it was Rallied and does not move this turn
inspect-would-move = by its order it would move { $distance } to { $place }
inspect-would-stay = by its order it would stay, Final Rushes aside
inspect-may-rush = it may Final Rush { $enemies } now
inspect-rush-first = of these it Final Rushes { $enemies }
inspect-rushed-by = { $enemies } could Final Rush it as things stand
inspect-no-attack = no attack as things stand
inspect-attacks = it may make { $attacks }
inspect-attack = { $attack } against { $target }
inspect-or = { $before } or { $next }

## Inspection: the unit and an enemy

inspect-facing-side = the { $side } of { $enemy } faces it
inspect-facing-diagonal = it stands on a diagonal: its owner chooses
inspect-open-path = an Open Path leads there
inspect-path-blocked = the way is blocked by { $by }
inspect-path-narrow = the corridor of 2.5 inches is too narrow at { $by }
inspect-front-arc = { $inside ->
    [yes] in the Front Arc
   *[no] outside the Front Arc
 }
inspect-directly-ahead = { $ahead ->
    [yes] Directly Ahead
   *[no] not Directly Ahead
 }
inspect-visible = Visible
inspect-not-visible = not Visible{ $by ->
    [none] { "" }
    [arc] : outside the Front Arc
   *[other] : hidden by { $by }
 }
inspect-high-ground = { $high ->
    [yes] it has High Ground
   *[no] it has no High Ground
 }
inspect-cover = { $cover ->
    [none] no cover
   *[other] { $cover }
 }
inspect-distance = { $distance } to that side of { $enemy }; it moves { $reach }
inspect-range-band = { range-band } { $ground ->
    [own] from High Ground
    [other] against High Ground
   *[level] on level ground
 }
inspect-no-rush = no Final Rush: { $why }
inspect-rush = it may Final Rush { $enemy } now: { $sides }
inspect-could-rush = as things stand it could Final Rush { $enemy } in its own Movement & Command Phase: { $sides }
inspect-rush-side = the { $side } at { $distance }
inspect-side = the { $side }
inspect-rush-sides = of { $enemy } { $sides } may be Final Rushed this turn
inspect-rush-sides-now = as things stand a Final Rush of { $enemy } would go for { $sides }
inspect-no-rush-side = no side of { $enemy } may be Final Rushed { $when ->
    [turn] this turn
   *[now] as things stand
 }
inspect-may-shoot = it may make { $attack } against { $enemy }{ $distance ->
    [none] { "" }
   *[other] , { $distance } away
 }
inspect-may-not-shoot = it may not make { $attack }{ $why ->
    [none] { " " }as things stand
   *[other] : { $why }
 }

## Inspection: measurements

inspect-effective-distance = by mirrored corners of its { $side }: left { $left }, right { $right }; the effective distance is the larger, { $effective }
inspect-closest-point = { $distance } to its closest centre point
inspect-rush-measured = the { $side } of { $enemy }: { $distance } away ({ $reach }), { $contact }, { $lane }: { $verdict }
inspect-reach = it moves { inches }{ $slowed ->
    [yes] { " " }on that ground
   *[no] { "" }
 }{ $nearer ->
    [yes] , and rushes what is nearer
   *[no] { "" }
 }
inspect-contact = contact { $front }
inspect-contact-with-flanks = contact { $front }, with its left flank { $left }, with its right flank { $right }
inspect-contact-of = { $most } of at least { $least }
inspect-line-crossed = the line is crossed by { $by }
inspect-lane-narrow = the lane is { $width } wide of { $least } at { $by }
inspect-lane = the lane is { $width } wide
inspect-no-lane = nothing bounds the lane
inspect-side-permitted = this side may be rushed{ inspect-with }
inspect-side-permitted-later = as things stand this side could be rushed{ inspect-with } in its own Movement & Command Phase
inspect-with = { $flanks ->
    [none] { "" }
   *[other] { " " }with { $flanks }
 }
inspect-its-side = its { $side }
inspect-turning-back = { $distance } from its front centre point to the nearest part of { $enemy }: a unit that begins the turn within 1.25 inches cannot turn back
inspect-heights = its own height with the ground is { $own } feet, the other's { $other } feet
inspect-line-of-fire = { ranged-type }: { $clear ->
    [yes] a line of fire is free
   *[no] no line of fire is free
 }, { $distance } away, which counts as { $counted } of a range of { $range }, { range-band }

## Inspection: odds and pictures

inspect-kind-if-rushed = { $attack }, if { $unit } Final Rushed the { $side }
inspect-kind-as-it-stands = { $attack }, as it stands
inspect-bound = { $bound ->
    [least] at least { $number }
   *[most] at most { $number }
 }
inspect-picture = { $picture ->
    [front_arc] Front Arc
    [range] range
   *[path] by its order
 }
inspect-picture-rush = Final Rush { $enemy }

## Counters of statistics: what each counts

counter-ammo-used = ammo boxes marked, by unit
counter-back-ups-used = times the unit stepped in for one that it backed up, by unit
counter-boxes-healed = damage boxes erased, by unit
counter-boxes-marked-green = green damage boxes marked, by unit hurt
counter-boxes-marked-red = red damage boxes marked, by unit hurt
counter-boxes-marked-yellow = yellow damage boxes marked, by unit hurt
counter-camp-points = points for sacking the camp at a victory check, by player
counter-cards-changed-checks = courage checks more passed by own units or failed by enemies than without the card, by player: as the dice lie, or by chance where none were rolled
counter-cards-changed-hits = hits more made or fewer suffered than with the same dice without the card, by player: the last dice left out that it added, by chance those that it kept from being thrown; a reroll against the dice before it
counter-cards-changed-wounds = wounds more dealt or fewer suffered than with the same dice without the card, also beyond the last box, by player: as the hits that cards changed; of dice that were not thrown yet or never, their chance
counter-cards-discarded = command cards discarded, by player
counter-cards-drawn = command cards drawn, by player
counter-cards-left = command cards in hand when the battle ends, by player
counter-cards-played-blue = command cards played as blue ones, by player
counter-cards-played-green = command cards played as green ones, by player
counter-cards-played-red = command cards played as red ones, by player
counter-charges-made = Final Rushes in which the rusher is Charging, by unit
counter-charges-when-rushed = Final Rushes received in which the rushed unit is Charging at the rusher, by unit
counter-chooses-first-player = times the player chose who takes the first turn, by player
counter-command-actions-gained = command actions gained, by player
counter-command-actions-lost = command actions lost unspent, by player
counter-command-actions-on-ability = command actions spent on faction abilities, by player
counter-command-actions-on-change-order = command actions spent on new standing orders, by player
counter-command-actions-on-direct-control = command actions spent on Direct Control, by player
counter-command-actions-on-draw-card = command actions spent on drawing cards, by player
counter-command-actions-on-other = command actions spent on anything else, by player
counter-command-actions-on-rally = command actions spent on rallying, by player
counter-command-actions-on-recall = command actions spent on Skirmisher Recalls, by player
counter-command-actions-on-reload = command actions spent on reloading, by player
counter-command-actions-on-reorganize = command actions spent on reorganizing, by player
counter-command-actions-on-sound-the-charge = command actions spent on Sound the Charge, by player
counter-corner-rushes = Final Rushes of a corner, by unit
counter-courage-expected = chance of passing, added up over courage checks rolled, by unit
counter-courage-passed = courage checks rolled and passed, by unit
counter-damage-dice-free = to-wound dice first thrown in Free Attacks, by unit
counter-damage-dice-melee = to-wound dice first thrown in attacks of engaged units, by unit
counter-damage-dice-ranged = to-wound dice first thrown in ranged attacks, by unit
counter-damage-dice-spell = to-wound dice first thrown in spells, by unit
counter-damage-dice-swoop = to-wound dice first thrown in swoops and answers to them, by unit
counter-damage-dice-thrown = to-wound dice first thrown in Javelins and Pila thrown besides another attack, by unit
counter-damage-in-flank = boxes marked by melee attacks of enemies in a flank, by unit hurt
counter-damage-in-front = boxes marked by melee attacks of enemies in front, by unit hurt
counter-damage-in-rear = boxes marked by melee attacks of enemies in the rear, by unit hurt
counter-direct-controls = command actions spent on Direct Control of the unit, by unit
counter-disrupted = times a unit became Disrupted, by unit
counter-excess-wounds = wounds beyond the last box, by unit hit
counter-final-rush-contact-inches = inches in common with the units it rushed, by rushing unit
counter-final-rush-inches = inches of Final Rushes, by unit
counter-final-rushes-made = Final Rushes made, by unit
counter-final-rushes-received = Final Rushes received, by unit
counter-flank-rushes = Final Rushes made with a flank, by unit
counter-friends-routed-through = friends moved through on rout moves, by routing unit
counter-hits-expected-free = hits to be expected of the to-hit dice first thrown in Free Attacks, by unit
counter-hits-expected-melee = hits to be expected of the to-hit dice first thrown in attacks of engaged units, by unit
counter-hits-expected-ranged = hits to be expected of the to-hit dice first thrown in ranged attacks, by unit
counter-hits-expected-spell = hits to be expected of the to-hit dice first thrown in spells, by unit
counter-hits-expected-swoop = hits to be expected of the to-hit dice first thrown in swoops and answers to them, by unit
counter-hits-expected-thrown = hits to be expected of the to-hit dice first thrown in Javelins and Pila thrown besides another attack, by unit
counter-inches-forward = inches straight ahead under its order or Direct Control, by unit
counter-inches-maneuvering = inches backward and sideways under its order or Direct Control, by unit
counter-inches-routed = inches of rout moves, by unit
counter-inches-turning = inches of turns forward under its order or Direct Control, by unit
counter-inches-unused = inches of its Movement Category that a unit did not use, by unit
counter-maneuvers = maneuvers made, by unit
counter-natural-ones = dice that succeeded by a 1 alone at a number of 0 or less, by unit
counter-orders-changed = standing orders changed in the battle, by unit
counter-overkill = sixes that Overkill made successes, by unit
counter-pinches-made = Final Rushes that put a second side of an enemy into a fight, by rushing unit
counter-points-destroyed = printed points of enemy units destroyed, by player: of the unit that did it; where none did, an equal share for each player of the side
counter-points-routing = printed points of units that are Routing at ends of turns, added up, by unit
counter-rallied = times a unit was Rallied, by unit
counter-reloads = ammo boxes erased, by unit
counter-reorganized = times a Disrupted unit became Ready, by unit
counter-rout-checks-last-green = Rout Checks rolled because the last green box was marked, by unit
counter-rout-checks-last-green-passed = Rout Checks rolled because the last green box was marked and passed, by unit
counter-rout-checks-last-yellow = Rout Checks rolled because the last yellow box was marked, by unit
counter-rout-checks-last-yellow-passed = Rout Checks rolled because the last yellow box was marked and passed, by unit
counter-rout-checks-moved-through = Rout Checks rolled because a friend moved through the unit, by unit
counter-rout-checks-moved-through-passed = Rout Checks rolled because a friend moved through the unit and passed, by unit
counter-rout-checks-pinched = Rout Checks rolled because the unit was Pinched, by unit
counter-rout-checks-pinched-passed = Rout Checks rolled because the unit was Pinched and passed, by unit
counter-rout-checks-red = Rout Checks rolled because red boxes were marked, by unit
counter-rout-checks-red-passed = Rout Checks rolled because red boxes were marked and passed, by unit
counter-routing-units-rushed = Routing enemies Final Rushed, by unit
counter-rushed-in-flank = Final Rushes received in a flank, by unit
counter-rushed-in-front = Final Rushes received in front, by unit
counter-rushed-in-rear = Final Rushes received in the rear, by unit
counter-rushes-together = Final Rushes made at the same time as another unit, by unit
counter-sacrifices = times the unit was given up so that its Back Up Unit steps in, by unit
counter-shots-at-cavalry = ranged attacks with the modifier of a Cavalry target, by unit
counter-shots-at-engaged = ranged attacks with the modifier of an engaged target, by unit
counter-shots-at-extreme-range = ranged attacks at Extreme Range, by unit
counter-shots-at-fast = ranged attacks with the modifier of a Fast Moving target, by unit
counter-shots-at-long-range = ranged attacks at Long Range, by unit
counter-shots-moving = ranged attacks with Move and Shoot, by unit
counter-steps-lost-to-maneuvers = rows of its Movement Category that maneuvers cost, by unit
counter-steps-lost-to-terrain = rows of its Movement Category that terrain cost in turns in which it moved, by unit
counter-turns-attacking-rear = Combat Phases in which a unit fought an enemy's rear, by unit
counter-turns-charging = Combat Phases in which a unit fought an enemy it was Charging at, by unit
counter-turns-disrupted = ends of turns at which a unit was Disrupted, by unit
counter-turns-engaged = ends of turns at which a unit was engaged, by unit
counter-turns-flanked = ends of turns at which a unit was engaged in a flank, by unit
counter-turns-flanking = Combat Phases in which a unit fought an enemy's flank, by unit
counter-turns-frightened = turns in which a unit was Frightened, by unit
counter-turns-idle = own turns in which a unit attacked nobody and made no Final Rush, and at whose end it was not engaged, by unit
counter-turns-in-cover = Combat Phases in which a unit was attacked in cover, by unit
counter-turns-on-close = ends of turns at which a unit was on Close, by unit
counter-turns-on-follow = ends of turns at which a unit was on Follow, by unit
counter-turns-on-high-ground = Combat Phases in which a unit attacked from High Ground or was attacked there, by unit
counter-turns-on-hold = ends of turns at which a unit was on Hold, by unit
counter-turns-on-range = ends of turns at which a unit was on Range, Short or Long, by unit
counter-turns-outreached = turns in which a unit was Outreached, by unit
counter-turns-pinched = ends of turns at which a unit was Pinched, by unit
counter-turns-pinching = Combat Phases in which a unit fought an enemy it was Pinching, by unit
counter-turns-routing = ends of turns at which a unit was Routing, by unit
counter-units-in-range = own units that began a turn with a Visible enemy within the range of their shots, by player
counter-units-in-sight-of-enemy = own units that saw an enemy at the start of a turn, by player
counter-units-lost-to-enemy-in-way = units destroyed on a rout move by an enemy in their way, by unit
counter-units-lost-to-free-attacks = units destroyed by Free Attacks, by unit
counter-units-lost-to-melee = units destroyed by attacks of enemies they were engaged with, by unit
counter-units-lost-to-no-room = units destroyed because there was no room for them on a rout move, by unit
counter-units-lost-to-other-damage = units destroyed by damage outside attacks, by unit
counter-units-lost-to-rout-checks = units destroyed by a failed Rout Check while Routing or a failed Follow-up Rout Check, by unit
counter-units-lost-to-run-through = units destroyed in the turn in which a routing friend ran through them, by the failed Rout Check for it or on the rout move or in the Free Attacks that followed, by unit
counter-units-lost-to-rushes = units destroyed by a Final Rush while Routing, by unit
counter-units-lost-to-shooting = units destroyed by attacks from a distance, by unit
counter-units-lost-to-table-edge = units destroyed on a rout move at the table edge or impassable terrain, or flown off the table, by unit
counter-units-with-open-path = own units that began a turn with an Open Path to an enemy, by player
counter-units-with-rush = own units that could Final Rush at the start of a turn, by player
counter-wounds-by-cards = change of wounds by cards at the damage step, by player

## Coach: the detectors, by name and by what they watch for

detector-wasted-actions = Wasted command actions
detector-wasted-actions-watches = Command actions are lost at the end of the phase although there was a use for them: a card to draw, a Disrupted unengaged unit to Reorganize, a unit without ammunition to Reload.
detector-unused-actions = Unused command actions
detector-unused-actions-watches = Command actions are lost at the end of the phase although the hand is empty and a command card could have been drawn, or a Routing unit could have been rallied.
detector-backing-up-neglected = Backing up neglected
detector-backing-up-neglected-watches = A unit on Close or Hold is destroyed in combat while a Ready friend on Close lies within 1.25 inches behind its rear without the contact of 1.25 inches that would have made it a Back Up Unit.
detector-no-back-up = No back-up
detector-no-back-up-watches = An engaged unit In the Yellow or In the Red that nobody backed up routs or dies, although a friend that fought nobody and had nobody to attack stood within one move of its rear at the end of the own Movement and Command Phase.
detector-back-up-not-used = Back-up not used
detector-back-up-not-used-watches = A unit that was backed up is let rout, although the free attacks that follow destroy it with a chance of at least one half, or although, at the end of the own turn, an enemy on Close can rush a flank or the rear of a friend that it could not with the unit behind in that place.
detector-card-held-too-long = Card held too long
detector-card-held-too-long-watches = A card stays in hand that had at least 40 percent chance to change a check or attack by which a unit was lost or routed, or after which it was not destroyed all phase.
detector-frightened-shock-unit = Frightened shock unit
detector-frightened-shock-unit-watches = A unit fails a Fear Check although a card for its courage was in hand, and is destroyed or routed the same turn while red or blue cards, now barred from it, lie in hand.
detector-charge-bonus-lost = Charge bonus left on the table
detector-charge-bonus-lost-watches = A unit with printed charging modifiers is Final Rushed on its front while Ready on another order than Close, although its owner lost a command action in the turn before, for which it could have had that order.
detector-charged-on-hold = Charged on Hold without a reason
detector-charged-on-hold-watches = A unit without a bonus for holding and without cover is rushed on its front while on Hold, although its owner lost a command action in the turn before and Close would have given it more wounds.
detector-spears-not-holding = Spears not Holding
detector-spears-not-holding-watches = An unengaged unit with Spears has the order Close, or a Hold that would make it move, when Cavalry or a Large or Colossal unit charges its front.
detector-fear-walked-into = Fear walked into
detector-fear-walked-into-watches = A unit with courage 10 or less on Close rushes a Fearsome or Terrifying enemy that charges it in return, so that it has to take a fear check, and Frightened it is expected to cause fewer wounds than it would unafraid without charging.
detector-charging-uphill = Charging uphill or into cover
detector-charging-uphill-watches = A Final Rush into an enemy with High Ground or melee cover, although under Direct Control an enemy without it, no farther away, could have been rushed with a clearly better balance of points by the exact odds.
detector-camp-left-open = Camp left open
detector-camp-left-open-watches = An enemy sacks the camp at the end of an own turn although a Ready unengaged unit had an Open Path to it within its Movement Category, and the command actions for Direct Control of it were lost.
detector-endgame-arithmetic = Endgame arithmetic
detector-endgame-arithmetic-watches = At an own End of Turn the opponent is at most 100 points (of a budget of 2000) short of victory, and a unit In the Red worth as much stays within enemy rush or shooting reach although Direct Control could have taken it out.
detector-airborne-at-the-end = Airborne at the end
detector-airborne-at-the-end-watches = A unit is Airborne at the check that ends the game, and counts as destroyed: on the ground the result or its degree would have been another.
detector-flank-shown = Flank offered
detector-flank-shown-watches = At the end of an own Movement & Command Phase an unengaged unit lies so that a Ready enemy on Close sees it and has an Open Path to its flank or rear within its Movement Category, and had not when the phase began.
detector-flank-avoidable = Flank offered
detector-flank-avoidable-watches = At the end of an own Movement and Command Phase an enemy on Close could rush a flank or the rear of an unengaged unit that is worth at least as many points, and a command action that is lost would have led the unit by Direct Control to where no such enemy could.
detector-slow-ground-under-fire = Crossing slow ground under fire
detector-slow-ground-under-fire-watches = A unit spends two or more own turns in a row slowed by terrain within an enemy shooter's Short or Long range, although the way around it would have taken at most one turn more.
detector-elite-through-bad-ground = Elite through bad ground
detector-elite-through-bad-ground-watches = A cavalry, Large or wheeled unit loses two or more categories to terrain, although the way around would have taken it no turn more.
detector-missed-flank = Missed flank
detector-missed-flank-watches = A unit rushes the front of an enemy, although a command action that its team lost in its last turn would have brought it, by Direct Control or another order, to where it could rush a flank or the rear now, with more expected wounds.
detector-objective-under-a-friend = Location objective under a friend
detector-objective-under-a-friend-watches = A unit becomes Disrupted because an own unit covers its location objective.
detector-order-drift = Order drift
detector-order-drift-watches = The order of the same unit is changed for a command action in three or more own turns in a row.
detector-sleeping-hold = Sleeping Hold
detector-sleeping-hold-watches = A melee unit without spears or missiles stays on Hold, unengaged, for three own turns in a row with an enemy inside twice its movement.
detector-charge-for-one = Sound the Charge too small
detector-charge-for-one-watches = All command actions are spent on Sound the Charge although no unit rallied and at most one order changed by it, or none where there was but one action: a changed order costs one too.
detector-first-turn-wasted = First turn wasted
detector-first-turn-wasted-watches = A player takes the first turn, which begins with the Combat Phase, with no unit or spell able to act when that phase begins.
detector-wrong-partner-first = Rush with the wrong partner first
detector-wrong-partner-first-watches = A rush leaves another own unit on Close that could have rushed without any, although the two could have been activated together.
detector-wrong-partner-first-watches-earlier = A rush leaves another own unit on Close that could have rushed without any, although both would have rushed together or in the other order.
detector-second-rush-missed = Missed pinch
detector-second-rush-missed-watches = Two own units could each have rushed different sides of one enemy this turn; only one did.
detector-pinch-missed = Missed pinch
detector-pinch-missed-watches = An own unit that fights nobody could have rushed another side of an enemy that a friend fights and so pinched it, and did not rush.
detector-card-overkill = Card overkill
detector-card-overkill-watches = A red card is played in an attack that destroys its target with at least 2 wounds to spare.
detector-card-wasted = Card wasted
detector-card-wasted-watches = A red or blue card is played for nothing but a change of target numbers, each of which stays 5 or more, or 1 or less, and with it the boxes that the attack is expected to mark stay the same within 0.05, Overkill included.
detector-card-on-the-fallen = Card on a dead target
detector-card-on-the-fallen-watches = A red card is played on an attack against a unit whose boxes are all marked already.
detector-late-rally = Late rally
detector-late-rally-watches = A Routing unit is destroyed by its Subsequent Rout Move although a command action to Rally it was there before it was activated.
detector-late-rally-watches-earlier = A Routing unit is destroyed by its rout move although a command action to rally it was there before it was moved.
detector-router-left-to-run = Router left to run through a line
detector-router-left-to-run-watches = A routing unit runs through a friend, which fails its check for it or loses a shot, although a command action was there to rally it before.
detector-rout-lane-not-free = Rout lane not kept free
detector-rout-lane-not-free-watches = A unit routs through a friend that fails its own check for it, and that lay directly behind it within the rout distance at the end of the own phase before.
detector-no-way-out = No way out
detector-no-way-out-watches = A unit fails a Rout Check and is destroyed because the table edge, an enemy or impassable ground lay within its way back, and at the end of the turn before it had been Ready and unengaged.
detector-overreach-rush = Overreach rush
detector-overreach-rush-watches = A Final Rush into a front with less than half the expected wounds of the enemy this turn, although a command action for Direct Control or another order was at hand.
detector-close-too-early = Close too early
detector-close-too-early-watches = A unit on Close ended its move within an enemy's rush distance and outside its own, and is rushed in flank or rear.
detector-crossing-invited = Crossing invited
detector-crossing-invited-watches = A unit that was pinching an enemy is rushed by a second one and so pinches no longer, on a side that a friend within one move, which neither fought nor attacked, could have covered.
detector-skirmisher-kept-in-place = Skirmishers kept in place
detector-skirmisher-kept-in-place-watches = A Ready Skirmisher that neither shot nor cast nor fought ended its turn within the rush distance of a regular enemy, which now rushes it.
detector-javelins-unused = Javelins unused
detector-javelins-unused-watches = A unit with javelins or pila on Hold or a ranged order moved nearer than its range to an enemy, which rushes it now, so that it does not throw. Units that throw at any rusher are left out.
detector-long-range-by-habit = Shooting through long range by habit
detector-long-range-by-habit-watches = A unit on Range makes three attacks in a row at a target number of 1 or less, although on Short an advance of at most two turns would have brought a nearer range band.
detector-move-and-shoot-avoidable = Move and Shoot avoidable
detector-move-and-shoot-avoidable-watches = A unit fires with Move and Shoot in two turns in a row without coming into a nearer range band.
detector-ammo-spent-early = Ammunition spent early
detector-ammo-spent-early-watches = The last ammo box of a unit is marked before half of the game's turns, and at least half of its shots, of two or more, had a to-hit number of 1 or less.
detector-missiles-screened = Missile unit screened
detector-missiles-screened-watches = A Line of Sight unit has no target in two Combat Phases in a row because own units that fight nobody stand before an enemy in range, each time one of whom the shot is expected to take a quarter of a wound or more.
detector-shooters-moved = Shooters moved into penalty
detector-shooters-moved-watches = A unit on a ranged order that had a legal target when its turn began was moved by Direct Control or by another order, and shoots with Move and Shoot in no nearer range band.
detector-order-beyond-weapons = Long-range order for short weapons
detector-order-beyond-weapons-watches = A unit gets Long or Short although its weapons do not reach so far, which is nothing but Range; or one with more than 14 inches shoots at extreme range on Range in three own turns in a row.
detector-wrong-prey = Shooting at the wrong prey
detector-wrong-prey-watches = A unit under Direct Control shoots at a target of which less than half of the points is expected to fall that the best legal target would lose.
detector-melee-target = Melee target
detector-melee-target-watches = A unit engaged with several enemies attacks one at whom the attack is worth less than at the best by at least half a box of that one: the points of the boxes that it is expected to mark, and the points of the unit times the chance to cross a colour.

## Coach: better choices

coach-card-drawn = a command card is drawn
coach-card-played = { $card } is played
coach-no-card = no card is played
coach-reorganized = { $unit } is Reorganized
coach-rallied = { $unit } is Rallied
coach-order-given = { $unit } gets the order { $order }
coach-gets = { $unit } gets { $how }
coach-controlled = { $unit } moves under Direct Control
coach-rushes = { $unit } Final Rushes { $enemy }
coach-attacks = { $unit } attacks { $target }
coach-activated-together = { $rusher } and { $partner } are activated together
coach-rushes-before = { $partner } Final Rushes before { $rusher }

## Coach: command actions and orders

coach-actions-lost = { $lost ->
    [one] 1 command action is
   *[other] { $lost } command actions are
 } lost: { $uses }.
coach-could-draw = { $hand_empty ->
    [yes] the hand is empty, and a command card could have been drawn
   *[no] a command card could have been drawn
 }
coach-could-restore = { $unit } could have been { $how ->
    [reorganized] Reorganized
    [reloaded] Reloaded
   *[rallied] Rallied
 }
coach-objective-under-a-friend = { $friend } stands on the objective of { $unit }, which is Disrupted by it.
coach-order-drift = The order of { $unit } is changed in { $turns } own turns in a row.
coach-sleeping-hold = { $unit } stands on Hold in { $turns } own turns in a row with an enemy near.
coach-charge-for-one = { $seat } spent { $spent ->
    [one] 1 command action
   *[other] { $spent } command actions
 } on Sound the Charge, which changed { $changed ->
    [0] no order
    [one] 1 order
   *[other] { $changed } orders
 }.
coach-first-turn-wasted = { $seat } chose the first turn, in which no unit or spell could act; the other player moves first.
coach-order-beyond-weapons = { $unit } gets { $order }, which stops it no nearer than its weapons reach: it is Range and nothing more.

## Coach: Final Rushes

coach-charged-unready = { $unit } is Final Rushed by { $rusher } { $how ->
    [on_hold] on Hold, which gives it nothing
   *[not_on_close] while not on Close and so does not charge back
 }; { $lost ->
    [one] 1 command action was
   *[other] { $lost } command actions were
 } left unspent.
coach-spears-not-holding = { $unit } is charged by { $rusher } and does not Hold its spears against it.
coach-fear-walked-into = { $unit } goes for { $enemy } with courage { $courage } and may be Frightened, which costs more wounds than charging gives.
coach-charging-uphill = { $unit } Final Rushes { $enemy }, which has High Ground or cover; { $other } has neither, is no farther away and could have been Final Rushed to better effect.
coach-overreach-rush = { $rusher } Final Rushes the front of { $rushed } and expects less than half the wounds it gets; a command action could have held it back.
coach-close-too-early = { $unit } moved to where { $rusher } reaches it but it does not reach { $rusher }, and is Final Rushed on its { $side }.
coach-crossing-invited = { $unit } is Final Rushed on its { $side } and no longer pinches { $pinched }; { $friend } stood idle within one move of that side.
coach-skirmisher-kept-in-place = { $unit } did nothing within reach of { $rusher } and is ridden down.
coach-javelins-unused = { $unit } moved so near that { $rusher } began its turn within range and is not thrown at.
coach-missed-flank = { $rusher } Final Rushes the front of { $rushed }; from { $place }, where { $how } would have brought it in the last turn, it could Final Rush its { $side }.
coach-by-direct-control = Direct Control
coach-by-order = the order { $orders }
coach-flank-shown = { $enemy } now sees { $unit } and has an Open Path to its { $side }; when the phase began it did not have both.
coach-flank-avoidable = { $enemy } can Final Rush the { $side } of { $unit } as things stand; under Direct Control it could have been moved to where it is safe from that.
coach-wrong-partner-first = The Final Rush of { $rusher } blocks { $partner }, which could have made one too; { $together ->
    [yes] together
   *[no] in the other order
 } both would have been made.
coach-second-rush-missed = { $rusher } Final Rushed the { $side } of { $rushed }; { $partner } could have Final Rushed its { $other_side } too and pinched it.
coach-pinch-missed = { $friend } fights the { $side } of { $enemy }; { $unit } could have Final Rushed its { $other_side } and pinched it.

## Coach: courage and rout moves

coach-backing-up-neglected = { $unit } falls with { $friend } close behind it, which does not back it up: nobody steps in.
coach-no-back-up = { $unit } is lost to the line; { $friend } stood idle within one move of its rear and did not back it up.
coach-back-up-not-used = { $unit } was let rout, and the Free Attacks that follow are expected to destroy it; { $behind } could have taken its place.
coach-back-up-gap = { $unit } was let rout and left a gap, through which { $enemy } can Final Rush the { $side } of { $friend }; { $behind } could have taken its place.
coach-late-rally = { $unit } is lost on its rout move; a command action would have Rallied it before.
coach-router-left-to-run = { $router } was left to run through { $friend }, which { $comes ->
    [shot] loses its shot for it
   *[check] fails its check for it
 }; a command action would have Rallied it.
coach-rout-lane-not-free = { $by } routs through { $unit }, which fails its check for it; it lay in the way already at the end of its own phase.
coach-no-way-out = { $unit } routs and finds { $met ->
    [enemy] an enemy
    [edge] the table edge or impassable terrain
   *[no_room] no room
 } on its way; a turn ago it was Ready and free to stand elsewhere.

## Coach: shooting and targets

coach-long-range-by-habit = { $unit } shoots for the third time in a row at { $target } or less; two turns nearer the number would be better.
coach-move-and-shoot-avoidable = { $unit } moves and shoots for the second turn in a row and is in no nearer range band.
coach-ammo-spent-early = { $unit } is out of ammunition in turn { $turn } of { $turns }, after shots of which { $poor } of { $shots } needed 1 or less.
coach-missiles-screened = { $unit } has had no target for two Combat Phases: friends stand before { $target }.
coach-shooters-moved = { $unit } had a target where it stood, was moved all the same and shoots with Move and Shoot in no nearer range band.
coach-extreme-range-by-habit = { $unit } shoots at Extreme Range on Range in { $turns } own turns in a row; Long Range would bring it nearer.
coach-wrong-prey = { $unit } shoots at { $target }; { $other } was a legal target that would lose more than twice the points.
coach-melee-target = { $unit } attacks { $target }; against { $other } more is to be expected.

## Coach: ground

coach-slow-ground-under-fire = { $unit } crossed slow ground under fire for { $turns } turns; the way around was no more than a turn longer.
coach-elite-through-bad-ground = { $unit } lost { $lost } categories to terrain; the way around would have taken it no turn more.

## Coach: command cards

coach-card-held = { $card } stayed in hand, and { $unit } { $outcome ->
    [destroyed] was destroyed
    [failed] failed the check it was for
   *[stands] stands
 }.
coach-frightened-shock-unit = { $unit } was Frightened with { $card } in hand, and is lost while cards that it could not have any more stay unused.
coach-card-overkill = { $card } was played on the attack of { $attacker }, which destroys { $unit } with { $wounds } wounds to spare.
coach-card-wasted = { $card } is played on the attack of { $attacker }, which { $roll ->
    [hit] hits
   *[wound] damages
 } on { $was } without it and on { $now } with it: { $without } boxes are expected without it and { $boxes } with it.
coach-card-on-the-fallen = { $card } is played on an attack against { $target }, which has no box left.

## Coach: the end of the battle

coach-camp-left-open = { $sacker } sacks the camp; { $unit } stood still within reach of it with the command actions to lead it to spare.
coach-endgame-arithmetic = The enemy is { points } short of victory; { $unit }, In the Red, stays within their reach and could have been led away.
coach-airborne-at-the-end = { $unit } is in the air at the last check and counts as destroyed; on the ground { $degree ->
    [none] the game would not have ended
   *[other] it would have been: { $degree }
 }.

## Refusals: answers

answer-refusal-no-question = no question is open
answer-refusal-another-is-asked = { $asked } is asked, not { $seat }
answer-refusal-no-choice = this is none of the choices
answer-refusal-no-such-shift = the shift is 0 to { $most } to either side
answer-refusal-no-such-dice = choose at most { $most ->
    [one] 1 of the dice
   *[other] { $most } different dice
 } that may be rolled again
answer-refusal-another-question = this is no answer to the question that is open

## Refusals: requests for a battle

edition-refusal-setup = this set-up is one of another edition
edition-refusal-position = this position is one of another edition

request-refusal-no-house-options = house: this edition leaves no such option to the players
request-refusal-no-such-pack = there is no pack { $pack } here
request-refusal-faulty-pack = the pack { $pack } has faults
request-refusal-in-two-packs = two packs both have { $named }
request-refusal-no-faction = the packs have no faction
request-refusal-no-scenario-or-map = the packs have no scenario or no map
request-refusal-seat-left-out = the seats of teams follow one another: A, B, C and so on
request-refusal-no-teams = this edition is played by two players
request-refusal-seat-count = a battle has two to { $most } seats
request-refusal-no-such-share = a player's share is 500 to 20000 points
request-refusal-no-army-before = seat { $seat } has no ready army, and a seat after it has one
request-refusal-no-two-armies = the packs do not have two ready armies
request-refusal-no-ready-army = the packs have no ready army { $army }
request-refusal-deck-shared-by-teams = house: a deck is shared by two players, not by teams
request-refusal-decks-beside-shared = house: a shared deck is one deck, with none beside it
request-refusal-too-many-decks = house: a player has at most { $most ->
    [one] 1 command deck
   *[other] { $most } command decks
 } beside the first
request-refusal-some-seats-ready = each seat of the teams has a ready army, or none has
request-refusal-one-of-each = each seat has one faction and one army

## Refusals: set-up

setup-refusal-not-choosing = no faction is chosen now: the steps of the set-up follow one another
setup-refusal-one-source = mercenaries come from one faction
setup-refusal-no-such-faction = there is no faction "{ $asked }"
setup-refusal-not-for-hire = the units of { $asked } may not be taken as mercenaries
setup-refusal-primary-faction = mercenaries come from another faction than the primary one
setup-refusal-no-budget-now = no budget is agreed now: the steps of the set-up follow one another
setup-refusal-no-such-budget = a budget is 500 to 20000 points
setup-refusal-no-scenario-for = no scenario of these packs is played with that many points
setup-refusal-no-scenario-now = no scenario is agreed now: the steps of the set-up follow one another
setup-refusal-no-such-scenario = there is no such scenario
setup-refusal-no-such-map = there is no such map
setup-refusal-map-of-its-own = { $scenario } is played on a map of its own
setup-refusal-budget-of-its-own = { $scenario } is played with { $budget } points
setup-refusal-hired-already = an army with mercenaries is built already, and this scenario forbids mercenaries
setup-refusal-budget-agreed = the budget is agreed already
setup-refusal-nothing-proposed-now = no proposal is accepted now: the steps of the set-up follow one another
setup-refusal-no-budget-proposed = the other player has proposed no budget to accept
setup-refusal-no-scenario-proposed = the other player has proposed no scenario and map to accept
setup-refusal-not-building = no army is built now: the steps of the set-up follow one another
setup-refusal-unknown-faction = the faction is not known here
setup-refusal-faulty-army = { $faults }
setup-refusal-unknown-army = the army is not known here

## Refusals: deployment

deployment-refusal-not-deploying = no unit is deployed now: the steps of the set-up follow one another
deployment-refusal-not-their-go = { $next } places one of their units
deployment-refusal-not-their-unit = { $next } places one of their units, and { $unit } is none of them
deployment-refusal-not-waiting = { $unit } does not wait for deployment
deployment-refusal-off-the-table = the unit must lie on the play area
deployment-refusal-outside-zone = the unit must lie wholly inside the deployment zone
deployment-refusal-apart-from-zone = some part of the unit must touch the deployment zone
deployment-refusal-overlaps = the unit would overlap { $met }
deployment-refusal-not-ordering = no first order is given now: the steps of the set-up follow one another
deployment-refusal-not-their-order = { $next } gives an order to one of their units
deployment-refusal-order-to-other-unit = { $next } gives an order to one of their units, and { $unit } is none of them
deployment-refusal-no-order-due = { $unit } does not wait for an order
deployment-refusal-order = { $why }
deployment-refusal-not-naming = no player is named now: the steps of the set-up follow one another
deployment-refusal-named-by-other = { $by } names who { $naming ->
    [order] gives the first order
    [deployment] deploys first
   *[turn] takes the first turn
 }
deployment-refusal-no-such-player = name South (A) or North (B)

lot-refusal-still-equal = the dice are equal again and again

advice-refusal-other-edition = this edition has no advice for the first orders of beginners
advice-refusal-not-their-order = { $next } gives an order to one of their units

## Refusals: activations

activation-refusal-not-active = { $seat } is not the Active Player
activation-refusal-not-between-actions = units are activated between the actions of a Movement & Command Phase
activation-refusal-still-to-activate = { $units } must be activated first
activation-refusal-names-nobody = name at least one unit
activation-refusal-not-on-the-table = { $unit } is not on the table
activation-refusal-not-own-unit = { $unit } is none of your units
activation-refusal-activated-already = { $unit } was activated this turn already
activation-refusal-named-twice = { $unit } is named twice
activation-refusal-partner-rushes-alone = { $unit } belongs to a partner: name it only where it and one of your units make their Final Rushes together
activation-refusal-rushes-first = { $rusher } can Final Rush, which comes before any normal move such as that of { $mover }
activation-refusal-end-on-one-another = { $one } and { $other } would end on one another: activate them otherwise
activation-refusal-pass-through-one-another = { $one } and { $other } would pass through one another: activate them otherwise
activation-refusal-never-settles = which of them leave depends on which of the others leave: activate them otherwise
activation-refusal-led-elsewhere = the rules do not lead { $unit } there; if it was played so, enter it as a ruling

plan-refusal-no-such-unit = there is no unit { $unit }

## Refusals: moves under Direct Control

leg-refusal-nobody-waits = no unit under Direct Control waits for its move
leg-refusal-not-yours = { $unit } is not moved by { $seat }
leg-refusal-not-of-the-step = { $unit } does not wait for its move: units under Direct Control that were activated together are moved in one step
leg-refusal-no-enemy = { $unit } is no enemy unit on the table
leg-refusal-engaged = { $unit } is engaged and cannot move
leg-refusal-too-many = a move has at most { $most ->
    [one] 1 leg
   *[other] { $most } legs
 }
leg-refusal-not-on-the-table = { $unit } is not on the table
leg-refusal-flyer-maneuvers = a flyer moves straight and by turns only
leg-refusal-leaves-the-point = the unit maneuvers on its point and must touch it at every moment
leg-refusal-negative = a leg has no negative length
leg-refusal-no-turn = { $why }
leg-refusal-is-about-face = a Reform to the opposite heading is an About Face
leg-refusal-too-slow = a unit that moves { $inches } cannot make this maneuver
leg-refusal-too-late = the maneuver would lower the unit's allowance below the { $inches } that it has moved
leg-refusal-too-sharp = with { $inches } the unit may turn by { $most } at most
leg-refusal-turn-too-dear = the turn costs { $cost }, and { $left } is left
leg-refusal-too-long = only { $inches } of the allowance is left for this leg
leg-refusal-no-room-for-both-cards = the unit's front card is slid under others, and there is no room for both of its cards
leg-refusal-no-room-to-reform = there is no room for the Reform
leg-refusal-terrain-stops = the terrain ahead stops the unit after { $inches }
leg-refusal-edge-stops = { $by } stops the unit after { $stop }
leg-refusal-stopped = { $by } stops the unit after { $stop }
leg-refusal-turn-blocked = something stands in the way of the turn
leg-refusal-no-landing-under-control = a flyer does not land under Direct Control
leg-refusal-cannot-land = { $why ->
    [took_off] a unit may not take off and land in the same turn
   *[not_airborne] only an Airborne unit lands
 }
leg-refusal-lands-too-far = to land, the unit may move at most its ground distance { $limit }
leg-refusal-no-room-to-land = there is no room to land there

step-refusal-leaves-a-choice = the order of { $unit } leaves a choice: it moves after those under Direct Control

flying-off-refusal-not-only-flyers = a unit flies off the table only where its owner has nothing but Airborne units
flying-off-refusal-activated-already = { $unit } has been activated this turn
flying-off-refusal-too-far = the nearest table edge is { $edge } away, and { $unit } moves { $reach }

## Refusals: command actions

command-action-refusal-not-active = only the Active Player acts in the Movement & Command Phase
command-action-refusal-not-in-own-phase = command actions are spent only in one's own Movement & Command Phase
command-action-refusal-not-between-actions = no action of the Movement & Command Phase may begin now
command-action-refusal-not-own-unit = { $unit } is none of your units on the table
command-action-refusal-engaged = the order of an engaged unit is not changed
command-action-refusal-not-ready = only a Ready unit's order is changed; Reorganize or Rally it instead
command-action-refusal-rallied-this-turn = the order of a unit Rallied this turn is not changed
command-action-refusal-control-of-routing = a Routing unit cannot be directly controlled
command-action-refusal-controlled-already = Direct Control is bought once per unit and turn
command-action-refusal-control-of-rallied = a unit Rallied this turn may not move
command-action-refusal-control-of-run-through = a routing friend has run through the unit: it does not move this turn
command-action-refusal-control-of-engaged = an engaged unit cannot be directly controlled
command-action-refusal-no-card-left = the deck and the discard pile are empty
command-action-refusal-server-draws = the server draws the cards of this battle
command-action-refusal-hand-full = the hand is full: draw without naming the card, and discard first
command-action-refusal-not-in-deck = { $card } is not in the deck
command-action-refusal-not-routing = only a Routing unit is Rallied
command-action-refusal-rout-move-made = the unit has made its rout move this turn
command-action-refusal-rallies-in-the-air = a flyer that is Rallied stays in the air
command-action-refusal-not-in-the-air = only a unit in the air may stay there
command-action-refusal-turned-in-the-air = a flyer that stays in the air keeps its heading
command-action-refusal-no-room-to-land = the unit cannot land here: it would overlap something
command-action-refusal-no-room-to-turn = turning to this heading would overlap something
command-action-refusal-no-room-to-face = the unit would overlap something in this facing
command-action-refusal-no-marked-ammo = { $unit } has no marked ammo box
command-action-refusal-not-disrupted = only a Disrupted unit is Reorganized
command-action-refusal-reorganized-engaged = an engaged unit is not Reorganized
command-action-refusal-spent-already = a command action was already spent this turn
command-action-refusal-nothing-to-spend = there is no command action to spend
command-action-refusal-charge-names-twice = { $unit } is named twice
command-action-refusal-charge-leaves-out = { $unit } is Routing and is Rallied too: name it
command-action-refusal-charge-names-nobody = name one or more units: all command actions are spent on them
command-action-refusal-no-charge-order = Ready units get Close or Range without modifiers
command-action-refusal-recall-names-nobody-or-twice = name one or more different Skirmishers
command-action-refusal-no-skirmisher = only Skirmishers are recalled
command-action-refusal-recall-after-activation = this unit has been activated this turn
command-action-refusal-recall-of-engaged = an engaged unit cannot move
command-action-refusal-recall-of-routing = this unit is Routing already and makes its own move
command-action-refusal-same-order = the unit has this order already
command-action-refusal-order = { $why }
command-action-refusal-too-dear = this costs { ask-cost }, { ask-left }

ability-refusal-not-usable = "{ $asked }" is no ability that you may use now
ability-refusal-on-no-unit = { $ability } is not used on units
ability-refusal-of-another-faction = { $ability } is used on units of its own faction
ability-refusal-not-healed = { $ability } heals, and { $unit } was healed this turn or cannot be healed
ability-refusal-marked-already = the box of { $ability } is marked on { $unit } already
ability-refusal-not-on = { $ability } cannot be used on { $unit }
ability-refusal-not-in-this-phase = { $ability } is not used in this phase
ability-refusal-too-dear = { $ability } costs { ask-cost }, { ask-left }

payment-refusal-nothing-to-pay = { $unit } has no ranged attack that must be paid for
payment-refusal-paid-already = the ranged attack of { $unit } is already paid for

## Refusals: orders

order-refusal-preprinted = the card of { $unit } allows no order but { $printed } without modifiers
order-refusal-no-such-order = { $unit } cannot have the order { $order }, which these rules do not have
order-refusal-no-range = { $unit } has no range and cannot have the order { $order }
order-refusal-cap-too-low = a movement cap is at least 1.25 inches
order-refusal-cap-too-high = a movement cap is lower than the { $most } that { $unit } moves
order-refusal-token-without-location = a token is placed with a location objective only
order-refusal-token-nowhere = token { $token } is not on the table: say where it is placed
order-refusal-token-off-table = a token is placed on the table
order-refusal-token-of-other-player = token { $token } belongs to the other player
order-refusal-token-sought = token { $token } lies elsewhere and is the objective of another unit
order-refusal-enemy-objective-on-hold = a unit on Hold has no enemy unit as its objective
order-refusal-no-such-enemy = { $unit } is no enemy unit on the table
order-refusal-no-such-friend = { $unit } is no other friendly unit on the table
order-refusal-no-flyer = { $unit } does not fly
order-refusal-landed-this-turn = a unit may not take off and land in the same turn, and this one has landed
order-refusal-took-off-this-turn = a unit may not take off and land in the same turn
order-refusal-flew-too-far = a unit that has flown farther than it moves on the ground does not land this turn
order-refusal-no-room-to-land = { $unit } has no room to land where it is

## Refusals: command cards

card-refusal-not-asked = { $seat } is not asked for a card now
card-refusal-not-asked-this-phase = { $seat } is not asked for a Green card of this phase now
card-refusal-for-attacks = Red and Blue cards are played in the windows of an attack only
card-refusal-no-window = no command card may be played now
card-refusal-not-held = { $seat } does not hold { $card }
card-refusal-other-colour = { $name } has no { $colour } side
card-refusal-played-in-attacks = { $name } is played in an attack, with this colour
card-refusal-own-phase-only = { $name } is not played in this window
card-refusal-not-in-this-window = { $name } is not played in this window
card-refusal-on-no-unit = this card is not played on a unit
card-refusal-in-attack = this card is played in an attack
card-refusal-no-check = no courage check is being made
card-refusal-not-own-check = this card helps one of your own units only
card-refusal-on-the-checking = this card is played on { $unit }
card-refusal-name-own-first = name your own unit first, then the enemy
card-refusal-not-own-unit = { $unit } is none of your units on the table
card-refusal-no-part = { $unit } cannot use this part of the card
card-refusal-out-of-reach = { $target } is not within reach of { $from }
card-refusal-count = name { $most ->
    [one] 1 unit
   *[other] 1 to { $most } different units
 }
card-refusal-not-yours = { $unit } is none of your units
card-refusal-no-enemy = { $unit } is no enemy
card-refusal-not-on-the-table = { $unit } is not on the table
card-refusal-frightened = { $unit } is Frightened: no command cards are played on it this turn
card-refusal-barred = { $unit } may have no { $colour } cards this turn
card-refusal-on-mercenary = faction cards are not played on mercenaries
card-refusal-twice = the same card was played on { $unit } in this phase
card-refusal-not-met = { $unit } does not meet what the card asks for
card-refusal-not-failed = only a failed courage check is rolled again
card-refusal-passed-already = the courage check is passed already
card-refusal-order-stays = the order of { $unit } cannot be changed now
card-refusal-not-rallied = { $unit } is not Routing, or has made its rout move: it cannot be Rallied
card-refusal-not-reorganized = { $unit } is not Disrupted, or is engaged: it cannot be Reorganized

## Refusals: spells

spell-refusal-no-such-spell = { $unit } has no spell with the number { $asked }: it has { $count ->
    [one] 1 spell
   *[other] { $count } spells
 }, counted from 0
spell-refusal-only-in-combat = a spell with only the Attack keyword is cast in the Combat Phase
spell-refusal-not-ready-or-engaged = only a Ready, unengaged unit casts spells
spell-refusal-cast-already = this unit has cast a spell this turn
spell-refusal-rallied-this-turn = a unit Rallied this turn may not cast
spell-refusal-rushed-this-turn = a unit that Final Rushes casts no spell this turn
spell-refusal-must-rush = this unit can Final Rush now, so it must: it may not cast first
spell-refusal-ground-forbids-shooting = a unit in Deep or Very Deep Water, or in custom terrain that says so, makes no ranged attack
spell-refusal-no-ammo = an Attack spell uses an ammo box, and all are marked
spell-refusal-target-not-on-table = { $unit } is not on the table
spell-refusal-no-attack-target = an Attack spell is cast at the Nearest Enemy, Visible and in range
spell-refusal-out-of-range = { $target } is beyond the range of { $spell }

casting-refusal-in-the-combat-phase = spells are cast in the Combat Phase
casting-refusal-many-ties = { $unit } stands on the diagonals of more than { $most } enemies, or more than { $most } enemies are tied: turn it first, or correct its place by a ruling

cast-refusal-engaged = { $unit } is engaged and casts only spells that say so
cast-refusal-not-of-its-targets = { $target } is none of the units that { $spell } may be cast on
cast-refusal-out-of-reach = { $target } is { $distance } away and { $spell } reaches { $reach }
cast-refusal-not-healed = { $unit } was healed by a spell this turn, or cannot be healed by spells

## Refusals: Final Rush

no-final-rush-not-ready = only a Ready unit may Final Rush
no-final-rush-not-on-close = only a unit with the order Close may Final Rush
no-final-rush-engaged = an engaged unit does not Final Rush
no-final-rush-flying = a unit that flies or began the turn flying does not Final Rush
no-final-rush-spent = the unit has been activated this turn, or has declined to Final Rush
no-final-rush-too-late = a normal move has been made this turn
no-final-rush-no-enemy = there is no such enemy
no-final-rush-enemy-flying = an enemy that flies or began the turn flying cannot be Final Rushed
no-final-rush-not-its-objective = it is not the unit's objective and does not stand in its way
no-final-rush-not-visible = the enemy was not Visible at the start of the turn
no-final-rush-no-open-path = no Open Path led to its Facing Side, or to its Nearest Open Side, at the start of the turn
no-final-rush-path-blocked = the path to the { $side }, the only side permitted this turn, is blocked now
no-final-rush-too-far = the permitted side is { $distance } away and the unit moves { $reach }
no-final-rush-no-turning-back = the unit began the turn too near to { $unit } to turn back
no-final-rush-skirmisher-in-front = a Skirmisher rushes the front of a line unit only to pinch it
no-final-rush-no-room = there is no room for the unit there

side-refusal-rush = { $why }
side-refusal-not-clearly-visible = it is not clearly visible
side-refusal-no-path-to-the-nearest = no open path leads to the open side that is nearest
side-refusal-nothing-noted = nothing was noted of the enemy at the start of the turn
side-refusal-not-nearer = too far: it is { $distance } away, and the unit rushes only what is nearer than { $reach }
side-refusal-too-far = too far: it is { $distance } away, and the unit moves { $reach }
side-refusal-room-for-a-flank = there is no room for enough of the unit's front, and another side within reach is open to its front
side-refusal-no-room = there is no room for enough of the unit's front or of a flank
side-refusal-another-is-nearer = another open side is nearer, the { $side }
side-refusal-another-is-permitted = the { $side } is the side that may be rushed this turn
side-refusal-line-crossed = the line to it is crossed by { $by }
side-refusal-lane-too-narrow = the lane is too narrow at { $by }
side-refusal-most-directly-ahead = { $enemy } is Most Directly Ahead and must be rushed
side-refusal-comes-first = { $enemy } comes first and must be rushed

rush-target-refusal-not-rushed = { $unit } may not Final Rush { $enemy }: { $why }
rush-target-refusal-not-most-directly-ahead = { $enemy } is not Most Directly Ahead of { $unit }

sharing-refusal-more-than-two = no more than two units share the { $side } of { $enemy }
sharing-refusal-another-is-nearer = { $nearer } is nearer to the { $side } of { $enemy }, which the nearest two share

## Refusals: rout moves

rout-refusal-not-on-the-table = { $unit } is not on the table
rout-refusal-shift-overlaps = the shift itself may not overlap anything

## Refusals: targets

target-refusal-another-unit-chooses = a target is chosen for { $unit } now, not for { $by }
target-refusal-no-such-enemy = { $unit } is no enemy unit on the table
target-refusal-not-chosen-here = { $attack ->
    [free] a Free Attack
    [thrown] a throw on the charge
   *[other] this attack
 } is not chosen with the targets of the Combat Phase
target-refusal-not-engaged-with = { $unit } is not engaged with { $enemy }
target-refusal-engaged = { $unit } is engaged and makes no ranged attack
target-refusal-compulsory = { $unit } must attack: only spells, swoops and the answers to swoops may be declined
target-refusal-not-ready = { $unit } is not Ready and makes no ranged attack
target-refusal-no-ranged-attack = { $unit } has no ranged attack
target-refusal-no-attack-spell = { $unit } has no spell { $spell } that is cast in the Combat Phase
target-refusal-no-ammo = all ammo boxes of { $unit } are marked
target-refusal-rallied = { $unit } was Rallied this turn and does not shoot
target-refusal-ground-forbids-shooting = { $unit } does not shoot from where it stands: in deep water, or in custom terrain that says so
target-refusal-holds-its-throw = { $unit } is on Close and keeps its throw for the charge
target-refusal-not-visible = { $enemy } is not Visible to { $unit }
target-refusal-too-far = { $enemy } is { $distance } away and { $unit } shoots { $reach }
target-refusal-beyond-its-order = { $enemy } is { $distance } away, and with the order { $order } { $unit } shoots { $reach }
target-refusal-named-another = under Direct Control { $named } was named as the Nearest Enemy
target-refusal-objective-first = { $unit } shoots at its objective { $objective }
target-refusal-not-nearest = { $nearest } is nearer to { $unit } than { $enemy }
target-refusal-no-open-path = { $unit } has no Open Path to { $enemy }
target-refusal-no-open-path-into-melee = { $enemy } is engaged and { $unit } has no Open Path to it
target-refusal-not-in-the-air = { $unit } is not in the air and does not swoop
target-refusal-enemy-in-the-air = { $unit } is in the air and is not swooped on
target-refusal-not-over-it = fewer than two side centre points of { $unit } lie over { $enemy }
target-refusal-hidden-from-above = { $unit } stands in terrain that hides it from above
target-refusal-not-swooped-on = { $enemy } does not swoop on { $unit }

shot-refusal-out-of-arc = { $enemy } is not in the front arc of { $unit }
shot-refusal-too-far = { $enemy } is { $distance } away and { $unit } shoots { $reach }
shot-refusal-into-melee = { $unit } is engaged with a unit of its size or larger and is no target of a Low Arc attack
shot-refusal-no-line-of-fire = { $unit } has no line of fire to { $enemy }
shot-refusal-objective-first = { $unit } shoots at its objective { $objective }
shot-refusal-not-closest = { $nearest } is closer to { $unit } than { $enemy }

## Refusals: cards and abilities in an attack

window-refusal-no-attack = Red and Blue cards are played in the windows of an attack only
window-refusal-one-played = { $seat } has played their card of this attack
window-refusal-asked-first = { $asked } is asked first, not { $seat }
window-refusal-nobody-asked = nobody is asked for a card now
window-refusal-not-in-deck = there is no card { $card } in this deck
window-refusal-other-part = { $seat } plays { $colour } cards in this attack
window-refusal-not-of-this-colour = { $name } is no { $colour } card
window-refusal-not-in-this-window = { $name } is not played { $stage }
window-refusal-on-mercenary = cards 21 to 30 are not played on { $unit }, a mercenary unit
window-refusal-not-met = { $name } asks for something that { $unit } does not meet
window-refusal-no-taker = { $name }: no unit that may take the damage touches { $target }
window-refusal-not-held = { $seat } does not hold { $card }
window-refusal-no-such-ability = no such ability can be used on { $unit } { $stage }
window-refusal-no-box = this ability marks no box

claim-refusal-other-edition = this edition does not roll again when a roll was made too early
claim-refusal-every-window-offered = every card window was offered: nobody was passed over
claim-refusal-not-the-defender = the defender claims it, when they are asked after the roll
claim-refusal-card-played = the defender has played their card of this attack
claim-refusal-claimed-once = this roll has been claimed once
claim-refusal-not-after-a-roll = it is claimed right after a roll only
claim-refusal-no-dice = no dice were rolled here

counted-refusal-target-changed = the dice of this attack were counted, and the count does not tell how many succeed at the new target number: take the roll back and enter its faces
counted-refusal-face-unknown = the dice of this attack were counted, and the count does not tell which of them show { $face }: take the roll back and enter its faces

## Refusals: rulings

ruling-refusal-not-in-play = a ruling changes a battle in play: take commands back instead
ruling-refusal-not-on-the-table = { $unit } is not on the table
ruling-refusal-too-much-damage = { $unit } has { $boxes ->
    [one] 1 box
   *[other] { $boxes } boxes
 }: destroy it instead
ruling-refusal-unfit = { $error }
ruling-refusal-unsound = the position would not be sound: { $fault }
ruling-refusal-effect-name = name: an effect has a name of 1 to 60 characters
ruling-refusal-too-many-effects = { $unit } has { $there ->
    [one] 1 effect
   *[other] { $there } effects
 } by rulings: at most { $most } are kept
ruling-refusal-faulty-effects = { $faults }

dispute-refusal-roll-off = a dispute is settled by a roll-off of both players
dispute-refusal-one-die = a dispute is settled by one die; its readings are named before the roll
dispute-refusal-readings = a dispute and each of its readings are described in 1 to 500 characters
dispute-refusal-no-such-face = the die shows 1 to 6
dispute-refusal-words = a dispute is described in 1 to 500 characters
dispute-refusal-no-such-faces = each die shows 1 to 6
dispute-refusal-equal-dice = equal dice settle nothing: roll again

## Refusals: positions

start-refusal-out-of-bounds = { $fault }
start-refusal-several-out-of-bounds = { $count } fields are out of bounds; the first is { $first }
start-refusal-units-unknown = players/{ $player }/unknown: { $unknown ->
    [one] 1 unit of { $seat } waits for deployment and is
   *[other] { $unknown } units of { $seat } wait for deployment and are
 } not known here; a battle starts from a position with all its units
start-refusal-unsound = { $fault }

strange-refusal-unknown = { strange } these rules do not have
strange = { $unit } { $what ->
    [disrupted] is Disrupted, which
    [enemy_objective] has an enemy objective on Hold, which
   *[order] has an order that
 }
strange-unread = { strange } they do not know
strange-read-as = { $strange }: for this question it is read as { $status }
strange-no-such-position = they have no such position: { $why }

question-refusal-no-id = { $why }
question-refusal-no-such-unit = there is no unit { $unit }
question-refusal-nothing-about = `about` has no { $stranger }: leave it empty

## Refusals: drawn positions

drawn-refusal-nobody-of-the-teams = nobody of these teams has the seat { $seat }
drawn-refusal-only-two = only South and North { $what ->
    [take_turns] take turns
    [have_units] have units
   *[play] play
 }
drawn-refusal-in-two-places = command card { $card } is in two places, or there is no such card
drawn-refusal-deck-too-small = the deck has { $cards ->
    [one] 1 command card
   *[other] { $cards } command cards
 }
drawn-refusal-turn-zero = turns are counted from 1
drawn-refusal-active-before = { $unit } was active in a turn that has not begun: give the number of command actions left in it
drawn-refusal-no-partner = seat { $seat } is no partner of seat { $active }
drawn-refusal-too-many-actions = nobody has more than { $most ->
    [one] 1 command action
   *[other] { $most } command actions
 }
drawn-refusal-not-in-its-turn = { $unit } is activated in its own turn only
drawn-refusal-too-many-units = seat { $seat } has too many units
drawn-refusal-no-such-card = the packs have no unit card { $card }
drawn-refusal-not-drawn = { $unit } is engaged but is not drawn
drawn-refusal-apart = { $rusher } and { $rushed } are engaged but { $apart } apart: engaged units touch
drawn-refusal-other-sides = { $rusher } touches { $rushed } with its { $with } at the { $side }
drawn-refusal-not-ready = { $unit } is not Ready and has no order
drawn-refusal-unfit = { $error }
drawn-refusal-too-many-tokens = at most 255 objective tokens are on the table
drawn-refusal-too-many-features = at most { $most } features are drawn

feature-refusal-size = a feature measures { $least } to { $most } inches, not { $size }
feature-refusal-no-custom-terrain = only battleground-3 has terrain with effects of its own
feature-refusal-faulty = { $reason }
feature-refusal-unreadable = { $why }
feature-refusal-off-the-table = { $name } lies off the table
feature-refusal-on-nothing = level { $level } of a hill lies on level { $below }

terrain-refusal-feature = feature { $number }: { $why }
terrain-refusal-map-of-its-own = { $scenario } is played on a map of its own: nothing is drawn on it
terrain-refusal-no-such-map = there is no such map

lack-refusal-disrupted = units are Ready or Routing: these rules have no Disrupted units
lack-refusal-ammunition = these rules have no ammo boxes
lack-refusal-terrain = the terrain table of these rules has no { $terrain }

## Faults of packs

pack-fault-by-rule = { $reason } ({ $rule })
pack-fault-errata = { $reason }, by the errata of p. { $page } ({ $rule })
pack-fault-idle-effect = this effect does nothing here: { $reason }
errata-core = a Core unit
errata-elite = an Elite unit
errata-javelins = the rule of Javelins holds
errata-throws = it throws from however near
errata-low-arc = Low Arc, and no shot in a turn in which it moved
errata-no-healing = it cannot be the target of healing
pack-fault-spell-keywords = the errata of p. { $page } give it other keywords (BG3-ERR-02, BG3-ERR-03)
pack-fault-spell-of-faction = by the errata of p. { $page } only on units of its faction (BG3-ERR-03)
outline-flat = an outline needs three corners that do not lie on one line
outline-many-corners = an outline has at most { $most } corners, not { $found }
outline-crossed = edges { $first } and { $second } of the outline cross or touch
pack-fault-line-points = a line has 2 to 100 points
pack-fault-area-or-line = a piece has either an `area` or a `line`
pack-fault-id = an id is lower-case words and hyphens, at most 60 characters
pack-fault-id-twice = { $id } is here twice
pack-fault-system = { $expected } is expected
pack-fault-version = a version has 1 to 60 characters
pack-fault-no-abilities = a faction has one or more abilities
pack-fault-too-many-abilities = a list of at most { $most } entries is expected
pack-fault-no-core-unit = a faction needs a Core unit, or no army could be built
pack-fault-no-map = this pack has no such map
pack-fault-deck = card { $number } is here { $count } times; cards { $first } to { $last } are needed once each
pack-fault-card-number = { $first } to { $last } is expected, not { $number }
pack-fault-name = a name has 1 to 60 characters
pack-fault-card-sides = a card has one side, or two of different colours
pack-fault-two-sizes = a unit has exactly one size
pack-fault-flying = a flying Move goes with the keyword `flying`
pack-fault-javelins-and-pila = javelins or pila, not both
pack-fault-javelins-range = javelins and pila need a range
pack-fault-range-of-dash = a range is above 0; leave it out for a dash
pack-fault-passes-without-courage = a unit without courage takes no check that it could pass
pack-fault-first-ranged = the first of several ranged attacks stands in `ranged`
pack-fault-range = a range is above 0
pack-fault-javelins-not-first = Javelins are the first ranged attack of their card, in `ranged`
pack-fault-paid-ranged = one ranged attack of a card is bought with command actions at most
pack-fault-ranged-order = a ranged order needs a range
pack-fault-spell-keyword = a spell has a keyword
pack-fault-blessing-and-curse = a Blessing is no Curse
pack-fault-spell-empty = a spell needs a profile or effects
pack-fault-cards-deep = only a Colossal unit is two cards deep
pack-fault-hill-level = a hill has a level of 1 to 3, nothing else has
pack-fault-cliff-level = a cliff rises to level 1 to 3, nothing else does
pack-fault-custom-terrain = terrain of the kind `custom` says its effects in `custom`, nothing else does
pack-fault-custom-bounds = a name of 1 to 60 characters, at most 10 rows slower, a height of 1 to 100 feet, each keyword once
pack-fault-stakes = stakes have a sharp side
pack-fault-lines = walls, hedges and stakes are lines
pack-fault-areas = this terrain is an area
pack-fault-play-area = 12 to 120 inches are expected
pack-fault-zone = a zone lies on the play area
pack-fault-deploys-first = South (A) or North (B) deploys first
pack-fault-victory = 1 to 100 percent of the budget
pack-fault-crushing = at most 100 percent, and no less than for a Victory
pack-fault-actions = 0 to 20 is expected
pack-fault-budget = { $least } to { $most } points can be agreed
pack-fault-mercenaries = the units of this faction may not be taken as mercenaries
pack-fault-of-edition-3 = only cards of battleground-3 say this
pack-fault-of-edition-4 = only cards of battleground-4 say this
pack-fault-terrain-of-edition-4 = only maps of battleground-4 have this terrain
pack-fault-terrain-of-edition-3 = only maps of battleground-3 have this terrain
idle-at-set-up = at set-up cards are drawn and nothing else happens
idle-box-without-window = a box without a window has no moment in which it happens: use a trigger
idle-destroyed = the unit is destroyed when this happens
idle-change-of-order = orders are changed in the own Movement & Command Phase
idle-command-actions = command actions are spent in the own Movement & Command Phase and lost with it
idle-short = it lasts a phase or longer
idle-face = a die shows 1 to 6
idle-no-dice = no attack dice lie there to be rolled again
idle-reroll-of-courage = a courage check is rolled again after its roll, by a card on the unit that checks
idle-pass-of-courage = a courage check is passed before or after its roll, by a card on the unit that checks
idle-wounds = wounds are changed after the to-wound roll or at the damage step
idle-no-wound-moved = at least one wound is moved
idle-moved-wounds = wounds are moved after the to-wound roll or at the damage step
idle-hits = hits are changed before the to-wound roll
idle-attack-only = it works in an attack only
idle-ruling = 1 to 500 characters say what is to be done
idle-no-change = it changes nothing
idle-numbers-of-a-player = numbers are those of units
idle-no-check = no courage check is at hand
idle-change-at-once = a change of numbers lasts for some time
idle-lasts-a-check = `check` lasts for a card on the unit that checks, before its roll or before it is rolled again
idle-lasts-an-attack = `attack` lasts for an effect in an attack
pack-fault-check-without-result = say what befalls a unit that fails
pack-fault-condition-never-holds = this condition can never hold here
pack-fault-condition-of-number = this condition can never hold when the number is asked for
pack-fault-no-change = it changes nothing
pack-fault-no-subject = at least one unit
pack-fault-no-window = at least one window is needed
pack-fault-card-colour = red and blue are played in attacks, green outside them
pack-fault-beside-another = one card alone is played in an attack; of green cards any number
pack-fault-card-on-no-unit = a card on no unit has nobody to meet this
pack-fault-card-subject = red is played on the attacker, blue on the defender, green on neither, and on the unit that checks only at its check
pack-fault-faces = one or more faces of 1 to 6
pack-fault-no-die = at least one die
pack-fault-no-other-unit = what happens speaks of no other unit
pack-fault-no-effect = at least one effect is needed
pack-fault-ability-subject = an ability is used on own units, on enemies or on no unit; its box is spent in attacks
pack-fault-box-at-set-up = at set-up no box is marked
pack-fault-box-window = a box is spent in a window of an attack
pack-fault-box-of-own-units = a box that is spent in an attack is marked on own units
pack-fault-triggers-of-faction = triggers of a faction work with the window `always`
pack-fault-ability-always = an ability that is always in force has standing rules or triggers
pack-fault-ability-empty = an ability does something: effects, a mark, standing rules or triggers
pack-fault-too-many-triggers = at most { $most } triggers in all abilities together are expected, not { $triggers }
pack-fault-too-many-rules = at most { $most } special rules are expected, not { $count }
pack-fault-seat-without-units = South (A) and North (B) have units
bounds-fault-at = { $field }: { $reason }
bounds-number = { $least } to { $most } is expected, not { $value }
bounds-list = a list of at most { $most } entries is expected, not { $count }
bounds-text = at most { $most } characters are expected, not { $letters }
bounds-no-box = at least one box is expected
bounds-distance = a distance is 0 to 100 inches, not { $inches }

## Faults of positions

position-law-cards = every unit has a card and a number of its own
position-law-boxes = boxes are within the card's
position-law-play-area = units lie on the play area
position-law-overlap = units on the ground do not overlap
position-law-impassable = units do not stand in impassable terrain
position-law-engagements = engagements join two enemies on the ground
position-law-orders = Ready units have orders during turns
position-law-command-cards = command cards are where they can be
position-law-steps = something is to be done until the battle is over
position-law-attacks = an attack or check at hand has its step
position-no-card = { $unit } has no card
position-twice = { $unit } is here twice
position-destroyed-on-table = { $unit } is destroyed and on the table
position-cannot-fly = { $unit } cannot fly
position-unordered = units are listed by id
position-boxes = { $unit } has { $marked } of { $all } boxes marked
position-no-box-left = { $unit } has no box left and is on the table
position-off-the-table = { $unit } lies off the table
position-overlap = { $unit } and { $other } overlap
position-stands-in = { $unit } stands in { $kind }
position-friends-engaged = { $one } and { $other } are friends
position-engaged-twice = { $one } and { $other } are engaged twice
position-engaged-in-the-air = { $unit } is engaged and not on the ground
position-ready-without-order = { $unit } is Ready without an order
position-command-card = a command card is in two places, or is none
position-hidden-cards = { $unseen } cards are unseen, { $deck } lie in the deck and { $unknown } are hidden in the hand
position-over-with-steps = the battle is over and yet something is to be done
position-without-steps = nothing is to be done and the battle is not over
position-turn-of-nobody = only South and North take turns
position-seat-of-unit = { $unit } belongs to a seat that this table has not
position-two-players = this edition is played by two players
position-no-active-player = a turn has an active player
position-no-scenario = the book has no scenario
position-attack-unresolved = an attack is at hand that nobody resolves
position-check-unsettled = a courage check is at hand that nobody settles
position-attack-of-no-unit = { $unit } of the attack at hand does not exist
record-successes = successes
record-rolled-again = more is rolled again than { $dice } dice
record-dice-again = dice rolled again
record-target = the target number

## Faults of records from elsewhere

fold-no-special-rule = no such special rule waits
fold-nothing-to-end = "{ $name }" is not there to end
fold-no-attack = no such attack is declared
fold-no-attack-at-hand = no attack is at hand
fold-command-actions = more command actions are spent than there are
fold-deck-empty = a card is drawn from an empty deck
fold-card-not-in-deck = card { $card } is not in the deck
fold-card-not-in-hand = card { $card } is not in the hand
fold-check-by-cause = this check is noted by its cause
fold-no-check = no check is at hand
fold-no-unit = there is no unit { $id }
fold-boxes = more boxes are marked than there are
fold-not-on-the-table = unit { $id } is not on the table
fold-unit-of-no-list = a unit of nobody's list
fold-open-already = the battle is already open
fold-unit-without-card = a unit has no card
fold-not-engaged = { $unit } and { $from } are not engaged
fold-mustered-already = this army is already mustered
unit-unread = a unit is its owner's letter and a number up to { $most }, such as A1 or B12, not "{ $shown }"
drawn-terrain = Drawn terrain
drawn-terrain-on-map = { $map } with drawn terrain

## Boards

board-deploys-here = { $seat } deploys here
board-camp = { $seat }'s deployment zone and camp
board-objective = objective { $token }
board-objective-of = objective { $token } of { $units }
board-terrain-level = { $name }, level { $level }
board-boxes = { $left }/{ $all } boxes
badge-order = order: { $orders }
badge-waits-for-order = waits for its order
badge-in-the-yellow = In the Yellow
badge-in-the-red = In the Red
badge-rushed-with-a-flank = Final Rushed with a flank
badge-rushed-a-corner = Final Rushed a corner
badge-ammo = { $left } of { $ammo } ammo boxes left
badge-activated = activated this turn
board-score = { $points } of { $goal } points destroyed · { $actions ->
    [one] 1 command action
   *[other] { $actions } command actions
 } · { $cards ->
    [one] 1 card
   *[other] { $cards } cards
 }

## Faults of army lists

army-fault-no-unit-card = there is no unit card "{ $card }"
army-fault-no-units = an army has at least one unit
army-fault-too-many-units = an army has at most { $most } units, not { $units }
army-fault-no-ability = there is no ability "{ $ability }" that this army can buy
army-fault-ability-twice = the ability { $ability } is bought once
army-fault-too-many-abilities = an army buys at most { $most } abilities, not { $abilities }
army-fault-too-expensive = units, abilities and cards cost { $spent } of { $budget } points
army-fault-few-core-units = { $found } Core units of the own faction, { $needed } are needed at this budget
army-fault-too-many-elite-units = { $found } Elite units of the kind { $kind }, at most { $most } at this budget
army-fault-not-announced = { $unit } belongs to { $faction }, which was not announced as the source of mercenaries
army-fault-no-mercenary = { $unit } is no Mercenary
army-fault-mercenaries-forbidden = the scenario allows no mercenaries
army-fault-too-many-cards = { $cards } command cards are bought, at most { $most } fit in a hand

## Lines of the text notation

words-counted-from-1 = { $what } is counted from 1, not { $word }
words-terrain-number = a terrain piece
words-terrain-from-1 = a terrain piece is counted from 1
words-obstacle = a unit or a piece of terrain is expected, not "{ $found }"
words-ranged-number = a ranged attack's place on the card
words-spell-number = a spell's place on the card
words-attack = an attack is a melee, free, ranged, thrown or swoop attack, an answer to the swoop or a spell, not "{ $found }"
words-range = a range in inches
words-ranged-type = a ranged attack is indirect, line of sight or low arc, not "{ $found }"
words-way-round = a way round is `straight`, `turn left`, `sideways left`, `about face`, `reform left` or `backward`, not "{ $found }"
words-rule-number = the number of a rule
words-placed = a place reads `A1 18,3@0`, not "{ $found }"
words-side = a side is front, right, rear or left, not "{ $other }"
words-option-number = an option's number
words-card-number = a card's number
words-die-number = a die's place
words-answer = a choice is a unit, `yes`, `none`, `rear side`, `left`, `A1 melee attack on B3`, `range 14 indirect`, `up to A2`, `around turn left`, `avoid A2`, `meet piece 3`, `rule Feared of A1 on B3`, `shift left 0.5`, `heading 90`, `place 18,3@0`, `place A1 18,3@0, A2 20.5,3@0`, `card 12`, `dice 1 3` or `order C`, not "{ $found }"
words-length = a length in inches
words-angle = an angle in degrees
words-point = a point reads `18.5,3.75`, not "{ $word }"
words-pose = a pose reads `18.5,3.75@90`, not "{ $word }"
words-id = an id is expected, not "{ $word }"
words-rule-name = the name of a rule is expected, not "{ $line }"
words-order = an order reads `C2.5>B3 A`, not "{ $found }"
words-order-letter = an order is C, H, R, S, L or F, not "{ $word }"
words-cap = a movement cap in inches
words-token-number = a token's number
words-entry = an entry begins with a unit
words-heading-airborne = a heading reads `@90` or `@90 A`, not "{ $found }"
words-heading = a heading reads `@90`, not "{ $word }"
words-hand = left or right is expected, not "{ $other }"
words-leg = a leg is `forward 2.5`, `backward 1`, `sideways left 1`, `turn left 30 along 1.25`, `about face` or `reform 90`, not "{ $found }"
words-several-units = each of several units has its legs after its name: `A1 forward 2 and A2 nothing`
words-scenario = a scenario reads `scenario breaking-point map meadows budget 2000`
words-army-end = an army ends with `cards` and their number
words-cards = a number of command cards
words-units = a number of units
words-too-many-units = { $times } units of one kind are no army
words-colour = a colour is red, blue or green, not "{ $other }"
words-on = `on A1` is expected, not "{ $found }"
words-budget = a budget in points

## Limits of offers

limit-orders = { $letters } with at most one cap, one objective and the Airborne mark
limit-heading = any that overlaps nothing

## Numbers that a suggestion of the coach weighs

number-boxes-it-had-left = boxes it had left
number-boxes-it-has-left = boxes it has left
number-boxes-of-the-other-by-which-it-falls-short = boxes of the other by which it falls short
number-boxes-that-it-can-mark = boxes that it can mark
number-boxes-that-were-left = boxes that were left
number-boxes-the-target-has-left = boxes the target has left
number-cards-in-hand = cards in hand
number-categories-lost = categories lost
number-chance-against-the-other = chance against the other
number-chance-of-the-card-to-pass-the-fear-check = chance of the card to pass the Fear Check
number-chance-that-the-card-changes-it = chance that the card changes it
number-chance-that-the-friend-fails-a-check = chance that the friend fails a check
number-chance-that-they-destroy-it = chance that they destroy it
number-chance-to-be-frightened = chance to be Frightened
number-chance-to-cross-a-colour = chance to cross a colour
number-chance-to-lose-it-if-the-other-steps-in = chance to lose it if the other steps in
number-change-of-the-to-hit-number-by-it = change of the to-hit number by it
number-command-actions-at-hand = command actions at hand
number-command-actions-gained-this-turn = command actions gained this turn
number-command-actions-left-now = command actions left now
number-command-actions-lost = command actions lost
number-command-actions-needed = command actions needed
number-command-actions-spent = command actions spent
number-command-actions-spent-on-it = command actions spent on it
number-command-actions-to-reorganize-it = command actions to Reorganize it
number-command-actions-when-the-phase-began = command actions when the phase began
number-courage = courage
number-enemies-it-can-rush-now = enemies it can rush now
number-enemies-the-partner-could-have-rushed = enemies the partner could have rushed
number-enemy-units-able-to-act-before-it = enemy units able to act before it
number-expected-boxes = expected boxes
number-expected-boxes-of-the-friend-shot = expected boxes of the friend's shot
number-expected-boxes-with-it = expected boxes with it
number-expected-boxes-without-it = expected boxes without it
number-expected-points-of-the-boxes = expected points of the boxes
number-expected-points-of-the-other = expected points of the other
number-expected-points-of-the-target = expected points of the target
number-expected-wounds-against-the-enemy-rushed = expected wounds against the enemy rushed
number-expected-wounds-against-the-other = expected wounds against the other
number-expected-wounds-as-it-is = expected wounds as it is
number-expected-wounds-charging-and-frightened = expected wounds charging and Frightened
number-expected-wounds-dealt = expected wounds dealt
number-expected-wounds-dealt-this-turn = expected wounds dealt this turn
number-expected-wounds-of-the-rush = expected wounds of the rush
number-expected-wounds-of-the-second-rush = expected wounds of the second rush
number-expected-wounds-of-the-shot = expected wounds of the shot
number-expected-wounds-of-the-worst-rush-on-it = expected wounds of the worst rush on it
number-expected-wounds-on-close = expected wounds on Close
number-expected-wounds-on-the-front = expected wounds on the front
number-expected-wounds-taken = expected wounds taken
number-expected-wounds-taken-this-turn = expected wounds taken this turn
number-expected-wounds-there = expected wounds there
number-expected-wounds-when-holding = expected wounds when Holding
number-expected-wounds-with-neither = expected wounds with neither
number-free-attacks = free attacks
number-friends-it-routed-through = friends it routed through
number-inches-at-which-the-order-stops = inches at which the order stops
number-inches-behind-it-then = inches behind it then
number-inches-behind-the-rear = inches behind the rear
number-inches-between-them = inches between them
number-inches-from-the-friend-to-the-objective = inches from the friend to the objective
number-inches-it-had-to-rout = inches it had to rout
number-inches-it-moves = inches it moves
number-inches-it-moves-a-turn = inches it moves a turn
number-inches-it-routs = inches it routs
number-inches-its-weapon-reaches = inches its weapon reaches
number-inches-its-weapons-reach = inches its weapons reach
number-inches-of-contact = inches of contact
number-inches-of-contact-needed = inches of contact needed
number-inches-of-the-friend-to-its-rear = inches of the friend to its rear
number-inches-of-the-friend-to-that-side = inches of the friend to that side
number-inches-of-the-way-around = inches of the way around
number-inches-the-enemy-moves = inches the enemy moves
number-inches-the-friend-moves = inches the friend moves
number-inches-the-unit-moves = inches the unit moves
number-inches-the-unit-still-had-to-go = inches the unit still had to go
number-inches-to-that-side = inches to that side
number-inches-to-the-enemy = inches to the enemy
number-inches-to-the-enemy-rushed = inches to the enemy rushed
number-inches-to-the-nearest-enemy = inches to the nearest enemy
number-inches-to-the-other = inches to the other
number-inches-to-the-target = inches to the target
number-inches-when-the-turn-began = inches when the turn began
number-orders-changed = orders changed
number-own-turns-in-a-row = own turns in a row
number-points-destroyed-by-the-enemy = points destroyed by the enemy
number-points-expected-to-be-won-less-those-lost = points expected to be won less those lost
number-points-lost = points lost
number-points-lost-to-the-rout-move = points lost to the rout move
number-points-of-the-camp = points of the camp
number-points-of-the-enemy = points of the enemy
number-points-of-the-unit = points of the unit
number-points-short-of-victory = points short of victory
number-range = range
number-range-band-before-from-0 = range band before, from 0
number-range-band-now-from-0 = range band now, from 0
number-red-and-blue-cards-barred-from-it = red and blue cards barred from it
number-shots = shots
number-shots-at-1-or-less = shots at 1 or less
number-sides-fought-on = sides fought on
number-sides-rushed = sides rushed
number-sides-that-could-have-been-fought-on = sides that could have been fought on
number-sides-that-could-have-been-rushed = sides that could have been rushed
number-the-same-after-the-advance = the same after the advance
number-the-same-against-the-other = the same against the other
number-to-hit-target-number = to-hit target number
number-turn-of-the-first-own-move = turn of the first own move
number-turn-of-the-last-ammo-box = turn of the last ammo box
number-turns-for-the-way-around = turns for the way around
number-turns-for-the-way-that-was-taken = turns for the way that was taken
number-turns-of-the-game = turns of the game
number-turns-slowed-under-fire = turns slowed under fire
number-units-able-to-act-in-it = units able to act in it
number-units-rallied = units rallied
number-units-that-rush = units that rush
number-units-with-a-ranged-attack = units with a ranged attack
number-uses-there-were = uses there were
number-worth-against-the-other = worth against the other
number-worth-of-the-attack-in-points = worth of the attack in points
number-wounds-to-spare = wounds to spare
number-chance-to-pass-the-check = chance to pass the check
number-chance-that-the-target-is-destroyed = chance that the target is destroyed
number-chance-to-destroy-the-target = chance to destroy the target
number-to-hit-number-before = to-hit number before
number-to-hit-number-after = to-hit number after
number-damage-number-before = damage number before
number-damage-number-after = damage number after
number-disrupted-units = Disrupted units
number-routing-units = Routing units
number-combat-phases-without-a-target = Combat Phases without a target
