### What holds at every table, whatever is played there. Games have files of their own: engine/<game>/messages/en.ftl.
### A list of several things is joined by the messages under "Lists".

## Lists

list-empty = nobody
list-comma = { $before }, { $next }
list-last = { $before } and { $next }

## Who may decide

game-open = the game is open already
game-over = the game is over: { $reason }
seat-unknown = this game has no seat { $seat }
seat-unnamed = name the seat that speaks
seat-not-asked = seat { $seat } is not asked now
seat-not-asked-then = seat { $seat } is not asked then
several-seats-asked = several seats are asked: name one
no-question = no question is open
no-decision = the rules do not come to a decision: please report this game
does-not-follow = the rules emitted an event that does not follow: { $fault }
fold-fault = { $fault }
other-past = the past given is not that of this game

## What happens at the table

opened = { $title } begins.
taken-back = Taken back to { $to }.
taken-back-because = Taken back to { $to }: { $reason }
corrected = Corrected at { $at } ({ $reason }); { $redone ->
    [one] 1 later command
   *[other] { $redone } later commands
 } decided again.
corrected-and-stopped = { corrected } Stopped at { $stopped_at }: { $refusal } ({ $dropped ->
    [one] 1 command
   *[other] { $dropped } commands
 } left out).
redone = Decided again, was { $was }.
inserted = Put in by the correction.
ruled = Ruling: { $reason }
conceded = { $seat } concedes.
win-proposed = { $seat } proposes a win for { $side }.
draw-proposed = { $seat } proposes a draw.
accepted = { $seat } agrees.
declined = { $seat } declines.
said-by = { $seat }: { $text }
said = { $text }
won = The game is over, { $side } wins: { $reason }.
by-concession = conceded
by-agreement = agreed
drawn = The game is over, a draw: { $reason }.
seed-revealed = The seed of the dice is revealed.
reseeded = The dice are seeded anew.

## Dice

dice-missing = the rules now roll { $count ->
    [one] { $count } die
   *[other] { $count } dice
 } for { $purpose } (seat { $seat }); { $reported } reported
faces-needed = each face matters here: the { $count ->
    [one] die
   *[other] { $count } dice
 } for { $purpose } cannot be counted
count-expected = for { $purpose } { $expected } are expected
no-such-face = no die of { $sides } sides shows { $face }
dice-too-many = { $left } dice more were reported than the rules roll here
recorded-dice-missing = the recorded dice do not cover { $count } for { $purpose }
roll-too-large = no roll has more than { $most } dice
dice-decide-before = dice decide before the last of these commands
nobody-throws = nobody throws these dice
server-rolls = the server rolls the dice of this game
seed-not-held = this server does not hold the seed of this game: it must be seeded anew first
no-server-dice = only a game with server dice has a seed
table-without-seed = this table has no seed, so the players report the dice

## Take-backs and corrections

nothing-at-version = the present line has no decision at version { $version }
no-command-at = no command of the present line begins at { $version }
only-commands-corrected = a correction holds only commands of the game itself
correction-reason-missing = a correction needs a reason
take-back-reason-empty = leave the reason out or give one
fork-after-end = the game is over there ({ $reason }), nobody is asked anything

## Rulings, agreed results, talk

ruling-reason-missing = a ruling needs a reason
ruling-breaks-position = the ruling leaves a position the game cannot be in: { $fault }
no-such-side = no such side in this game
nothing-proposed = no result has been proposed
other-side-answers = the other side answers a proposal
nothing-said = say something
text-too-long = at most 2,000 characters
text-unfit = neither control characters nor marks that turn the direction of text are taken

## Positions noted beside the table

