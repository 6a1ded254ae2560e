### Sentences of Men of Iron. Names of sides, leaders, Commands and units come from the battle; places are hexes: 1307.

## Words

unit = { $unit } ({ $class })
side-unknown = side { $seat }
throw = { $sign ->
    [plus] { $natural } + { $added } = { $total }
    [minus] { $natural } - { $added } = { $total }
   *[none] { $natural }
 }
order = { $order ->
    [form_shield_wall] form a Shield Wall
    [leave_shield_wall] leave the Shield Wall
    [form_schiltron] form a Schiltron
   *[leave_schiltron] leave the Schiltron
 }

## Results of the tables

outcome = { $outcome ->
    [disordered] Disordered
    [unhorsed] Unhorsed
    [retreat] Retreat 1 Hex
    [retired_or_unhorsed] Retired or Unhorsed
    [retired] Retired
    [eliminated] Eliminated
   *[none] no effect
 }
cell-attacker = Attacker { $result }
cell-defender = Defender { $result }
cell-continued = Continued Attack
cell-next = { $before }, { $next }

## Place in the game

phase = { $phase ->
    [over] Battle over
    [set_up] Set-up
    [free_activation] Free Activation
    [continuation] Continuation
    [move_fire] Move/Fire
    [shock] Shock Phase
    [continued_attacks] Continued Attacks
    [rally] Rally Phase
    [loss_check] Loss Check
   *[activation] Activation
 }
moment = Activation { $activation } · { $side } · { $phase }

## Set-up

battle-set-out = { $title } is set out.
unit-placed = { $unit } is placed on { $hex }, facing { $facing } o'clock.
leader-placed = { $leader } is placed on { $hex }.
standard-placed = The Standard of { $standard } is placed on { $hex }.

## Activations

command-activated = { $side }: Command { $command } is activated ({ $kind }).
standard-activated-to-move = { $side }: the Standard of { $standard } is activated to move to { $to }.
standard-activated-to-rally = { $side }: the Standard of { $standard } is activated to rally.
passed = { $side } passes.
command-named = { $side } names Command { $command } to continue with.
seizure-declared = { $side } tries to seize with Command { $command }.
seizure-declined = { $side } does not seize.
continuity-rolled = Continuity with { $command }: { $throw } against { $rating } { succeeds }.
seizure-rolled = Seizure with { $command }: { $throw } against { $rating } { succeeds }.
succeeds = { $success ->
    [yes] succeeds
   *[no] fails
 }
free-activation-gained = { $side } has a Free Activation.
leader-replaced = The replacement of { $leader } takes command on { $hex }.
formation-changed = { $units } { order }.
all-in-command = All units of { $command } are in command.
out-of-command = Out of command of { $command }: { $units }.

## Movement

unit-began = { $unit } begins its Move/Fire.
move-fire-ended = The Move/Fire of { $unit } is over.
unit-stepped = { $mover } moves from { $from } to { $to }{ through } for { $cost } MP, facing { $facing } o'clock{ $stopped ->
    [yes] , and must stop
   *[no] { "" }
 }.
through = { $through ->
    [none] { "" }
   *[other] { " " }through { $through }
 }
with-leaders = { $unit } with { $leaders }
reinforcement-entered = { $mover } enters the map at { $at }, facing { $facing } o'clock.
unit-turned = { $unit } turns to { $to } o'clock{ $by ->
    [charge] { " " }in its Charge
    [counter_charge] { " " }in its Counter-Charge
   *[order] { "" }
 }.
hobilar-changed = { $unit } { $dismounted ->
    [yes] dismounts
   *[no] mounts
 }.
leader-stepped = { $leader } moves alone from { $from } to { $to }.
pass-through-rolled = { $unit } rides through { $through }: { $throw } { $harmed ->
    [yes] disorders it
   *[no] leaves it in order
 }.

## Fire

reaction-fired = { $unit } fires in reaction at { $target }, range { $range }: { $throw }, { $result }.
active-fired = { $unit } fires at { $target }, range { $range }: { $throw }, { $result }.
return-fired = { $unit } returns fire at { $target }, range { $range }: { $throw }, { $result }.

## Shock and Charge

attack = { $attackers } on { $defenders }
attacker-charging = { $unit } (Charge)
attacks-next = { $before }; { $next }
counter-charge-rolled = { $unit } tries to counter-charge { $against ->
    [fire] against the fire of { $targets }
   *[shock] { $targets }
 }: { $throw } { succeeds }.
counter-charger-moved = { $unit } counter-charges from { $from } to { $to }.
counter-attack-made = Counter-Charge: { $attack }.
no-attack-declared = No attack is declared.
attacks-declared = Declared: { $attacks }.
charge-rerouted = { $unit } takes another path.
charge-dropped = { $unit } has no path left and drops out.
charger-moved = { $unit } charges from { $from } to { $to }.
charge-arrived = { $unit } reaches the target of its Charge.
reluctance-rolled = Charge Reluctance of { $unit } against { $target }: { $throw }, it { $success ->
    [yes] charges on
   *[no] is Reluctant
 }.
retreated-before-shock = { $unit } retreats before shock from { $from } to { $to }, facing { $facing } o'clock.
shock-rolled = { $table ->
    [charge] Charge
   *[shock] Shock
 }: { $attackers } on { $defender }: { $throw }, { $result }.
attack-over = This attack is over.

## Results

unit-disordered = { $unit } is Disordered.
unit-retreated = { $unit } retreats from { $from } to { $to }{ through }, facing { $facing } o'clock.
unit-retired-here = { $unit } is Retired and stays in { $to }: it is as near to its Standard as it can be.
unit-retired = { $unit } retires to its Standard, to { $to }.
unit-unhorsed = { $unit } is Unhorsed.
unit-eliminated = { $unit } is Eliminated in { $hex }.
leader-rolled = Casualty roll for { $leader } { $form ->
    [fire] under fire
   *[shock] in Shock
 }: { $throw }, the leader is { $killed ->
    [yes] killed
   *[no] unharmed
 }.
