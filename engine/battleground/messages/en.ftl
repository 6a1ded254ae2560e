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
orders = { $order ->
    [close] Close
    [hold] Hold
    [range] Range
    [short] Short Range
    [long] Long Range
   *[follow] Follow
 }{ $cap ->
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
answered-by-nobody = The player chooses: { $answer }

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
status-changed = { $unit } is now { $status ->
    [disrupted] Disrupted
    [routing] Routing
    [ready] Ready on { $orders }
   *[unordered] Ready without an order
 }{ $why ->
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
card-played = { $seat } plays { $card } as a { $colour ->
    [red] Red
    [blue] Blue
   *[green] Green
 } card{ $on ->
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