noted = { $kind ->
    [gap] Not recorded up to here: the position is noted as it stands
   *[correction] The position is set right
}
noted-because = { $kind ->
    [gap] Not recorded up to here: the position is noted as it stands: { $reason }
   *[correction] The position is set right: { $reason }
}
noted-nowhere = no position can be noted in this game
placed-nowhere = this command places no piece before the battle
noted-reason-missing = a position that is set right needs a reason
noted-unsound = the noted position is one that the game cannot be in: { $fault }
noted-too-many = at most { $most } pieces are noted at once
noted-twice = { $piece } is noted twice
noted-far-away = a point of the table has two numbers from -1000 to 1000
noted-no-heading = a heading is a number of degrees
noted-too-many-conditions = a piece has at most { $most } conditions
noted-gone-and-there = a piece is on the field or gone, not both
noted-no-points = no points of { $seat } are noted here, or they are more than { $most }
noted-no-phase = no position is noted in a phase { $phase }
noted-no-piece = there is no { $piece } in this game
noted-no-condition = { $name } cannot be { $condition }
noted-no-way-to-go = { $name } does not leave the field as { $way }
noted-too-strong = { $name } has { $left } left, of { $full }
noted-back-in-time = the record has come to { $now }: a gap leads to a later moment
noted-unfit-letter = neither control characters nor marks that turn the direction of text are taken: { $letter }

## What is sent

form-unread = { $what } is not of its form: { $fault }
command-unread = { $fault }
setup-unread = this setup cannot be read: { $fault }
position-unread = this position cannot be read: { $fault }
rules-not-named = `about.rules` is the id of rules
setup-and-position = a game begins by a setup or from a position, not both

## Other rules

not-read = { $what }
rules-unread = { $what }
rules-unknown = games of { $title } are read by the rules of this release alone: { $known }
rules-version-unknown = this release has no rules version { $version } of { $name }, but { $known }; what an earlier version decided stands in the record of a game that was begun under it

## Audits: the record held against the rules

audit-refused = the rules refuse this command: { $refusal }
audit-dice-beyond = dice were recorded that the rules do not roll
audit-forgotten = the rules give here, and the record has not: { $event }
audit-unfounded = the record has, and the rules do not give: { $event }
audit-otherwise = recorded: { $recorded }; by the rules: { $by_the_rules }
audit-unsaid = record and rules part in what these words leave out: { $event }
audit-record-counts = the record counts { $modifier } ({ $change })
audit-rules-count = the rules count { $modifier } ({ $change })
audit-miscounted = { $parts }
audit-part = { $before }; { $next }
audit-ends = the game ends, { $reason }: { $ending }
audit-wins = { $side } wins
audit-nobody-wins = nobody wins
audit-concedes = { $seat } concedes
audit-proposes = { $seat } proposes that { $ending }
audit-accepts = { $seat } accepts the proposed result
audit-declines = { $seat } declines the proposed result
audit-seat = seat { $seat }
audit-more-dice = they roll { $count } dice for { $purpose }, which the record has not
audit-on-the-board = on the board at { $at }
audit-not-on-the-board = not on the board
audit-goes-on = the game goes on
audit-nobody-wins-because = nobody wins: { $reason }
audit-wins-because = wins: { $reason }
audit-loses-because = loses: { $reason }

## Faults of forms and packs

fault-at = { $path }: { $reason }
form-nothing-expected = nothing is expected here
form-expected = { $expected } is expected, not { $found }
form-one-of = one of { $words } is expected, not { $found }
form-field-missing = this field is missing
form-no-such-field = no such field; the fields are { $known }
form-list-size = a list of { $wanted } is expected, not { $count }
form-text-size = a text of { $wanted } is expected, not of { $letters }
form-type-expected = an object with a `type` is expected
form-type-missing = `type` is missing
form-name-expected = a name is expected, not { $found }
words-at-column = column { $column }: { $reason }
words-empty = an empty line is no command
words-incomplete = `{ $words }` is incomplete or has words too many
words-unknown-verb = a line begins with one of { $verbs }, not "{ $verb }"
words-expected = { $what } is expected, not "{ $word }"
words-badly-quoted = "{ $word }" is not quoted as it should be
name-unfit = a name has 1 to { $most } { $mixed ->
    [yes] letters, digits, hyphens and underscores
   *[no] lower-case letters, digits and hyphens
 }; "{ $shown }" has not