leader-killed = { $leader } is killed in { $hex }.
leader-captured = { $leader } is captured in { $hex }.
leader-moved = { $leader } goes to the unit in { $to }.
leader-removed = { $leader } has no Command left and is removed.
unit-advanced = { $unit } advances from { $from } to { $to }, facing { $facing } o'clock.
continued-attack-earned = { $unit } earns a Continued Attack.
round-ended = A round of the Shock Phase is over.

## Rally and Standards

unit-rallied = { $unit } rallies and is { $to ->
    [normal] Normal
    [disordered] Disordered
   *[retired] Retired
 }.
standard-check-rolled = Its Standard leaves { $unit }: { $throw }, it { $eliminated ->
    [yes] is lost
   *[no] holds out
 }.
standard-moved = The Standard of { $standard } moves to { $to }.
standard-captured = The Standard of { $standard } is captured in { $hex }.

## Ends

loss-checked = Loss Check of { $side }: { $die } + { $points ->
    [one] 1 Flight Point
   *[other] { $points } Flight Points
 } against { $level }, the army { army-flees }.
loss-checked-without-roll = Loss Check of { $side }: { $points ->
    [one] 1 Flight Point
   *[other] { $points } Flight Points
 } against { $level }, the army { army-flees } without a roll.
army-flees = { $fails ->
    [yes] flees
   *[no] stands
 }
activation-ended = The Activation is complete.
battle-won = { $side } wins: { ending }.
battle-drawn = The battle is drawn: { ending }.
ending = { $reason ->
    [loss_check] the other army flees
    [both_fled] both armies flee
   *[passes] both players keep passing
 }
outcome-reason = { $reason ->
    [loss_check] loss check
    [both_fled] both fled
   *[passes] passes
 }
position-noted = { $side } may choose Activation { $activation } on the map as it was noted: { $pieces ->
    [0] nothing else changed
    [one] 1 piece noted
   *[other] { $pieces } pieces noted
 }
noted-counts = Activation
noted-phase = Free Activation
noted-standard = Standard { $standard }
noted-condition = { $condition ->
    [disordered] Disordered
    [retired] Retired
    [shield_wall] in a Shield Wall
    [schiltron] in a Schiltron
   *[dismounted] Dismounted
 }
noted-gone = { $way ->
    [eliminated] eliminated
    [lost] killed or captured
   *[captured] captured
 }
noted-not-in-play = a position is noted in a battle in play, from its first Activation to its end
noted-no-activation = Activations run from 1 to { $most }
noted-no-player = A or B is active
noted-off-map = a piece stands on a hex of the map
placed-no-piece = this command places no piece before the battle
noted-one-status = a unit is Disordered or Retired, not both
noted-one-formation = a unit is in a Shield Wall or a Schiltron, not both
noted-unsound = no map can stand so: { $fault }
position-patched = A ruling changed the position.

## Steps that are taken up

nothing-left = Nothing is left to be done.
step-set-up = { $side } places its pieces.
step-opening-formations = { $side } gives formation orders.
step-free-choice = A Free Activation is chosen.
step-continuation = { $side } may continue or pass.
step-seize-offer = { $side } may seize before { $command } continues.
step-replacements = Replacement leaders are placed.
step-formation-order = A formation order for { $command }.
step-command-status = Checking the command status of { $command }.
step-move-fire = The Move/Fire Phase goes on.
step-acts = { $unit } goes on as ordered.
step-displace = Checking leaders and Standards in { $hex }.
step-reaction = { $unit } { $on ->
    [charge] charges
    [counter_charge] counter-charges
   *[move] comes
 } into { $hex }: Reaction Fire?
step-shot = { $unit } takes aim at { $target }.
step-after-shot = The shot of { $unit } has its results.
step-counter-ride = { $unit } counter-charges towards { $target }.
step-counter-goes-on = The Counter-Charge of { $unit } is fought out.
step-declare-attacks = The Shock Phase: attacks are declared.
step-charge-moves = Chargers are moved.
step-charge-ride = { $unit } charges.
step-retreats-before-shock = Retreats Before Shock.
step-advance-before-shock = Attack { $number }: the defender retreated before shock.
step-counter-charges = Counter-Charges.
step-resolution = Attacks are resolved.
step-fight = The dice of { $attack } are rolled.
step-hits = The results at the units of { $side }.
step-suffer = The result at { $unit }: { $result }.
step-retreat = { $unit } must retreat.
step-retire = { $unit } is Retired to its Standard.
step-leader-placement = { $leader } has lost { $lost } and is placed.
step-leaders-adrift = A leader has no Command left.
step-advance = The advance after { $attack }.
step-continued-attacks = Continued Attacks.
step-rally = The Rally Phase.
step-standard-rally = The Standard of { $standard } rallies.
step-standard-move = The Standard of { $standard } is taken to { $to }.
step-end-of-activation = The end of the Activation.
attack-numbered = attack { $number }
attack-counter = the Counter-Charge

## Answers

answered-by = { $side }: { $answer }
answer-yes = yes.
answer-no = { $topic ->
    [reaction_fire] no Reaction Fire.
    [return_fire] no Return Fire.
    [counter_charge] no Counter-Charge.
    [counter_charge_fire] no Counter-Charge.
    [retreat_before_shock] nobody retreats before shock.
    [advance_before_shock] nobody advances.
    [formation_order] no formation order.
   *[other] no.
 }
answer-unit = { $unit }.
answer-fires = { $unit } fires in reaction.
answer-place = { $unit } to { $hex }, facing { $facing } o'clock.
answer-eliminate = the unit does not retreat and is Eliminated.
answer-course = by { $path }.
answer-counter-charge = { $unit } counter-charges { $targets }.
answer-attack = attack { $number } is next.
answer-formation = { order }.

## Questions

ask = { $side }: { $question }
ask-set-up = place your pieces
ask-opening-formations = formation orders before the first Activation?
ask-free-activation = which Command or Standard do you activate?
ask-continuation = with which Command do you continue?
ask-seizure = do you try to seize?
ask-move-fire = which unit moves or fires?
ask-declare-attacks = which attacks?
ask-continued-attacks = which Continued Attacks?
ask-topic = { $topic ->
    [replacement] with which unit does { $unit ->
        [none] the replacement leader
       *[other] { $unit }
     } stand?
    [formation_order] a formation order for the Command?
    [reaction_fire] who makes Reaction Fire at { $unit }?
    [return_fire] does { $unit } return fire?
    [counter_charge_fire] does { $unit } counter-charge?
    [next_charger] which charger moves next?
    [charge_path] by which path does { $unit } charge?
    [retreat_before_shock] who retreats before shock?
    [advance_before_shock] who enters the vacated hex?
    [counter_charge] who counter-charges?
    [next_attack] which attack is resolved next?
    [next_result] whose result is applied next?
    [retreat] where does { $unit } retreat to?
    [retire] where does { $unit } retire to?
    [leader_placement] with which unit is the leader placed?
    [advance] who advances, where to?
   *[continued_attack] who earns the Continued Attack?
 }

## Offers

offer-group = { $group ->
    [set_up] Set-up
    [formations] Formations
    [activation] Activation
    [standards] Standards
    [leaders] Leaders
    [fire] Fire
    [charge] Charge
    [counter_charge] Counter-Charge
    [retreat_before_shock] Retreat Before Shock
    [shock] Shock
    [results] Results
   *[movement] Movement
 }
help-command = { $command ->
    [place_unit] The unit stands on a hex of its area and faces a vertex of it.
    [place_leader] Afterwards a leader moves along with a unit, or alone.
    [place_standard] Retired units are placed at their Standard and rally there.
    [order_formation] All units of the Command that can take the formation go into it, or all come out.
    [all_placed] All your pieces stand where they begin the battle.
    [no_more_formations] You give no further formation orders before the first Activation.
    [activate] In a Free Activation you pick any of your Commands, without a roll.
    [rally_standard] Retired units at the Standard become Disordered. It takes the place of a Command's Activation.
    [move_standard] The Standard goes to any hex that it may enter; Retired units beside it may be lost.
    [pass] The other player gets a Free Activation, and your continuity penalty ends.
    [continue] Another of your Commands goes on if its leader's roll, with your penalty, is within their Activation Rating. First the other player may try to seize.
    [seize] If the roll is within the leader's Activation Rating you become the active player and this Command is activated at once.
    [decline] The other player rolls to continue.
    [move] Hex by hex in any direction; each hex costs Movement Points. A unit finishes its move and its fire before the next one begins.
    [enter] The first Movement Point puts the unit on an entry hex; the rest of its allowance is left.
    [turn] Turning costs nothing while a unit is activated.
    [fire] One shot at one target. Foot units fire after they moved; mounted ones before, during or after it.
    [change_mount] It costs 3 Movement Points, away from enemies and out of their missile range.
    [move_leader] A leader moves alone, but not next to an enemy unless a friendly unit is there.
    [end_move_fire] Nobody moves or fires any more in this Activation: the Shock Phase begins.
   *[attack] All attacks and Charges are declared together and then carried out; without any, the Activation goes on.
 }
help-question = { $topic ->
    [replacement] A lost leader is replaced when the Command is activated.
    [formation_order] It is given before any unit of the Command moves.
    [reaction_fire] A missile unit may fire at an enemy that moves within its reach.
    [return_fire] The target of a shot may shoot back if the firer is within its range and arc.
    [counter_charge_fire] Mounted men-at-arms may charge a missile unit that fires at them from the front or the flank.
    [next_charger] Chargers move one at a time, in the order that you choose.
    [charge_path] The declared path is no longer free; another one may be taken.
    [retreat_before_shock] A mounted unit that only foot units attack may ride away first.
    [advance_before_shock] An attacker may enter the hex that the defender left.
    [counter_charge] Mounted men-at-arms may meet an attack with a charge of their own.
    [next_attack] Attacks are resolved in the order that you choose.
    [next_result] Results are applied in the order that you choose.
    [retreat] A unit retreats away from the enemy. Without a legal hex it is eliminated.
    [retire] The unit is placed at its Standard, or near it, and may do nothing until it is rallied.
    [leader_placement] The leader joins a unit of his Command.
    [advance] One attacker must enter the hex that the defender left.
   *[continued_attack] Exactly one of the attackers earns it.
 }

offer-order = Command { $command }: { order }
offer-no-orders = no further formation orders
offer-activate = activate Command { $command }
offer-rally = Standard { $standard } rallies
offer-move-standard = move Standard { $standard }
offer-pass = pass
offer-continue = continue with Command { $command }
offer-seize = seize with Command { $command }
offer-no-seizure = do not seize
offer-leader-alone = { $leader }: alone to { $to }
offer-end-move-fire = end all movement and fire
offer-step = { $unit }: to { $to }{ $facing ->
    [none] { "" }
   *[other] , facing { $facing }
 }
offer-whole-move = { $unit }: to { $to }, facing { $facing } ({ $cost } Movement Points)
offer-step-form = { $unit }: to { $to } with another facing or other leaders
offer-turn = { $unit }: turn to { $facing }
offer-fire = { $unit }: fire at { $target }
offer-mount = { $unit }: mount
offer-dismount = { $unit }: dismount
offer-enter = { $unit }: enter at { $at }, facing { $facing }
offer-attacks = declare all attacks
offer-place = place { $piece }
offer-place-standard = place Standard { $standard }
offer-ready = the set-up is done
choice-yes = yes
choice-no = no
choice-unit = { $unit }
choice-place = { $unit } to { $hex }{ through }, facing { $facing }
choice-eliminate = does not retreat and is Eliminated
choice-course = by { $path }
choice-course-turning = by { $path } turning to { $facing } after { $after }
choice-counter-charge = { $unit } counter-charges { $targets }{ $path ->
    [none] { "" }
   *[other] { " " }by { $path }
 }{ $turn ->
    [none] { "" }
   *[other] , turning to { $turn }
 }