form-refused = { $reason }
text-unfit-character = neither control characters nor marks that turn the direction of text are taken: U+{ $character }
value-object = an object
value-object-with = an object with `{ $name }`
value-list = a list
value-text = a text
value-flag = true or false
value-nothing = nothing (null)
value-quoted = "{ $text }"
value-or = { $before } or { $next }
number-any = { $kind ->
    [whole] a whole number
   *[any] a number
 }
number-between = { $kind ->
    [whole] a whole number from { $least } to { $most }
    [any] a number from { $least } to { $most }
   *[bare] { $least } to { $most }
 }
number-at-least = { $kind ->
    [whole] a whole number of at least { $least }
    [any] a number of at least { $least }
   *[bare] at least { $least }
 }
number-at-most = { $kind ->
    [whole] a whole number of at most { $most }
    [any] a number of at most { $most }
   *[bare] at most { $most }
 }
size-unit = { $what ->
    [entries] { $count ->
        [one] entry
       *[other] entries
     }
   *[characters] { $count ->
        [one] character
       *[other] characters
     }
 }
size-exactly = { $count } { size-unit }
size-at-most = at most { $count } { size-unit }
size-at-least = at least { $count } { size-unit }
size-between = { $least } to { $most } { $what ->
    [entries] entries
   *[characters] characters
 }
packs-none = { $title } has no packs
import-no-forms = { $title } makes packs of no other files
import-forms = { $title } makes packs of { $known }
import-unknown-form = there is no form "{ $form }": { $known }
counts-expected = { $counts } counts
sums-expected = { $sums } sums
counts-or-faces-expected = { $counts } counts, or the faces
sums-or-faces-expected = { $sums } sums, or the faces
counts-of-dice-expected = counts of { $count } dice in all
sum-of-dice-expected = a sum of { $dice } dice from { $dice } to { $most }
form-too-many-dice = at most { $most } dice with one command
form-member-missing = `{ $missing }` is missing
open-is-no-command = a game is opened by making it, not by a command
next-is-no-command = `next` is no command: it is given with `imply=true`
set-up-is-no-command = `set_up` is no command: it is given with `imply=true`
by-orders-is-no-command = `by_orders` is no command: it is given with `imply=true`
place-is-no-command = `place` changes an earlier command: it is given by itself

## Faults of positions and of records from elsewhere

invariant-broken = { $check }: { $fault }
plausible-sides = a die of { $sides } sides: { $least } to { $most } are expected
plausible-dice = { $dice } dice: at most { $most } are expected
plausible-face = a die of { $sides } sides shows { $face }
plausible-counted-dice = at most { $most } counted dice are expected
plausible-faces-or-counts = a roll has either faces or counts
plausible-counted = dice of { $sides } sides do not show { $counted }
plausible-given-by = { $count } { $what } of { $dice } dice
plausible-range = { $what } is { $number }: { $least } to { $most } is expected
refusal-cited = { $reason } ({ $rule })
fold-newer = event "{ $kind }" needs a newer Hindsight ({ $needs })
fold-unreadable = event "{ $kind }" cannot be read: { $why }
stored-format-newer = format { $format } needs a newer Hindsight; this one reads format { $known }
stored-nothing = nothing is stored here
schema-of-table-newer = schema { $schema } of the table; this one knows up to { $newest }
schema-newer = schema { $schema } of { $of }; this one knows up to { $newest }
event-type-newer = one that knows this event type
fold-no-opening = the stream does not begin with its opening event
fold-at-version = at version { $version }: { $error }
fold-other-system = a stream of { $system } is not one of { $expected }
fold-no-version = no game goes back to version { $to } from here
fold-steps-missing = more steps are done than were to be done
fold-steps-too-many = too many steps are pending
no-such-bot = a bot is `random` or `greedy`, not "{ $other }"
seed-other-commitment = the revealed seed does not hash to the published commitment
seed-other-faces = the roll for { $purpose } at die { $first } shows { $shown }, the seed gives { $right }
seed-unread = the revealed seed is no 64 hexadecimal digits
snapshot-short = the snapshot is cut short
record-implausible = no table can have recorded this { $kind }: { $why }
record-rewinds = no table can have recorded this: it goes back more than { $most } times
record-unsound = no table can have stood so: { $why }