choice-attack = attack { $number }
choice-formation = { order }
path-next = { $before }-{ $next }
targets-next = { $before } and { $next }

## Inspection

inspect-values = { $unit }: Movement Allowance { $allowance }, Shock Defense DRM { $defense }.
inspect-reach = { $unit } can reach { $hexes ->
    [one] 1 hex
   *[other] { $hexes } hexes
 }; { $watched } of them in front of a missile unit that may react.
inspect-no-zone = { $unit } exerts no zone of control.
inspect-zone = { $unit } exerts a zone of control in { $hexes }.
inspect-fire = { $unit } at { $target }, range { $range } (about { $yards } yards): { $effect } % for some effect.
inspect-attack = { $unit } { $kind ->
    [charge] charges
   *[shock] shocks
 } { $enemy }: { $effect } % for some effect, { $continued } % to earn a Continued Attack.
inspect-in-command = { $unit } would be in command of { $leader }.
inspect-out-of-command = { $unit } would be out of command.
inspect-continuity = Command { $command }: { $continuity } % to continue with it now, { $seizure } % to seize with it.
inspect-loss-check = { $chance } % to flee in a Loss Check now.
inspect-points = { $points } Flight Points of { $side }
inspect-whole-shock = These attacks with all that follows: { $losses } on average, { $continued } % to fight a Continued Attack.

## Coach: the detectors, by name and by what they watch for

detector-seizing-against-the-odds = Seizing against the odds
detector-seizing-against-the-odds-watches = A Seizure that is not likely, against a Command that could reach nobody, and it failed.
detector-continuing-too-long = Continuing too long
detector-continuing-too-long-watches = A Continuity roll at +2 and more with at most 20 %, while Disordered units out of the enemy's reach could rally.
detector-wrong-order = Wrong order for continuity
detector-wrong-order-watches = The better leader was named first at +0 and the worse one at +1: the other way round both would have been likelier.
detector-bad-seizure-leader = Bad Seizure leader
detector-bad-seizure-leader-watches = A Seizure with a Command whose chance is at least 20 % lower than that of another one with an attack in reach.
detector-one-against-two = Attacking one against two
detector-one-against-two-watches = One unit attacked two although a second one could have taken one of them.
detector-missing-the-second-side = Missing the second side
detector-missing-the-second-side-watches = An attack through one side although a free unit could have attacked through another: +4.
detector-disordered-attack = Disordered attackers
detector-disordered-attack-watches = An attack with -2 for a Disordered attacker, whose absence would have made the sum higher.
detector-no-retreat-before-shock = No Retreat Before Shock
detector-no-retreat-before-shock-watches = Genitors or hobilars stayed before foot, and were Retired or Eliminated.
detector-forgotten-counter-charge = Forgotten Counter-Charge
detector-forgotten-counter-charge-watches = A Counter-Charge against a charger with at least 40 % was not tried.
detector-ignoring-the-flight-level = Ignoring the Flight Level
detector-ignoring-the-flight-level-watches = With a Loss Check that can fail ahead, the attack with the worst exchange was made.
detector-frontal-charge = Charging pikes frontally
detector-frontal-charge-watches = A Charge into the front of pikes or dismounted men-at-arms, while a path to their flank existed.
detector-moved-before-charging = Moving before charging
detector-moved-before-charging-watches = A charger moved although it could have charged the same target from where it stood: +2 became +1.
detector-leader-left-home = Leaving the leader home
detector-leader-left-home-watches = A Charge by a unit next to its own leader, who could have ridden along for +1.
detector-wrong-target = Shooting at a unit in order
detector-wrong-target-watches = A shot at a Normal target while a Disordered or Retired one promised more.
detector-walking-into-fire = Moving into a longbow's front needlessly
detector-walking-into-fire-watches = A step before a missile unit that may react, while a hex with the same next attack and no reaction was in reach.
detector-crossbow-wasted = Wasting the crossbow's reaction
detector-crossbow-wasted-watches = The one reaction of a crossbow was used with under 20 %, and a target with twice that came later.
detector-declined-return-fire = Declining Return Fire
detector-declined-return-fire-watches = Return Fire with at least 20 % for some effect was declined; it costs nothing.
detector-standard-too-near = Standard too near the front
detector-standard-too-near-watches = A Retired unit was eliminated because no route led to its Standard, with enemy zones on or next to it.
detector-standard-never-used = Standard never used
detector-standard-never-used-watches = Three and more Retired units stood at a Standard while a Free Activation went to a Command that did nothing.
detector-standard-moved-away = Moving a Standard away from Retired units
detector-standard-moved-away-watches = Moving a Standard cost units that it could have rallied.
detector-exposed-horse = Exposed horse
detector-exposed-horse-watches = Disordered men-at-arms on horses were left with enemy foot at their flank or rear.
detector-rally-missed = Rally missed
detector-rally-missed-watches = A Disordered unit with no enemy within three hexes turned or moved a hex instead of rallying.
detector-riding-down-archers = Riding down own archers
detector-riding-down-archers-watches = Men-at-arms rode through friendly missile infantry although a way around cost no more.
detector-out-of-command = Out of command
detector-out-of-command-watches = Two units and more are out of command that were in it before their leader's own last move.
detector-facing = Facing nobody
detector-facing-watches = A missile unit has no enemy in range inside its arc, but would with one vertex of turning.

## Coach: better choices

coach-no-seizure = no Seizure
coach-continues-first = { $command } continues first
coach-attacks = { $unit } attacks { $target }
coach-attacks-too = { $unit } attacks { $target } too
coach-attack-without = the attack is made without { $unit }
coach-charges-by = { $unit } charges { $target } by { $path }
coach-returns-fire = { $unit } returns fire at { $firer }
coach-standard-rallies = the Standard of { $standard } rallies
coach-moves = { $unit } moves { $path }
coach-turns = { $unit } turns to { $facing } o'clock

## Coach: Activations

coach-seizing-against-the-odds = { $named } could have reached nobody, and the Seizure with { $command } gave a Free Activation away.
coach-continuing-too-long = { $units ->
    [one] 1 Disordered unit of { $command } stands
   *[other] { $units } Disordered units of { $command } stand
 } out of reach and could rally when { $command } acts again.
coach-wrong-order = { $command } before { $first } would have made both likelier.
coach-bad-seizure-leader = { $command } has the better leader and an attack in reach.
coach-out-of-command = The leader of { $command } left { $units } units behind.

## Coach: Fire

coach-wrong-target = { $target } was shaken already and stood to suffer more.
coach-walking-into-fire = { $target } could be attacked from { $hex } as well, where nobody reacts.
coach-crossbow-wasted = { $target } would have been the better target of its one reaction.
coach-declined-return-fire = Return Fire at { $firer } would have cost nothing.
coach-facing = Facing { $facing } o'clock { $unit } would have a target.

## Coach: Shock and Charge

coach-one-against-two = { $unit } could have attacked one of them.
coach-missing-the-second-side = With { $unit } { $target } would have been attacked from two sides.
coach-disordered-attack = Without { $unit } the attack would have been stronger.
coach-no-retreat-before-shock = { $unit } could have gone back at no cost.
coach-forgotten-counter-charge = { $unit } could have met the Charge and taken its benefits away.
coach-ignoring-the-flight-level = Of all attacks at hand this one costs most, with a Loss Check ahead.
coach-frontal-charge = { $target } could be charged by { $path } without a Reluctance roll.
coach-moved-before-charging = { $target } was in reach of a Charge from where it stood.
coach-leader-left-home = { $leader } stood next to { $unit } and would have added 1.

## Coach: movement, rally and Standards

coach-exposed-horse = { $enemy } stands at the flank or rear of { $unit }, which can neither counter-charge nor retreat.
coach-rally-missed = Left alone { $unit } would be Normal now.
coach-riding-down-archers = { $hex } could be reached around them.
coach-standard-too-near = Enemy zones of control reach the Standard in { $hex }.
coach-standard-never-used = The Standard of { $standard } would have rallied { $units ->
    [one] 1 unit
   *[other] { $units } units
 }.
coach-standard-moved-away = It could have rallied { $units ->
    [one] 1 unit
   *[other] { $units } units
 }, and cost { $lost }.

## Reasons to refuse what has no chapter of its own

no-question = no question is open
other-asked = the other player is asked
no-choice = this is not one of the choices
no-battle = there is no battle "{ $battle }" in this pack; it has { $known }
battles-next = { $before }, { $next }
battle-faults = this battle has faults
no-pack = there is no pack "{ $pack }"
pack-faults = this pack has faults
no-unit = there is no unit "{ $unit }" in this battle
about-unread = { $why }
acts-out-of-bounds = one order has 1 to { $most } acts, not { $found }
ruling-impossible = { $why }
ruling-unread = { $fault }
ruling-broken = { $fault }
position-broken = { $fault }
sketch-unread = { $fault }

## Reasons why a placement before the battle is refused, in the order in which it is judged.

setup-refusal-not-now = pieces are placed only before the battle
setup-refusal-not-yours = the player who does not start sets up first
setup-refusal-not-to-place = this is not one of the pieces that you place
setup-refusal-no-area = that hex is outside of the set-up area
setup-refusal-prohibited = the terrain is prohibited to this piece
setup-refusal-occupied = a combat unit is in that hex
setup-refusal-missing = there are pieces still to be placed

## Reasons why an opening formation order is refused, in the order in which it is judged.

opening-order-refusal-not-now = formation orders are given before the first Activation, or at the start of one
opening-order-refusal-not-yours = the player who does not start orders first
opening-order-refusal-no-command = this side has no such Command
opening-order-refusal-given = this Command has had its order
opening-order-refusal-not-allowed = the battle does not allow this Command that formation
opening-order-refusal-nobody = no unit of the Command can form or leave it

## Reasons why a choice of what to activate is refused, in the order in which it is judged.

activation-refusal-not-now = nothing is activated now
activation-refusal-not-yours = the other player chooses
activation-refusal-no-command = this side has no such Command
activation-refusal-no-standard = this side has no such Standard in play
activation-refusal-fixed = the battle names the Command that opens it
activation-refusal-empty = no unit of this Command is left
activation-refusal-not-available = this Command is not available yet
activation-refusal-not-free = a Standard is activated only in a Free Activation
activation-refusal-repeated = this Command has just completed its Activation
activation-refusal-target = the Standard cannot stand in that hex
activation-refusal-no-seizure = a Seizure is tried only when the other player names a Command to continue with

## Reasons why a unit may not act in the Move/Fire Phase, in the order in which it is judged.

acting-refusal-no-unit = there is no such unit
acting-refusal-not-active = only units of the activated Command move and fire
acting-refusal-not-now = units move and fire only in the Move/Fire Phase
acting-refusal-finished = this unit's Move/Fire is over
acting-refusal-passing = a unit stands in the hex of a friendly unit and must move on first

## Reasons why leaders may not ride along, in the order in which it is judged.

rider-refusal-not-here = only a leader in the unit's own hex rides along
rider-refusal-underway = a leader rides along only from the unit's first step on
rider-refusal-moved = this leader has moved in this Activation

## Reasons why a step is refused, in the order in which it is judged.

step-refusal-off-map = this unit is not on the map: it enters by an entry hex
step-refusal-shield-wall = a unit in Shield Wall does not move
step-refusal-schiltron = a unit in Schiltron does not move
step-refusal-fired = a foot unit that has fired moves no more
step-refusal-not-adjacent = movement goes to an adjacent hex
step-refusal-edge = no unit moves off the map
step-refusal-entry-hex = enemy reinforcements are still due at that hex
step-refusal-occupied = a combat unit is in that hex
step-refusal-prohibited = the terrain is prohibited to this unit
step-refusal-held = an out-of-command foot unit that began in an enemy zone of control stays in its hex
step-refusal-near-enemy = an out-of-command unit does not enter a hex next to an enemy unit
step-refusal-enemy-piece = an out-of-command unit does not enter the hex of an enemy leader or Standard
step-refusal-retired-far = a Retired unit moves only nearer to its Standard
step-refusal-retired-moved = a Retired unit moves one hex in an Activation
step-refusal-stopped = a unit that enters an enemy zone of control stops there
step-refusal-reentered = a unit does not come back into a zone of control that it has left
step-refusal-too-dear = there are not enough Movement Points
step-refusal-pass-into-zoc = the unit would have to stop in a hex with a friendly unit
step-refusal-pass-nowhere = the unit could not move on out of the friendly unit's hex

## Reasons why a leader's step alone is refused, in the order in which it is judged.

leader-step-refusal-no-leader = there is no such leader on the map
leader-step-refusal-not-active = only a leader of the activated Command moves alone
leader-step-refusal-not-now = leaders move only in the Move/Fire Phase
leader-step-refusal-passing = a unit stands in the hex of a friendly unit and must move on first
leader-step-refusal-moved = a leader moves once in an Activation, with a unit or alone
leader-step-refusal-not-adjacent = movement goes to an adjacent hex
leader-step-refusal-edge = nobody moves off the map
leader-step-refusal-enemy-piece = an enemy unit, leader or Standard is in that hex
leader-step-refusal-in-zoc = that hex is in an enemy zone of control and holds no friendly unit
leader-step-refusal-prohibited = the terrain is prohibited
leader-step-refusal-too-dear = there are not enough Movement Points

## Reasons why a turn is refused, in the order in which it is judged.

turn-refusal-off-map = this unit is not on the map
turn-refusal-schiltron = a unit in Schiltron has no facing to change
turn-refusal-fired = a foot unit that has fired does not turn any more
turn-refusal-same = the unit faces that vertex already
turn-refusal-shield-wall = a unit in Shield Wall turns by one vertex at most
turn-refusal-in-zoc = a unit that began in an enemy zone of control and stays in its hex turns by one vertex at most

## Reasons why mounting or dismounting is refused, in the order in which it is judged.

change-refusal-no-hobilar = only hobilars mount and dismount
change-refusal-off-map = this unit is not on the map
change-refusal-retired = a Retired unit only moves one hex towards its Standard
change-refusal-fired = a foot unit that has fired does nothing more
change-refusal-stopped = a unit that had to stop spends no more Movement Points
change-refusal-changed = a hobilar changes once in an Activation
change-refusal-too-dear = mounting and dismounting cost 3 Movement Points
change-refusal-near-enemy = a hobilar does not mount or dismount next to an enemy unit
change-refusal-in-range = a hobilar does not mount or dismount within missile range of an enemy unit

## Reasons why an entry is refused, in the order in which it is judged.

entry-refusal-not-due = this unit is not waiting off the map
entry-refusal-no-entry = reinforcements of this Command do not enter there
entry-refusal-enemy-entry = enemy reinforcements are still due at that hex
entry-refusal-occupied = a combat unit is in that hex
entry-refusal-prohibited = the terrain is prohibited to this unit
entry-refusal-near-enemy = an out-of-command unit does not enter a hex next to an enemy unit
entry-refusal-enemy-piece = an out-of-command unit does not enter the hex of an enemy leader or Standard
entry-refusal-too-dear = there are not enough Movement Points
entry-refusal-not-this-leader = only a leader of its side that waits off the map enters with it
entry-refusal-leader-first = the Command's leader enters with its first unit

## Reasons why a shot is refused, in the order in which it is judged.

fire-refusal-fired = a unit makes one Active Fire in an Activation
fire-refusal-no-weapon = this unit has no missile weapon in hand
fire-refusal-retired = a Retired unit does not fire
fire-refusal-not-a-target = only an enemy combat unit on the map can be the target
fire-refusal-range = the target is beyond the weapon's range
fire-refusal-flank-rear-spine = a line along the spine between flank and rear counts as rear
fire-refusal-arc = the target is behind the unit
fire-refusal-sight = there is no line of sight to the target
fire-refusal-units = a unit stands in the line of fire of a weapon that does not shoot over units
fire-refusal-hobilar-moved = a hobilar that moved, mounted or dismounted does not fire in that Activation

## Reasons why a Charge is refused, in the order in which it is judged.

charge-refusal-out-of-command = an out-of-command unit does not charge
charge-refusal-distance = one or two hexes must lie between charger and target
charge-refusal-sight = there is no line of sight to the target
charge-refusal-class = only mounted men-at-arms charge
charge-refusal-disordered = a Disordered or Retired unit does not charge
charge-refusal-began-adjacent = a unit that began the Activation next to an enemy does not charge
charge-refusal-course = that is not a legal path of a Charge at this target
charge-refusal-occupied = a combat unit stands on the path
charge-refusal-enemy-piece = an enemy leader or Standard is on the path
charge-refusal-enemy-entry = enemy reinforcements are still due at a hex of the path
charge-refusal-zoc = a hex of the path before its end lies in an enemy zone of control
charge-refusal-terrain = terrain forbids the Charge
charge-refusal-shield-wall = a Shield Wall is not charged through its front
charge-refusal-schiltron = a Schiltron is not charged

## Reasons why a declaration is refused, in the order in which it is judged.

declaration-refusal-not-now = attacks are declared at the beginning of the Shock Phase and of its rounds
declaration-refusal-not-yours = the active player declares
declaration-refusal-no-unit = there is no such unit on the map
declaration-refusal-not-active = only units of the activated Command attack
declaration-refusal-not-continuing = only units with a Continued Attack attack in this round
declaration-refusal-charge-continued = a Continued Attack cannot be a Charge
declaration-refusal-no-attacker = an attack has at least one attacker and one defender
declaration-refusal-shape = an attack has one defender, or one attacker and two defenders
declaration-refusal-attacks-twice = a unit takes part in only one attack
declaration-refusal-attacked-twice = a unit is attacked only once
declaration-refusal-no-row = this class does not attack by Shock
declaration-refusal-retired = a Retired unit does not attack
declaration-refusal-shield-wall = a unit in Shield Wall does not attack
declaration-refusal-schiltron = a unit in Schiltron does not attack
declaration-refusal-not-an-enemy = only an enemy combat unit can be attacked
declaration-refusal-no-cell = the Weapon System Matrix does not allow this attack
declaration-refusal-not-in-front = a Shock attack goes into a frontal hex
declaration-refusal-terrain = the terrain forbids this attack
declaration-refusal-two-targets = a Charge has one target
declaration-refusal-shared-path = two Charges use the same hex
declaration-refusal-unattacked = every enemy in front of a Shocking unit must be attacked
declaration-refusal-must-continue = a unit with a Continued Attack must attack what is in front of it

## Faults of packs

pack-fault-system = "men-of-iron" is expected
pack-fault-too-many-maps = a pack has at most { $most } maps
pack-fault-map-without-command = no battle on this map has a Command { $command }
pack-fault-battle-id-twice = another battle has this id
pack-fault-no-map = there is no map "{ $map }" in this pack
pack-fault-id = an id has 1 to 40 lower-case letters, digits and hyphens
pack-fault-text = a text of 1 to 200 letters is expected
pack-fault-no-clear-ground = every chart has clear ground: hexes that a map does not name are clear
pack-fault-clear-ground-closed = clear ground can be entered
pack-fault-no-slope = levels that differ make slopes, so the chart needs this entry
pack-fault-no-unhorsed-class = men-at-arms that are Unhorsed become this class
pack-fault-unhorsed-mounted = Unhorsed men-at-arms are on foot
pack-fault-no-weapon = there is no weapon { $weapon }
pack-fault-class-unknown = there is no such class
pack-fault-matrix-value = a whole number from -9 to 9, or null, is expected
pack-fault-drm = a whole number from -9 to 9 is expected
pack-fault-rows-not-rising = rows stand from the lowest die roll to the highest
pack-fault-no-rows = a table has at least one row
pack-fault-off-the-map = the map has { $columns } columns and { $rows } rows
pack-fault-no-terrain = there is no terrain { $terrain } in the chart
pack-fault-side-off-the-map = both hexes of a side are on the map
pack-fault-no-hexside-feature = there is no hexside feature { $feature } in the chart
pack-fault-feature-twice = this feature is named twice
pack-fault-too-many-pieces = a battle has at most { $most } of them
pack-fault-no-piece-or-class = no piece and no class has this id
pack-fault-sides = a battle has the sides A and B
pack-fault-command-of-other-side = this side has no such Command
pack-fault-starting-side = exactly one side starts
pack-fault-side-without-command = side { $seat } has no Command
pack-fault-no-such-side = there is no such side
pack-fault-no-leader = there is no leader { $leader } that heads { $id }
pack-fault-no-standard = there is no Standard { $standard } of { $id }
pack-fault-command-without-unit = a Command has at least one unit
pack-fault-no-shield-wall = this Command may not form a Shield Wall
pack-fault-no-schiltron = this Command may not form a Schiltron
pack-fault-hex-off-the-map = { $hex } is not on the map
pack-fault-terrain-closed = this unit may not enter the terrain of { $hex }
pack-fault-hex-occupied = another combat unit begins in { $hex }
pack-fault-no-entry-hex = the map has no entry hex for { $command }
pack-fault-no-area = units without a fixed hex need a set-up area
pack-fault-small-area = { $count } units need an area of at least { $hexes } hexes
pack-fault-no-command = there is no Command { $command }
pack-fault-hobilar-without-side = a hobilar has a dismounted side
pack-fault-side-without-hobilar = only hobilars have a dismounted side
pack-fault-no-class = there is no class { $class }
pack-fault-dismounted-mounted = a dismounted hobilar is on foot
pack-fault-dismounts = only hobilars dismount
pack-fault-reserved = this is a word of the notation
pack-fault-leader-of-no-command = there is no Command { $command } that this leader heads
pack-fault-leader-of-two-sides = all Commands of a leader are of one side
pack-fault-leader-heads-nothing = a leader heads a Command
pack-fault-leader-off-the-map = a leader off the map enters with units that are off the map
pack-fault-standard-of-no-command = there is no Command { $command } of this Standard
pack-fault-standard-of-two-sides = all Commands of a Standard are of one side
pack-fault-standard-without-command = a Standard is of some Command
pack-fault-standard-off-the-map = a Standard begins on the map
pack-fault-impassable = nobody can stand in { $hex }
pack-fault-enemy-in-hex = an enemy unit begins in { $hex }
pack-fault-hex-missing = a hex is expected: this side has no set-up area

## Faults of positions

position-no-unit = { $id } is no unit of this battle
position-no-leader = { $id } is no leader of this battle
position-no-standard = { $id } is no Standard of this battle
position-pieces-missing = pieces of the battle are missing
position-no-active-side = one of the two sides is active
position-off-the-map = { $hex } is not on the map
position-hex-twice = { $other } and { $unit } stand in { $hex }
position-hex-with-enemy = { $unit } shares { $hex } with an enemy leader or Standard
position-class = { $unit } is of class { $class }
position-no-dismounted-side = { $unit } has no dismounted side
position-place-to-begin = { $unit } has a place to begin in
position-no-formation = { $unit } cannot be in a formation
position-attack-of-no-unit = an attack speaks of { $unit }, which is not in this battle
position-not-moving = { $id } cannot be moving
position-activation-without-steps = an Activation is under way exactly while its steps are pending
position-count = a count is beyond every battle
position-over-with-steps = the battle is over and steps are pending
position-without-steps = nothing is to be done, and the battle is not over
position-question-below = a question lies on top of the step that asks it
position-acts-outside-their-phase = several acts are ordered in the Move/Fire Phase alone
position-step-of-no-unit = a step speaks of { $unit }, which is not in this battle
sketch-no-unit = this battle has no unit { $unit }
sketch-size-of-map = the map has { $columns } columns and { $rows } rows
sketch-off-the-map = { $hex } is not on the map: { $size }
sketch-no-leader = this battle has no leader { $leader }
sketch-no-standard = this battle has no Standard { $standard }
sketch-no-terrain = there is no terrain { $terrain } in the chart, which has { $known }
sketch-no-hexside = there is no hexside { $feature } in the chart, which has { $known }
sketch-no-command = player { $seat } has no Command { $command }

## Faults of records from elsewhere

record-battle = battle{ $path }: { $reason }
record-verdict = an adjusted die roll of { $total } { $told ->
    [yes] is
   *[no] is not
 } told as { $what }
record-activation-rating = the Activation Rating
record-points-spent = the points spent
record-allowance = a Movement Allowance
record-cost = a cost
record-units-out-of-command = units out of command
record-units-next-to-enemies = units next to an enemy
record-units-in-zones = units in zones of control
record-penalty = the penalty
record-dice-of-a-throw = { $dice } dice of { $sides } sides: one of { $wanted } is rolled
record-drms = the number of DRMs
record-range = the range
record-flight-points = Flight Points
record-flight-level = the Flight Level
record-failed-loss-check = a failed Loss Check
record-flight-without-roll = { $points } Flight Points against a level of { $level } are not decided without a roll
record-success = a success
record-loss = a loss
record-death = a death
record-harm = harm
record-targets = targets
record-attackers = attackers
record-attacks = attacks
record-units = units
fold-no-leader = there is no leader { $leader }
fold-no-standard = there is no Standard { $standard }
fold-no-unit = there is no unit { $unit }
fold-not-on-the-map = { $unit } is not on the map
fold-move-not-begun = { $unit } has not begun its Move/Fire
fold-no-attack = no such attack was declared
chart-cost-expected = a cost of 0 to 99 or "NA" is expected, not { $number }
chart-modifier-expected = a modifier of -9 to 9 or "NA" is expected, not { $number }
start-unread = a hex such as 1008, "off" or "area" is expected, not "{ $shown }"

## Boards

board-level = level { $level }
board-steep-slope = steep slope
board-entry = entry of { $command }
badge-shield-wall = Shield Wall
badge-out-of-command = out of command
badge-continued-attack = Continued Attack
board-unit = { $unit } ({ $class_name }, { $command })
board-standard-of = Standard of { $command }
badge-schiltron = Schiltron
badge-dismounted = dismounted
badge-charge = Charge
badge-shock = Shock
badge-normal = Normal
badge-disordered = Disordered
badge-retired = Retired

## Lines of the text notation

words-hexes-or-facing = hexes behind the first one, or a facing, are expected
words-nothing-after-semicolon = nothing stands behind a semicolon
words-act = hexes, a facing, `fire` with a hex or `change mount` is expected
words-facing = a facing such as v11 is expected
words-number-of-steps = a number of steps
words-course = a course such as 1009-1109 v3 after 1 is expected
words-with-leaders = `with` and leaders are expected
words-formation = `form` or `leave` and `shield wall` or `schiltron` are expected
words-attack = attackers, `on` and defenders are expected
words-attacker = a unit, or a unit with `charge` and its course, is expected
words-one-unit = one unit is expected
words-turn-or-path = `turn v3`, `by 1108` or both are expected
words-number-of-attack = the number of an attack
words-attack-from-one = attacks are counted from 1

## Whole attacks that are asked about

about-no-attacks = these are no attacks: { $why }
about-unfit-attacks = at least one attack of units on the map is expected, each Charge by a course of at most two hexes, and not so many chargers before missile units that their dice fall in too many ways; ask for the attacks one by one then

## Numbers that a suggestion of the coach weighs

number-angle-drm = angle DRM
number-angle-drm-missed = angle DRM missed
number-better-chance = better chance
number-chance = chance
number-chance-missed = chance missed
number-chance-of-an-effect = chance of an effect
number-chance-of-an-effect-of-its-best-shot = chance of an effect of its best shot
number-chance-of-an-effect-on-the-firer = chance of an effect on the firer
number-chance-of-reluctance = chance of reluctance
number-chance-that-both-commands-continue = chance that both Commands continue
number-chance-that-the-friend-is-disordered-or-retired = chance that the friend is Disordered or Retired
number-chance-to-eliminate = chance to eliminate
number-chance-to-eliminate-there = chance to eliminate there
number-chance-to-have-the-next-activation = chance to have the next Activation
number-chance-used = chance used
number-cost = cost
number-cost-around = cost around
number-could-rally = could rally
number-enemies-in-range-and-arc = enemies in range and arc
number-exchange = exchange
number-exchange-instead = exchange instead
number-flight-level = flight level
number-flight-points = flight points
number-flight-points-at-stake = flight points at stake
number-harm-in-steps = harm in steps
number-harm-in-steps-there = harm in steps there
number-joint-chance = joint chance
number-lost = lost
number-nearest-enemy = nearest enemy
number-other-order = other order
number-penalty = penalty
number-rating = rating
number-reactors = reactors
number-retired-units = retired units
number-steps = steps
number-strength-drm = strength DRM
number-strength-drm-one-against-one = strength DRM one against one
number-sum = sum
number-sum-of-all-drms = sum of all DRMs
number-sum-without-it = sum without it
number-the-same-where-nobody-reacts = the same where nobody reacts
number-units = units
number-units-rallied = units rallied
number-vertices = vertices
number-zones-on-or-next-to-it = zones on or next to it
number-exchange-of-flight-points = Flight Points of the enemy less own, on average
number-drm = DRM
number-drm-without-moving = DRM without moving
number-drm-missed = DRM missed
number-retired-units-expected-to-be-eliminated = Retired units expected to be eliminated
number-movement-points = Movement Points
